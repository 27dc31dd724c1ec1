import { ALL_REGIONS, schemaOf, servingStates } from '@plat/dataset';
import { FLIP_MAX_DAYS, FLIP_MIN_DAYS } from '@plat/dataset/constants';
import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { RESIDENTIAL_TYPES } from '../rules/rental.ts';

interface Records {
  sales: number;
  priced: number;
  with_buyer: number;
  with_party: number;
  repeat_parcels: number;
  on_roll: number;
  properties: number;
  homes: number;
  owned: number;
  mailed: number;
}

/**
 * Explains why states rebuilt by an import have no flips or no rentals: one sentence each, from missing data.
 * @param regions the published regions.
 */
export async function explainNoDeals(sql: Sql, realm: Realm, regions: Iterable<string>): Promise<string[]> {
  const serving = await servingStates(sql, realm);
  const sentences: string[] = [];
  for (const region of [...regions].sort()) {
    const counts = serving.get(region)?.counts;
    if (region === ALL_REGIONS || counts === undefined || counts.properties + counts.sales === 0) continue;
    if (counts.flips > 0 && counts.rentals > 0) continue;
    const records = await recordsOf(sql, realm, region);
    if (records.sales === 0) {
      sentences.push(`${region}: 0 flips and 0 rentals, because there are no sales.`);
      continue;
    }
    if (counts.flips === 0) sentences.push(`${region}: 0 flips, because ${noFlips(records).join(', ')}.`);
    if (counts.rentals === 0) sentences.push(`${region}: 0 rentals, because ${noRentals(records).join(', ')}.`);
  }
  return sentences;
}

function noFlips({ priced, repeat_parcels, with_party }: Records): string[] {
  const reasons = [
    ...(repeat_parcels === 0 ? ['no parcel has more than one sale'] : []),
    ...(with_party === 0 ? ['no sale names a seller or buyer (grantor, grantee)'] : []),
    ...(priced === 0 ? ['no sale has a price'] : []),
  ];
  const other = `nobody bought a parcel and sold it ${FLIP_MIN_DAYS} to ${FLIP_MAX_DAYS} days later with both prices known`;
  return reasons.length > 0 ? reasons : [other];
}

function noRentals({ with_buyer, properties, on_roll, homes, owned, mailed }: Records): string[] {
  const ofRoll = [
    ...(on_roll === 0 ? ['no sold parcel is on the roll: parcel_id may be written another way there'] : []),
    ...(homes === 0 ? ['no property is a home by its type (property_type, land_use)'] : []),
    ...(owned === 0 ? ['no property has an owner name'] : []),
    ...(mailed === 0 ? ['no property has a mailing address'] : []),
  ];
  const reasons = [
    ...(properties === 0 ? ['there is no roll (properties)'] : ofRoll),
    ...(with_buyer === 0 ? ['no sale names its buyer (grantee)'] : []),
  ];
  return reasons.length > 0 ? reasons : ['no buyer of a home is a company or gets mail elsewhere'];
}

async function recordsOf(sql: Sql, realm: Realm, region: string): Promise<Records> {
  const schema = schemaOf(sql, realm);
  const [row] = await sql<Records[]>`
    select * from (
      select count(*)::int as sales, count(price)::int as priced, count(grantee)::int as with_buyer,
        count(coalesce(grantor, grantee))::int as with_party
      from ${schema}.sale where region = ${region}
    ) as sales, (
      select count(*)::int as repeat_parcels from (
        select from ${schema}.sale where region = ${region} group by property_id having count(*) > 1) as repeated
    ) as repeats, (
      select count(*)::int as on_roll from (
        select from ${schema}.sale join ${schema}.property using (region, property_id) where region = ${region} limit 1) as met
    ) as rolls, (
      select count(*)::int as properties, count(owner_name_1)::int as owned, count(mailing_address)::int as mailed,
        (count(*) filter (where property_type = any(${[...RESIDENTIAL_TYPES]}::text[])))::int as homes
      from ${schema}.property where region = ${region}
    ) as properties`;
  return row!;
}
