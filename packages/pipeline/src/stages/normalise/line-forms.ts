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
} from '@plat/records';
import { appendRows, createTextTable, distinctTexts } from './append-rows.ts';

/**
 * Address lines in Pub 28 form, fast. House and unit numbers of common shapes are cut out of a line. TypeScript
 * parses the remaining template once per distinct street, and SQL puts the numbers back. A line whose numbers
 * cannot be cut out is its own template.
 */
const TEMPLATE_FORM = 'template_form';

/** Placeholder digits for a house or unit number while a template is parsed. */
const HOUSE_MARK = '987654';
const UNIT_MARK = '87653';
/** First character of a template: what was cut out of it. */
const TAKEN = { nothing: '=', house: 'h', unit: 'u', both: 'b' } as const;
/** Any ZIP code: `mailingKeysOf` needs a place, which is cut off again. */
const ANY_ZIP = '12345';

/** SQL of the columns `<prefix>_house`, `<prefix>_unit` (empty if not found) and `<prefix>_template` of a line. */
export function splitLineSql(line: string, prefix: string): string {
  const [house, unit] = [`${prefix}_house`, `${prefix}_unit`];
  return `coalesce(regexp_extract(${line}, '^([1-9][0-9]{0,5}) +[A-Za-z]', 1), '') AS ${house},
    CASE WHEN right(${line}, 1) BETWEEN '0' AND '9'
      THEN regexp_extract(${line}, '(?i)[A-Z] +(?:APT|UNIT|STE|SUITE|#)\\.? *#? *([1-9][0-9]{0,4})$', 1) ELSE '' END AS ${unit},
    CASE WHEN ${house} = '' AND ${unit} = '' THEN '${TAKEN.nothing}' || ${line} ELSE
      CASE WHEN ${unit} = '' THEN '${TAKEN.house}' WHEN ${house} = '' THEN '${TAKEN.unit}' ELSE '${TAKEN.both}' END
      || CASE WHEN ${house} = '' THEN '' ELSE '${HOUSE_MARK}' END
      || substr(${line}, length(${house}) + 1, length(${line}) - length(${house}) - length(${unit}))
      || CASE WHEN ${unit} = '' THEN '' ELSE '${UNIT_MARK}' END END AS ${prefix}_template`;
}

/** SQL of the forms of a split line, from its row in `template_form` (joined as `form`). */
export function lineFormSql(prefix: string, form: string) {
  const [house, unit] = [`${prefix}_house`, `${prefix}_unit`];
  return {
    houseNumber: `CASE WHEN ${house} = '' THEN ${form}.house_number ELSE ${house} END`,
    streetKey: `${form}.street_key`,
    streetNameKey: `${form}.street_name_key`,
    unitKey: `${form}.unit_key || ${unit}`,
    lineKey: `${house} || ${form}.line_key || ${unit}`,
    displayLine: `${house} || ${form}.display_line || ${unit}`,
    mailingLine: `${house} || ${form}.mailing_line || ${unit}`,
    mailingBuilding: `${house} || ${form}.mailing_building`,
  };
}

/** SQL that joins a split line's forms as `form`. */
export const joinLineForm = (prefix: string, form: string): string =>
  `LEFT JOIN ${TEMPLATE_FORM} AS ${form} ON ${form}.template = ${prefix}_template`;

/** A table with split lines: it has `line` and the three columns of `splitLineSql`. */
export interface SplitLines {
  table: string;
  line: string;
  prefix: string;
}

const COLUMNS = [
  'template',
  'house_number',
  'street_key',
  'street_name_key',
  'unit_key',
  'line_key',
  'display_line',
  'mailing_line',
  'mailing_building',
] as const;

/**
 * Parses every template of the given tables. A template that changes the result is undone: its line is parsed
 * whole.
 */
export async function createLineForms(duck: DuckDBConnection, split: readonly SplitLines[]): Promise<void> {
  const templatesOf = split.map(({ table, prefix }) => `SELECT ${prefix}_template FROM ${table}`);
  const templates = await distinctTexts(duck, templatesOf.join(' UNION ALL '));
  const odd = new Set<string>();
  const forms = templates.flatMap((template) => {
    const form = templateForm(template);
    if (form === null) odd.add(template);
    return form === null ? [] : [form];
  });
  await createTextTable(duck, TEMPLATE_FORM, COLUMNS, forms);
  if (odd.size === 0) return;
  await createTextTable(
    duck,
    'odd_template',
    ['template'],
    [...odd].map((template) => [template]),
  );
  const lines = new Set<string>();
  for (const { table, line, prefix } of split) {
    const isOdd = `${prefix}_template IN (SELECT template FROM odd_template)`;
    for (const text of await distinctTexts(duck, `SELECT ${line} FROM ${table} WHERE ${isOdd}`)) lines.add(text);
    await duck.run(
      `UPDATE ${table} SET ${prefix}_house = '', ${prefix}_unit = '', ${prefix}_template = '${TAKEN.nothing}' || ${line} WHERE ${isOdd}`,
    );
  }
  await appendRows(
    duck,
    TEMPLATE_FORM,
    [...lines].map((line) => templateForm(`${TAKEN.nothing}${line}`) ?? []),
  );
  await duck.run('DROP TABLE odd_template');
}

export const dropLineForms = async (duck: DuckDBConnection): Promise<void> => {
  await duck.run(`DROP TABLE ${TEMPLATE_FORM}`);
};

/** A template's forms without placeholders; null if a placeholder is not exactly where its number belongs. */
function templateForm(template: string): (string | null)[] | null {
  const taken = template.charAt(0);
  const parsed = parseAddressLine(template.slice(1));
  if (taken === TAKEN.nothing) return [template, ...formsOf(parsed)];
  const hasHouse = taken !== TAKEN.unit;
  const hasUnit = taken !== TAKEN.house;
  const [house, street, streetName, unit, ...lines] = formsOf(parsed);
  if ((hasHouse && parsed.houseNumber !== HOUSE_MARK) || (hasUnit && parsed.unitNumber !== UNIT_MARK)) return null;
  const bare = [unit, ...lines].map((form, index) => {
    if (form === null || form === undefined) return null;
    const isBuilding = index === lines.length;
    const from = hasHouse && index > 0 ? HOUSE_MARK.length : 0;
    const to = form.length - (hasUnit && !isBuilding ? UNIT_MARK.length : 0);
    const isMarked = (from === 0 || form.startsWith(HOUSE_MARK)) && (to === form.length || form.endsWith(UNIT_MARK));
    return isMarked ? form.slice(from, to) : HOUSE_MARK;
  });
  const rest = [street ?? null, streetName ?? null, ...bare];
  if (rest.some((form) => form?.includes(HOUSE_MARK) || form?.includes(UNIT_MARK))) return null;
  return [template, hasHouse ? null : (house ?? null), ...rest];
}

/** The forms of a parsed line, in the order of `COLUMNS` after the template. */
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
