import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlText } from '@plat/dataset';
import { readDeedType, readSaleValidity } from '../../codes/index.ts';
import { stableIdSql } from '../../rules/stable-id.ts';
import { WORKING_TABLES } from '../working-tables.ts';
import { createTextTable, distinctTexts } from './append-rows.ts';
import { joinTransferRows } from './join-transfer-rows.ts';
import { joinLineForm, lineFormSql, splitLineSql } from './line-forms.ts';
import { mailingKeySql } from './place-forms.ts';

/** `fact_transfers` -> `current_transfer`: the rows of each conveyance, joined from all its imports. */
export async function chooseCurrentTransfers(duck: DuckDBConnection, region: string): Promise<void> {
  await joinTransferRows(duck);
  await duck.run(`CREATE OR REPLACE TEMP TABLE current_transfer AS
    SELECT *, ${splitLineSql('buyer_mailing_address', 'buyer')},
      ${stableIdSql(sqlText(region), 'parcel_id')} AS property_id
    FROM joined_transfer`);
  await duck.run('DROP TABLE joined_transfer');
}

/** `current_transfer` and the forms of its lines and places -> `norm_transfer`. */
export async function createNormTransfer(duck: DuckDBConnection, region: string): Promise<void> {
  const deedTypes = await distinctTexts(duck, 'SELECT deed_type FROM current_transfer');
  await createTextTable(
    duck,
    'deed_form',
    ['text', 'deed_type'],
    deedTypes.map((text) => [text, readDeedType(text)]),
  );
  const validities = await distinctTexts(duck, 'SELECT sale_validity FROM current_transfer');
  const verdict = (text: string) => {
    const reading = readSaleValidity(text, region);
    return reading === 'no_verdict' ? null : reading;
  };
  await createTextTable(
    duck,
    'validity_form',
    ['text', 'sale_validity'],
    validities.map((text) => [text, verdict(text)]),
  );
  const buyer = lineFormSql('buyer', 'l');
  await duck.run(`CREATE OR REPLACE TABLE norm_transfer (${WORKING_TABLES.norm_transfer})`);
  await duck.run(`INSERT INTO norm_transfer BY NAME
    SELECT t.row_key AS row_id, t.property_id, t.parcel_id,
      t.document_id, t.sale_date, t.recorded_date, t.price, t.grantor, t.grantee, d.deed_type,
      v.sale_validity, t.sale_validity AS sale_validity_text, t.vacant_at_sale,
      ${mailingKeySql(buyer.mailingLine, 'z.zip', 'c.city_key', 's.state')} AS buyer_mailing_key,
      ${mailingKeySql(buyer.mailingBuilding, 'z.zip', 'c.city_key', 's.state')} AS buyer_mailing_building_key,
      ${buyer.displayLine} AS buyer_mailing_line, c.city AS buyer_mailing_city,
      s.state AS buyer_mailing_state, z.zip AS buyer_mailing_zip, t.loan_amount, t.lender,
      coalesce(t.county, p.county) AS county
    FROM current_transfer AS t
    ${joinLineForm('buyer', 'l')}
    LEFT JOIN city_form AS c ON c.text = t.buyer_mailing_city
    LEFT JOIN zip_form AS z ON z.text = t.buyer_mailing_zip
    LEFT JOIN state_form AS s ON s.text = t.buyer_mailing_state
    LEFT JOIN deed_form AS d ON d.text = t.deed_type
    LEFT JOIN validity_form AS v ON v.text = t.sale_validity
    LEFT JOIN norm_property AS p ON p.property_id = t.property_id`);
  await duck.run('DROP TABLE deed_form; DROP TABLE validity_form; DROP TABLE current_transfer');
}
