import { CANONICAL_FILES, type CanonicalColumn, type CanonicalKind } from './canonical.ts';
import { PLACE_COLUMNS } from './sources/mapping.ts';

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
  properties: 'A row needs an address or usable coordinates. Between rows of one parcel the latest import wins.',
  transfers: `A row may carry \`${PLACE_COLUMNS.join('` and `')}\`; without a state it takes that of its parcel on an imported roll.`,
  listings: `A row may carry \`${PLACE_COLUMNS.join('` and `')}\`, as a transfer may.`,
  contacts: 'Phone numbers have 10 digits in any punctuation, with or without a leading 1.',
  rents:
    'What a home of ordinary size lets for, such as the Small Area Fair Market Rents of HUD, for the states that are imported. Between rows of one ZIP code the latest import wins.',
  suppressions:
    'A row needs a value, or the first and last name of a person. A file with a row that cannot be read is refused, so that no entry is lost unseen; `--accept-rejected` imports the other rows.',
};

/** CANONICAL.md: every column of the canonical files with its type, meaning and unit. */
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
    'CSV (plain or gzip), Parquet or .xlsx files named `properties`, `transfers`, `contacts`, `suppressions`, `listings` and `rents`, any of them, in one folder. Columns come in any order and spelling of case; those not required may be missing, and others are reported and passed over. Dates are read as ISO, M/D/YYYY, M/D/YY, YYYYMMDD and Excel serials; money with or without `$` and commas; codes in the usual spellings of deed types, uses, yes and no. Unknown codes are counted, not guessed.',
    '*Generated from `src/canonical.ts` by `bun src/canonical-docs.ts`.*',
    ...sections,
  ].join('\n\n')}\n`;
}

if (import.meta.main) await Bun.write(new URL('../CANONICAL.md', import.meta.url), canonicalMarkdown());
