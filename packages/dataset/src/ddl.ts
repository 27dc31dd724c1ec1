import { createHash } from 'node:crypto';
import type { Realm } from '@plat/kit';
import { ADDRESS_KEY_FORM } from '@plat/records';
import { marketSchema } from './realm.ts';
import { DEAL_RULES_FORM } from './rules/deal-rules-form.ts';
import { VALUE_MODEL_FORM } from './tables/value-tables.ts';
import { ALL_REGIONS, DATASET_TABLES, type DatasetTable, type DatasetTableName } from './tables.ts';

export const DATASET_TABLE_NAMES = Object.keys(DATASET_TABLES) as DatasetTableName[];

const WITHOUT_STATE: readonly DatasetTableName[] = ['contact', 'phone_name', 'suppression'];

/** The tables that a region has partitions of. Contacts, their names and suppressions belong to no state. */
export const tablesOf = (region: string): readonly DatasetTableName[] =>
  region === ALL_REGIONS ? WITHOUT_STATE : DATASET_TABLE_NAMES.filter((name) => !WITHOUT_STATE.includes(name));

export const tableOf = (name: DatasetTableName): DatasetTable => DATASET_TABLES[name];

/**
 * Changes with the columns, order or indexes of a table, but not with its descriptions. Changes too with the form of
 * value models, of the rules of deals, and of address keys, which readers compare with typed addresses.
 */
export const LAYOUT_HASH = createHash('sha256')
  .update(
    JSON.stringify([
      VALUE_MODEL_FORM,
      ADDRESS_KEY_FORM,
      DEAL_RULES_FORM,
      ...DATASET_TABLE_NAMES.map((name) => {
        const { columns, storedInOrderOf, indexes } = tableOf(name);
        const shape = Object.entries(columns).map(([column, { type, nullable }]) => [column, type, nullable]);
        return [name, shape, storedInOrderOf, indexes];
      }),
    ]),
  )
  .digest('hex')
  .slice(0, 16);

/** Name of a region's partition: `deal_pa_v12`. Throws on anything that is not a region name. */
export function partitionName(table: DatasetTableName, region: string, version: number): string {
  if (!/^[A-Z]{2,3}$/.test(region)) throw new Error(`not a region: ${JSON.stringify(region)}`);
  return `${table}_${region.toLowerCase()}_v${version}`;
}

const PARTITION_NAME = new RegExp(`^(?:${DATASET_TABLE_NAMES.join('|')})_[a-z]{2,3}_v\\d+$`);
export const isPartitionName = (name: string): boolean => PARTITION_NAME.test(name);

function columnsSql(name: DatasetTableName): string {
  return Object.entries(tableOf(name).columns)
    .map(([column, { type, nullable }]) => `${column} ${type}${nullable ? '' : ' not null'}`)
    .join(', ');
}

/** A query without rows that has the columns of a table. */
export const noRowsSql = (name: DatasetTableName): string => {
  const columns = Object.entries(tableOf(name).columns).map(([column, { type }]) => `null::${type} as ${column}`);
  return `select ${columns.join(', ')} where false`;
};

/**
 * The partitioned parent that services query. Indexes are on the partitions, which are complete before they are
 * attached.
 */
export const createParentSql = (realm: Realm, name: DatasetTableName): string =>
  `create table if not exists ${marketSchema(realm)}.${name} (${columnsSql(name)}) partition by list (region)`;

/**
 * A partition before it is attached. Its check constraint lets ATTACH PARTITION skip the scan. It is loaded frozen,
 * analysed, and never changes, so autovacuum is off: it would only hold locks. Requests read it by name.
 */
export const createPartitionSql = (realm: Realm, name: DatasetTableName, partition: string, region: string): string =>
  `create table ${marketSchema(realm)}.${partition} (${columnsSql(name)}, constraint one_region check (region is not null and region = '${region}'))
   with (autovacuum_enabled = off);
   ${sameReadersSql(`${marketSchema(realm)}.${name}`, `${marketSchema(realm)}.${partition}`)}`;

/**
 * Grants SELECT on a table to exactly the roles that may read another one; does nothing if the other does not
 * exist.
 * @param as both names include their schema.
 */
export const sameReadersSql = (as: string, table: string): string =>
  `do $$
   declare reader text;
   begin
     if to_regclass('${as}') is null then return; end if;
     for reader in ${readersSql(table)} loop
       execute format('revoke all on ${table} from %s', reader);
     end loop;
     for reader in ${readersSql(as)} loop
       execute format('grant select on ${table} to %s', reader);
     end loop;
   end $$`;

const readersSql = (table: string): string =>
  `select distinct case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end
   from pg_class, aclexplode(relacl)
   where oid = to_regclass('${table}') and privilege_type = 'SELECT' and grantee <> relowner`;

export const createIndexesSql = (realm: Realm, name: DatasetTableName, partition: string): string[] =>
  tableOf(name).indexes.map((definition) => `create index on ${marketSchema(realm)}.${partition} using ${definition}`);
