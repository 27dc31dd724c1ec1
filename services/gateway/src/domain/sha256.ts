import { createHash } from 'node:crypto';

/** Lower-case hexadecimal SHA-256, the only form in which a key leaves the request. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
