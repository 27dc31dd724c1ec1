import { join } from 'node:path';
import { normaliseOwnerName } from '@plat/records';
import { readTable } from './read-table.ts';

export const LANDLORDS_FILE = join('north-carolina', 'corporate-landlord-names.csv');
export const LANDLORDS = "names of institutional landlords in North Carolina's rolls, collected by two newspapers";

/** A recorded name of a landlord, and the parent company by label. */
export interface LabelledLandlord {
  nameKey: string;
  isEntity: boolean;
  label: string;
}

/** Reads the labelled names from the folder of records. */
export async function readLandlords(records: string): Promise<LabelledLandlord[]> {
  const rows = await readTable(join(records, LANDLORDS_FILE), 'owner, investor_label_lvl2');
  return rows.map(([name, label]) => {
    const { nameKey, isEntity } = normaliseOwnerName(name ?? '');
    return { nameKey, isEntity, label: label ?? '' };
  });
}
