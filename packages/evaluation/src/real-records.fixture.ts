import { resolve } from 'node:path';

/** Folder of the public records; `PLAT_DATA_DIR` names another one. */
export const RECORDS = process.env.PLAT_DATA_DIR ?? resolve(import.meta.dir, '..', '..', '..', '..', 'shared', 'data');
