import type { DuckDBConnection } from '@duckdb/node-api';
import { displayWords, normaliseOwnerName, readNameOrder } from '@plat/records';
import { personEntryKeys, readPersonEntry, readSuppressionList } from '../../codes/index.ts';
import { WORKING_TABLES } from '../working-tables.ts';
import { createTextTable, distinctTexts } from './append-rows.ts';
import { joinLineForm, lineFormSql, splitLineSql } from './line-forms.ts';
import { mailingKeySql } from './place-forms.ts';

const listOf = (columns: readonly string[]): string => `list_distinct_in_order([${columns.join(', ')}])`;

/** `fact_contacts` -> `current_contact`: with its mailing line split. */
export async function splitContactLines(duck: DuckDBConnection): Promise<void> {
  await duck.run(`CREATE OR REPLACE TEMP TABLE current_contact AS
    SELECT *, ${splitLineSql('mailing_address', 'mailing')} FROM fact_contacts`);
}

/**
 * `current_contact` -> `norm_contact`. Merges equal rows. Leaves out contacts without person, phone and e-mail
 * address. A single person's name fills missing first and last names.
 */
export async function createNormContact(duck: DuckDBConnection): Promise<void> {
  const names = await distinctTexts(duck, 'SELECT name FROM current_contact');
  const order = readNameOrder(names);
  const owners = names.map((text) => {
    const owner = normaliseOwnerName(text, order);
    const person = owner.persons.length === 1 ? owner.persons[0] : undefined;
    return [text, owner.nameKey, String(owner.isEntity), shown(person?.first ?? null), shown(person?.last ?? null)];
  });
  await createTextTable(duck, 'contact_owner', ['text', 'name_key', 'is_entity', 'first_name', 'last_name'], owners);
  const parts = await distinctTexts(
    duck,
    'SELECT first_name FROM current_contact UNION ALL SELECT last_name FROM current_contact',
  );
  await createTextTable(
    duck,
    'person_name',
    ['text', 'shown'],
    parts.map((text) => [text, shown(text)]),
  );
  await duck.run(`CREATE OR REPLACE TEMP MACRO list_distinct_in_order(values_) AS
    list_filter(values_, lambda each, position : each IS NOT NULL AND list_position(values_, each) = position)`);
  await duck.run(`CREATE OR REPLACE TABLE norm_contact (${WORKING_TABLES.norm_contact})`);
  await duck.run(`INSERT INTO norm_contact BY NAME
    SELECT name_key, is_entity, mailing_key, mailing_state, mailing_zip, first_name, last_name, wireless, landline, email
    FROM (
      SELECT f.row_key, o.name_key, o.is_entity::BOOLEAN AS is_entity,
        ${mailingKeySql(lineFormSql('mailing', 'l').mailingLine, 'z.zip', 'c.city_key', 's.state')} AS mailing_key,
        s.state AS mailing_state, z.zip AS mailing_zip,
        CASE WHEN f.first_name IS NULL AND f.last_name IS NULL THEN o.first_name ELSE pf.shown END AS first_name,
        CASE WHEN f.first_name IS NULL AND f.last_name IS NULL THEN o.last_name ELSE pl.shown END AS last_name,
        ${listOf(['wireless_1', 'wireless_2', 'wireless_3', 'wireless_4'])} AS wireless,
        ${listOf(['landline_1', 'landline_2'])} AS landline,
        ${listOf(['email_1', 'email_2', 'email_3'])} AS email,
        f.first_name IS NOT NULL OR f.last_name IS NOT NULL OR len(wireless) + len(landline) + len(email) > 0 AS tells
      FROM current_contact AS f
      JOIN contact_owner AS o ON o.text = f.name
      LEFT JOIN person_name AS pf ON pf.text = f.first_name
      LEFT JOIN person_name AS pl ON pl.text = f.last_name
      ${joinLineForm('mailing', 'l')}
      LEFT JOIN city_form AS c ON c.text = f.mailing_city
      LEFT JOIN zip_form AS z ON z.text = f.mailing_zip
      LEFT JOIN state_form AS s ON s.text = f.mailing_state
    ) WHERE tells AND name_key <> ''
    QUALIFY row_number() OVER (
      PARTITION BY name_key, mailing_key, mailing_state, mailing_zip, first_name, last_name, wireless, landline, email
      ORDER BY row_key DESC) = 1
    ORDER BY row_key`);
  await duck.run('DROP TABLE current_contact; DROP TABLE contact_owner; DROP TABLE person_name');
}

const shown = (text: string | null): string | null =>
  text === null
    ? null
    : text === text.toUpperCase() || text === text.toLowerCase()
      ? displayWords(text.toUpperCase())
      : text;

/** `fact_suppressions` -> `norm_suppression`: one row per entry and list, with its latest day; people by their keys. */
export async function createNormSuppression(duck: DuckDBConnection): Promise<void> {
  const lists = await distinctTexts(duck, 'SELECT list FROM fact_suppressions');
  await createTextTable(
    duck,
    'list_form',
    ['text', 'list'],
    lists.map((text) => [text, readSuppressionList(text)]),
  );
  const people = await distinctTexts(duck, "SELECT value FROM fact_suppressions WHERE kind = 'person'");
  await createTextTable(
    duck,
    'person_key',
    ['text', 'key'],
    // A fact of an earlier release holds the text as it was in the file.
    people.flatMap((text) => personEntryKeys(readPersonEntry(text) ?? text.toUpperCase()).map((key) => [text, key])),
  );
  await duck.run(`CREATE OR REPLACE TABLE norm_suppression (${WORKING_TABLES.norm_suppression})`);
  // An entry of an unknown list counts as the person's own request: it never expires.
  await duck.run(`INSERT INTO norm_suppression BY NAME
    SELECT kind, coalesce(p.key, value) AS value, coalesce(l.list, 'opt_out') AS list, max(listed_on) AS listed_on
    FROM fact_suppressions AS f LEFT JOIN list_form AS l ON l.text = f.list
    LEFT JOIN person_key AS p ON p.text = f.value AND f.kind = 'person'
    GROUP BY ALL`);
  await duck.run('DROP TABLE list_form; DROP TABLE person_key');
}
