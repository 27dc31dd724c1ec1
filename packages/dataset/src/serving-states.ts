import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { schemaOf } from './realm.ts';
import type { RegionState } from './region-state.ts';

/** The serving state of each region. */
export async function servingStates(sql: Sql, realm: Realm): Promise<Map<string, RegionState>> {
  const rows = await sql<{ region: string; current: RegionState }[]>`
    select region, current from ${schemaOf(sql, realm)}.region where current is not null order by region`;
  return new Map(rows.map(({ region, current }) => [region, current]));
}
