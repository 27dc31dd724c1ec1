import {
  createIndexesSql,
  createPartitionSql,
  DATASET_TABLES,
  type DatasetTableName,
  partitionName,
} from '@plat/dataset';
import type { Sql } from '@plat/db';

const REGION = 'TX';
/** The address of a registered agent, shared by so many owners that it links none of them. */
export const AGENT_ADDRESS = '1 Agent Plaza Suite 100, Dallas, TX 75001';
const AGENT_CLIENTS = 500;
const BUYERS_PER_ZIP = 1_250;
const FORMS = ['HOLDINGS', 'HOMES', 'PROPERTIES', 'INVESTMENTS', 'CAPITAL', 'RENTALS', 'REALTY', 'VENTURES'];

/** A word of eight letters for a number; neighbouring numbers give dissimilar words. */
const wordOf = (number: string): string =>
  `translate(substr(md5((${number})::text), 1, 8), '0123456789abcdef', 'AEIOUBCDFGHLMNRS')`;

/**
 * Adds the records that linked deals read to generated deals: a property and a deed each, and the names and
 * addresses of their buyers. Two buyers share an office, every tenth name is a misspelling of another in its ZIP
 * code, every third buyer has a second address, and 500 have the address of one agent. 1,250 buyers get mail in
 * each ZIP code.
 */
export async function publishOwners(sql: Sql): Promise<void> {
  await publish(
    sql,
    'property',
    'region, property_id, parcel_id, state, property_type, estimated_value, avm_value',
    `select '${REGION}', property_id, parcel_id, '${REGION}', property_type, estimated_value, estimated_value from market.deal`,
  );
  await publish(
    sql,
    'sale',
    'region, sale_id, property_id, parcel_id, sale_date, price, multi_parcel, grantor, grantee, buyer_id, purchase_method, loan_amount, arms_length, reasons',
    `select '${REGION}', deal_id, property_id, parcel_id, purchase_date, purchase_price, false, 'Seller ' || deal_id, buyer_name,
       buyer_id, purchase_method, case when purchase_method = 'financed' then purchase_price / 2 end, arms_length, '{}'::text[]
     from market.deal`,
  );
  const sibling = 'case when b % 10 = 9 then b - 3 else b end';
  const name = `${wordOf(sibling)} || case when b % 10 = 9 then 'S ' else ' ' end
    || (array['${FORMS.join("','")}'])[1 + (${sibling}) % ${FORMS.length}] || ' LLC'`;
  const [counted] = await sql<{ buyers: number }[]>`select max(buyer_id) + 1 as buyers from market.deal`;
  const zips = Math.max(1, Math.round(counted!.buyers / BUYERS_PER_ZIP));
  const zip = `(75000 + (b / 10) % ${zips})::text`;
  const aliases = (line: string, where: string) => `
    select '${REGION}', b, ${name}, ${name}, ${line} || '|' || ${zip}, ${line} || '|' || ${zip}, 1 from buyers where ${where}`;
  await publish(
    sql,
    'buyer_alias',
    'region, buyer_id, name_key, name, mailing_key, mailing_building_key, occurrences',
    `with buyers as (select distinct buyer_id as b from market.deal)
     ${aliases("(1 + b / 2) || ' OFFICE BLVD'", 'true')}
     union all ${aliases("(1 + b) || ' SECOND ST'", 'b % 3 = 0')}
     union all select '${REGION}', b, ${name}, ${name}, '1 AGENT PLZ #100|75001', '1 AGENT PLZ|75001', 1
       from buyers where b < ${AGENT_CLIENTS}`,
  );
}

async function publish(sql: Sql, table: DatasetTableName, columns: string, rows: string): Promise<void> {
  const partition = partitionName(table, REGION, 1);
  const order = DATASET_TABLES[table].storedInOrderOf.map((column) =>
    column.endsWith('_key') ? `${column} collate "C"` : column,
  );
  await sql.unsafe(createPartitionSql('live', table, partition, REGION));
  await sql.unsafe(
    `insert into market.${partition} (${columns}) select * from (${rows}) as generated (${columns})
     ${table === 'property' ? '' : `order by ${order.join(', ')}`}`,
  );
  for (const statement of createIndexesSql('live', table, partition)) await sql.unsafe(statement);
  await sql.unsafe(`alter table market.${table} attach partition market.${partition} for values in ('${REGION}')`);
  await sql.unsafe(`vacuum (freeze, analyze) market.${partition}`);
}
