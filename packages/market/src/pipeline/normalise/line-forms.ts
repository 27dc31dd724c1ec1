import type { DuckDBConnection } from '@duckdb/node-api';
import {
  displayLine,
  lineKey,
  mailingKeysOf,
  type ParsedLine,
  parseAddressLine,
  streetKeyOf,
  streetNameKeyOf,
  unitKeyOf,
} from '../../addresses/index.ts';
import { appendRows, createTextTable, distinctTexts } from './append-rows.ts';

/**
 * Address lines in Pub 28 form. Parsing runs in TypeScript, once per distinct street: house and unit numbers of the
 * common shapes are taken out of a line first and put back into the parsed forms.
 */
export const LINE_FORM = 'line_form';

const COLUMNS = [
  'house_number',
  'street_key',
  'street_name_key',
  'unit_key',
  'line_key',
  'display_line',
  'mailing_line',
  'mailing_building',
] as const;

/** Digits that stand for a house or unit number while a line is parsed. */
const HOUSE_MARK = '987654';
const UNIT_MARK = '87653';
/** Any ZIP code: gives `mailingKeysOf` a place, which is cut off again. */
const ANY_ZIP = '12345';

/** SQL of a line's house number and unit number where they can be taken out, else null. */
const houseSql = (line: string): string => `nullif(regexp_extract(${line}, '^([1-9][0-9]{0,5}) +[A-Za-z]', 1), '')`;
const unitSql = (line: string): string =>
  `CASE WHEN ${line} ~ '.*[0-9]' THEN nullif(regexp_extract(${line}, '(?i)[A-Z] (?:APT|UNIT|STE|SUITE|#)\\.? *#? *([1-9][0-9]{0,4})$', 1), '') END`;

/**
 * Makes the table `line_form` (line and its forms) of every line that the selects list.
 * @param selects selects of one column
 */
export async function createLineForms(duck: DuckDBConnection, selects: readonly string[]): Promise<void> {
  await duck.run(`CREATE OR REPLACE TEMP TABLE split_line AS
    SELECT line, house, unit,
      CASE WHEN house IS NULL THEN '' ELSE '${HOUSE_MARK}' END
        || substr(line, coalesce(length(house), 0) + 1, length(line) - coalesce(length(house), 0) - coalesce(length(unit), 0))
        || CASE WHEN unit IS NULL THEN '' ELSE '${UNIT_MARK}' END AS template
    FROM (SELECT line, ${houseSql('line')} AS house, ${unitSql('line')} AS unit
      FROM (SELECT DISTINCT line FROM (${selects.join(' UNION ALL ')}) AS lines (line) WHERE line IS NOT NULL))`);
  const templates = await distinctTexts(duck, 'SELECT template FROM split_line');
  await createTextTable(duck, 'template_form', ['template', ...COLUMNS], templateForms(templates));
  const odd = await distinctTexts(duck, 'SELECT line FROM split_line ANTI JOIN template_form USING (template)');
  await duck.run('CREATE OR REPLACE TEMP TABLE odd_line_form AS SELECT * FROM template_form LIMIT 0');
  await appendRows(
    duck,
    'odd_line_form',
    odd.map((line) => [line, ...formsOf(parseAddressLine(line))]),
  );
  const filled = COLUMNS.map(
    (column) =>
      `replace(replace(${column}, '${HOUSE_MARK}', coalesce(house, '')), '${UNIT_MARK}', coalesce(unit, '')) AS ${column}`,
  );
  await duck.run(`CREATE OR REPLACE TEMP TABLE ${LINE_FORM} AS
    SELECT line, ${filled.join(', ')} FROM split_line JOIN template_form USING (template)
    UNION ALL SELECT template AS line, ${COLUMNS.join(', ')} FROM odd_line_form`);
  await duck.run('DROP TABLE split_line; DROP TABLE template_form; DROP TABLE odd_line_form');
}

/** The templates whose marks come through parsing as the house and the unit number; the others are odd. */
function* templateForms(templates: readonly string[]): Generator<(string | null)[]> {
  for (const template of templates) {
    const parsed = parseAddressLine(template);
    if (keepsMarks(template, parsed)) yield [template, ...formsOf(parsed)];
  }
}

function keepsMarks(template: string, parsed: ParsedLine): boolean {
  const hasHouse = template.startsWith(HOUSE_MARK);
  const hasUnit = template.endsWith(UNIT_MARK);
  if (template.split(HOUSE_MARK).length - 1 !== Number(hasHouse)) return false;
  if (template.split(UNIT_MARK).length - 1 !== Number(hasUnit)) return false;
  return (!hasHouse || parsed.houseNumber === HOUSE_MARK) && (!hasUnit || parsed.unitNumber === UNIT_MARK);
}

/** The forms of a parsed line, in the order of `COLUMNS`. */
function formsOf(parsed: ParsedLine): (string | null)[] {
  const mailing = mailingKeysOf({ ...parsed, city: null, state: null, zip: ANY_ZIP });
  const withoutPlace = (key: string | undefined): string | null => key?.slice(0, -(ANY_ZIP.length + 1)) ?? null;
  return [
    parsed.houseNumber,
    streetKeyOf(parsed) || null,
    streetNameKeyOf(parsed) || null,
    unitKeyOf(parsed),
    lineKey(parsed) || null,
    displayLine(parsed) || null,
    withoutPlace(mailing?.mailingKey),
    withoutPlace(mailing?.mailingBuildingKey),
  ];
}
