import type { DuckDBConnection } from '@duckdb/node-api';
import { importColumns } from '../../sources/index.ts';
import { mapsColumnSql, mapsTexts } from './mapped-columns.ts';

const COLUMNS = importColumns('transfers').filter((column) => column !== 'parcel_id' && column !== 'document_id');
/** An import that maps one of these records the conveyance itself; any other import only adds columns. */
const RECORDING = ['grantor', 'grantee', 'price'] as const;
/** An import with the street of the buyer's address has the whole address. */
const MAILING = ['buyer_mailing_city', 'buyer_mailing_state', 'buyer_mailing_zip'];

/** Rows of one parcel with the same text are one conveyance: the document, or the sale itself without a document. */
export const CONVEYANCE = `hash(parcel_id,
  coalesce('document ' || document_id, concat_ws('|', 'sale', sale_date, price, grantor, grantee)))`;
const CONTENT = `hash(document_id, sale_date, recorded_date, price, grantor, grantee, deed_type, sale_validity,
  vacant_at_sale, buyer_mailing_address, buyer_mailing_city, buyer_mailing_state, buyer_mailing_zip, loan_amount, lender)`;

/**
 * Joins the rows of `fact_transfers` into `joined_transfer`. The newest import that records a conveyance provides
 * its rows, without duplicates. Other imports add the columns that they map and no newer import does.
 */
export async function joinTransferRows(duck: DuckDBConnection): Promise<void> {
  const texts = await mapsTexts(duck, 'fact_transfers');
  const isRecording = RECORDING.map((column) => mapsColumnSql(column, texts)).join(' OR ');
  await duck.run(`CREATE OR REPLACE TEMP TABLE transfer_key AS
    SELECT row_key, row_key >> 50 AS import_number, ${CONVEYANCE} AS conveyance, ${CONTENT} AS content,
      ${isRecording} AS is_recording
    FROM fact_transfers`);
  await duck.run(`CREATE OR REPLACE TEMP TABLE conveyance_base AS
    SELECT conveyance, coalesce(max(import_number) FILTER (is_recording), max(import_number)) AS base,
      min(import_number) < max(import_number) AS is_shared
    FROM transfer_key GROUP BY conveyance`);
  await duck.run(`CREATE OR REPLACE TEMP TABLE base_transfer AS
    SELECT min(row_key) AS row_key, conveyance, any_value(base) AS base, any_value(is_shared) AS is_shared
    FROM transfer_key JOIN conveyance_base USING (conveyance) WHERE import_number = base
    GROUP BY conveyance, content`);
  await createNewestValues(duck, texts);
  const joined = COLUMNS.map(
    (column) => `CASE WHEN v.newest_${column} <> b.base THEN v.${column}.value ELSE f.${column} END AS ${column}`,
  );
  await duck.run(`CREATE OR REPLACE TEMP TABLE joined_transfer AS
    SELECT f.row_key, f.parcel_id, f.document_id, ${joined.join(', ')}
    FROM fact_transfers AS f JOIN base_transfer AS b USING (row_key) LEFT JOIN newest_value AS v USING (conveyance)`);
  for (const table of ['transfer_key', 'conveyance_base', 'base_transfer', 'newest_value'])
    await duck.run(`DROP TABLE ${table}`);
}

/** `newest_value`: for conveyances of several imports, the newest import that maps each column, with its last value. */
async function createNewestValues(duck: DuckDBConnection, texts: readonly string[]): Promise<void> {
  const values = COLUMNS.map((column) => {
    const own = mapsColumnSql(column, texts);
    const says = MAILING.includes(column) ? `(${own} OR ${mapsColumnSql('buyer_mailing_address', texts)})` : own;
    return `max(k.import_number) FILTER (${says}) AS newest_${column},
      arg_max({'value': f.${column}}, f.row_key) FILTER (${says}) AS ${column}`;
  });
  await duck.run(`CREATE OR REPLACE TEMP TABLE newest_value AS
    SELECT k.conveyance, ${values.join(', ')}
    FROM fact_transfers AS f JOIN transfer_key AS k USING (row_key)
      JOIN conveyance_base AS c ON c.conveyance = k.conveyance AND c.is_shared
    GROUP BY k.conveyance`);
}
