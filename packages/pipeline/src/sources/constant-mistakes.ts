import { normaliseState, normaliseZip, STATE_CODES } from '@plat/records';
import { CANONICAL_FILES, type CanonicalColumn, type CanonicalKind } from '../canonical/canonical.ts';
import {
  readDate,
  readDeedType,
  readListingStatus,
  readPropertyType,
  readSaleValidity,
  readSuppressionKind,
  readSuppressionList,
  readVacantAtSale,
  readYesNo,
} from '../codes/index.ts';
import type { ColumnExpression } from './mapping.ts';

const anyState = (reads: (state: string | null) => unknown): boolean =>
  [null, ...STATE_CODES].some((state) => reads(state) !== null);

/** Whether a column can read a text, and the problem if not. */
const READS: Readonly<Record<string, readonly [what: string, reads: (text: string) => boolean]>> = {
  state: ['a US state', (text) => normaliseState(text) !== null],
  zip: ['a ZIP code', (text) => normaliseZip(text) !== null],
  fips: ['a 5-digit county code', (text) => /^\d{4,5}$/.test(text)],
  property_type: ['a known code of property_type', (text) => anyState((state) => readPropertyType(text, state))],
  deed_type: ['a known code of deed_type', (text) => readDeedType(text) !== null],
  sale_validity: ['a known code of sale_validity', (text) => anyState((state) => readSaleValidity(text, state))],
  vacant_at_sale: ['bare land or improved', (text) => readVacantAtSale(text) !== null],
  status: ['a known code of status', (text) => readListingStatus(text) !== null],
  kind: ['phone, email or person', (text) => readSuppressionKind(text) !== null],
  list: ['a known list', (text) => readSuppressionList(text) !== null],
};
const LATEST = '9999-12-30';

/** Constants of a mapping that their column cannot read, each with its JSON path. */
export function constantMistakes(
  kind: CanonicalKind,
  column: string,
  expression: ColumnExpression,
  path: string,
): string[] {
  return wholeConstants(expression, path).flatMap(({ path: place, text }) => {
    const what = text === '' ? null : unreadableAs(kind, column, text);
    return what === null ? [] : [`${place}: "${text}" is not ${what}`];
  });
}

function unreadableAs(kind: CanonicalKind, column: string, text: string): string | null {
  const known = Object.hasOwn(READS, column) ? READS[column] : undefined;
  if (known !== undefined) return known[1](text) ? null : known[0];
  const type = (CANONICAL_FILES[kind] as Readonly<Record<string, CanonicalColumn>>)[column]?.type;
  if (type === 'date') return readDate(text, LATEST).status === 'unreadable' ? 'a date' : null;
  if (type === 'boolean') return readYesNo(text) === null ? 'yes or no' : null;
  if (type !== 'integer' && type !== 'number' && type !== 'money') return null;
  const number = Number(text.replace(/[$,\s]/g, ''));
  return Number.isFinite(number) ? null : 'a number';
}

/** The constants that may become a whole cell; parts of a text or number cannot be checked alone. */
function wholeConstants(expression: ColumnExpression, path: string): { path: string; text: string }[] {
  if (typeof expression === 'string') return [];
  if ('constant' in expression) return [{ path: `${path}/constant`, text: expression.constant }];
  if ('firstOf' in expression)
    return expression.firstOf.flatMap((one, at) => wholeConstants(one, `${path}/firstOf/${at}`));
  if ('without' in expression) return wholeConstants(expression.without, `${path}/without`);
  if ('codes' in expression)
    return Object.entries(expression.as).map(([code, text]) => ({ path: `${path}/as/${code}`, text }));
  return [];
}
