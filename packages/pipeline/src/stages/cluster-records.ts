import { normaliseOwnerName } from '@plat/records';
import { createDuck } from '../create-duck.ts';
import { createTable, eachRow } from '../rules/duck-rows.ts';
import { clusterBuyers } from './cluster-buyers.ts';

/** An owner as a record names it. */
export interface OwnerRecord {
  name: string;
  /** In the form of `mailingKeys`; null without a usable mailing address. */
  mailingKey: string | null;
}

/** Any region name: it only seeds the cluster numbers, which are compared here. */
const REGION = 'PA';

/**
 * Clusters records as the import does (docs/rules/buyers.md), as if they were the roll of one state.
 * @returns the cluster of each record, in their order; null for a withheld name.
 */
export async function clusterRecords(records: readonly OwnerRecord[]): Promise<(number | null)[]> {
  const instance = await createDuck(records.length);
  const duck = await instance.connect();
  try {
    await duck.run(
      'CREATE TABLE norm_transfer (grantor VARCHAR, grantee VARCHAR, lender VARCHAR, buyer_mailing_key VARCHAR, county VARCHAR)',
    );
    await createTable(duck, 'norm_property', 'owner_name VARCHAR, mailing_key VARCHAR, county VARCHAR', (append) => {
      for (const { name, mailingKey } of records) append([name, mailingKey, null]);
    });
    await clusterBuyers.run({ duck, region: REGION, asOf: '2000-01-01', facts: {} });
    const clusters = new Map<string, number>();
    await eachRow(duck, 'SELECT name_key, buyer_id FROM buyer_of_name', ([nameKey, buyerId]) => {
      clusters.set(String(nameKey), Number(buyerId));
    });
    return records.map(({ name }) => clusters.get(normaliseOwnerName(name).nameKey) ?? null);
  } finally {
    duck.closeSync();
    instance.closeSync();
  }
}
