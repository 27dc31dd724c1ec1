import { PLACE_COLUMNS } from '../sources/index.ts';
import { CANONICAL_FILES, type CanonicalColumn, type CanonicalKind } from './canonical.ts';

const TYPE_TEXTS: Record<CanonicalColumn['type'], string> = {
  text: 'text',
  integer: 'whole number',
  number: 'number',
  money: 'US dollars',
  date: 'date',
  boolean: 'yes or no',
  code: 'code',
};

const NOTES: Partial<Record<CanonicalKind, string>> = {
  properties: `A row needs an address or usable coordinates.

Rows with the same \`parcel_id\` in one county describe one parcel and are joined column by column:

- **Files of one import:** the row that fills most columns goes first; the other files fill its gaps. Of several rows of one file only the fullest counts.
- **A later import** replaces the columns that it maps, also with an empty cell, and keeps the others. A canonical file maps the columns that it has.
- **A changed leader** replaces the columns that belong to it: \`owner_name_1\` replaces \`owner_name_2\`, \`address\` replaces \`unit\`, and \`mailing_address\` replaces the mailing city, state and ZIP code.
- **Parcels that a new roll no longer has** stay as the last import described them. \`plat market remove\` takes a whole county or state out.
- **The same \`parcel_id\` in two counties** of a state is never joined: the newest import replaces the other county's parcel. Put the county into the identifier if a state repeats them.

An import that would blank more than 20 % of the filled cells of a column stops before it changes anything. \`--allow-blanking\` lets it pass.`,
  transfers: `Rows join by parcel and document, or without a document by sale date, price and parties. The newest import that maps the price or a party gives the rows; the columns that it does not map come from the other imports. A row may carry \`${PLACE_COLUMNS.join('` and `')}\`; without a state it takes that of its parcel on an imported roll.`,
  listings: `A row may carry \`${PLACE_COLUMNS.join('` and `')}\`, as a transfer may.`,
  contacts: 'Phone numbers have 10 digits in any punctuation, with or without a leading 1.',
  rents:
    'The rent of a home of ordinary size, such as the Small Area Fair Market Rents of HUD, for the states that are imported. Between rows of one ZIP code the latest import wins.',
  suppressions:
    'A row needs a value, or the first and last name of a person. The import refuses a file with an unreadable row, so that no entry is lost unseen; `--accept-rejected` imports the other rows.',
};

/** docs/reference/canonical-files.md: every column of the canonical files with its type, meaning and unit. */
export function canonicalMarkdown(): string {
  const sections = Object.entries<Record<string, CanonicalColumn>>(CANONICAL_FILES).map(([kind, columns]) => {
    const rows = Object.entries(columns).map(
      ([name, { type, doc, required }]) =>
        `| \`${name}\` | ${TYPE_TEXTS[type]} | ${required === true ? 'yes' : ''} | ${doc.replaceAll('|', '\\|')} |`,
    );
    const note = NOTES[kind as CanonicalKind];
    return [
      `## ${kind}`,
      ...(note === undefined ? [] : ['', note]),
      '',
      '| column | type | required | meaning |',
      '|---|---|---|---|',
      ...rows,
    ].join('\n');
  });
  return `${[
    '# Canonical files',
    'Canonical files are CSV (plain or gzip), Parquet or .xlsx files in one folder, named `properties`, `transfers`, `contacts`, `suppressions`, `listings` and `rents`. Any of them may be missing. A zip may stand for the one data file in it. Columns come in any order and case. Columns that are not required may be missing; unknown columns are reported and ignored. Dates are read as ISO, M/D/YYYY, M/D/YY, YYYYMMDD and Excel serials, money with or without `$` and commas, codes in the usual spellings of deed types, uses, yes and no. Unknown codes are counted, not guessed.',
    '*Generated from `canonical.ts`: `bun packages/pipeline/src/canonical/canonical-docs.ts`.*',
    ...sections,
  ].join('\n\n')}\n`;
}

if (import.meta.main)
  await Bun.write(new URL('../../../../docs/reference/canonical-files.md', import.meta.url), canonicalMarkdown());
