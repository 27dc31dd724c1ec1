import { ALL_REGIONS, ON_MARKET, schemaOf } from '@plat/dataset';
import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import type { BuyerIdMemory, KnownName } from '../rules/buyer-ids.ts';

const ROWS_AT_A_TIME = 10_000;

/**
 * True if the buyer ids of a region are remembered. The sample market has the same ids in every home, and contacts
 * belong to no region.
 */
const hasMemory = (realm: Realm, region: string): boolean => realm === 'live' && region !== ALL_REGIONS;

/**
 * Records the ids of all serving names, new ids and merged ids. Runs before each change of what serves, so that no
 * swap waits for it. Idempotent.
 */
export async function rememberBuyerIds(sql: Sql, realm: Realm, region: string): Promise<void> {
  if (!hasMemory(realm, region) || !(await servesIds(sql, realm, region))) return;
  const schema = schemaOf(sql, realm);
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    // The memory is on one server, so what serves is copied there first.
    await tx`create temp table serving_name on commit drop as ${servingNames(tx as unknown as Sql, realm, region)}`;
    await tx`
      create temp table serving_id on commit drop as
      select merged_id as id, buyer_id as merged_into from ${schema}.buyer_merge where region = ${region}`;
    await tx`insert into serving_id select buyer_id, null from ${schema}.buyer where region = ${region}`;
    await tx`
      with name as (select * from serving_name), fresh as (
        insert into ${schema}.buyer_identity (region, buyer_id)
        select distinct ${region}, buyer_id from name order by buyer_id on conflict do nothing returning buyer_id
      )
      insert into ${schema}.buyer_name as known (region, name_key, buyer_id, deals, given_to_it)
      select ${region}, name_key, name.buyer_id, deals,
        case when fresh.buyer_id is null then '{}'::bigint[] else array[fresh.buyer_id] end
      from name left join fresh using (buyer_id)
      on conflict (region, name_key) do update
        set buyer_id = excluded.buyer_id, deals = excluded.deals, given_to_it = excluded.given_to_it || known.given_to_it
        where (known.buyer_id, known.deals) is distinct from (excluded.buyer_id, excluded.deals)
          or excluded.given_to_it <> '{}'`;
    await tx`
      update ${schema}.buyer_identity i set merged_into = m.merged_into
      from (select distinct on (id) id, merged_into from serving_id order by id, merged_into) m
      where i.region = ${region} and i.buyer_id = m.id and i.merged_into is distinct from m.merged_into`;
  });
}

/** Earlier ids that a build of a region needs; undefined where ids are not remembered. */
export async function loadBuyerIds(sql: Sql, realm: Realm, region: string): Promise<BuyerIdMemory | undefined> {
  if (!hasMemory(realm, region)) return undefined;
  const schema = schemaOf(sql, realm);
  const serves = await servesIds(sql, realm, region);
  const serving = new Map<string, KnownName>();
  const remembered = new Map<string, KnownName>();
  const givenTo = new Map<string, readonly number[]>();
  const servingKeys = new Set<string>();
  if (serves) {
    const keys = sql<{ key: string }[]>`
      select distinct name_key as key from ${schema}.buyer_alias where region = ${region}`.cursor(ROWS_AT_A_TIME);
    for await (const rows of keys) for (const { key } of rows) servingKeys.add(key);
  }
  const names = sql<{ name: string; id: string; deals: number; given: string }[]>`
    select name_key as name, buyer_id::text as id, deals, array_to_string(given_to_it, ',') as given
    from ${schema}.buyer_name n where region = ${region}`.cursor(ROWS_AT_A_TIME);
  for await (const rows of names) {
    for (const { name, id, deals, given } of rows) {
      (servingKeys.has(name) ? serving : remembered).set(name, { buyerId: Number(id), deals });
      if (given !== '') givenTo.set(name, given.split(',').map(Number));
    }
  }
  const ages = new Map<number, number>();
  const merged = new Map<number, number>();
  const identities = sql<{ id: string; age: string; into: string | null }[]>`
    select buyer_id::text as id, age::text as age, merged_into::text as into
    from ${schema}.buyer_identity where region = ${region}`.cursor(ROWS_AT_A_TIME);
  for await (const rows of identities) {
    for (const { id, age, into } of rows) {
      ages.set(Number(id), Number(age));
      if (into !== null && !serves) merged.set(Number(id), Number(into));
    }
  }
  if (serves) {
    const rows = await sql<{ id: string; into: string }[]>`
      select merged_id::text as id, buyer_id::text as into from ${schema}.buyer_merge where region = ${region}`;
    for (const { id, into } of rows) merged.set(Number(id), Number(into));
  }
  return { serving, remembered, givenTo, ages, merged };
}

/** True if a version with ids to keep serves in the region; earlier releases have no table of merges. */
async function servesIds(sql: Sql, realm: Realm, region: string): Promise<boolean> {
  const schema = schemaOf(sql, realm);
  const [table] = await sql<{ name: string | null }[]>`
    select to_regclass(${realm === 'live' ? 'market.buyer_merge' : 'market_sample.buyer_merge'})::text as name`;
  if (table?.name == null) return false;
  const [row] = await sql`
    select 1 from ${schema}.region where region = ${region} and current ? 'version'
      and exists (select 1 from ${schema}.buyer where region = ${region})`;
  return row !== undefined;
}

/** The serving names of a region, with their ids and the deals made under each name. */
function servingNames(sql: Sql, realm: Realm, region: string) {
  const schema = schemaOf(sql, realm);
  return sql`
    select name_key, buyer_id, coalesce(deals, 0)::integer as deals
    from (select distinct name_key, buyer_id from ${schema}.buyer_alias where region = ${region}) alias
    left join (
      select buyer_name_key as name_key, buyer_id, count(*) as deals from ${schema}.deal
      where region = ${region} and not extended and ${sql.unsafe(ON_MARKET)} group by 1, 2
    ) deal using (name_key, buyer_id)`;
}
