import { type CanonicalKind, RENT_COLUMNS } from '../canonical/canonical.ts';
import { PERSON_FORMS } from '../codes/index.ts';

/** A reason to reject a row. SQL sees `t_<column>` (text), `v_<column>` (value), `p_<column>` (problem). */
export interface RowCheck {
  column: string;
  reason: string;
  fails: string;
  /** SQL of the offending text. */
  text: string;
}

const missing = (column: string): RowCheck => ({
  column,
  reason: `${column} is missing`,
  fails: `v_${column} IS NULL AND t_${column} IS NULL`,
  text: 'NULL',
});
const unreadable = (column: string, problem: string): RowCheck => ({
  column,
  reason: `${column} is ${problem}`,
  fails: `p_${column} = '${problem}'`,
  text: `t_${column}`,
});
const isUnknownDate = (column: string): RowCheck => ({
  column,
  reason: `${column} is a placeholder for an unknown date`,
  fails: `v_${column} IS NULL`,
  text: `t_${column}`,
});

const unknownForm = (kind: string, form: string): RowCheck => ({
  column: 'value',
  reason: `value is not ${form}`,
  fails: `v_value IS NULL AND v_kind = '${kind}'`,
  text: 'coalesce(t_value, t_person)',
});

const TOO_LONG: RowCheck = {
  column: '',
  reason: 'more cells than the header',
  fails: 'too_long IS NOT NULL',
  text: 'too_long',
};

const PARCEL = missing('parcel_id');
const STATE_UNREADABLE = unreadable('state', 'not a US state');
/** Rows that may take their state from the roll. */
const PLACED_BY_ROLL: readonly RowCheck[] = [
  STATE_UNREADABLE,
  {
    column: 'parcel_id',
    reason: 'state unknown: the parcel is on rolls of several states',
    fails: 'v_region IS NULL AND roll_regions > 1',
    text: 't_parcel_id',
  },
  {
    column: 'parcel_id',
    reason: 'state unknown: the parcel is on no imported roll and the row names no state',
    fails: 'v_region IS NULL',
    text: 't_parcel_id',
  },
];

const CHECKS: Readonly<Record<CanonicalKind, readonly RowCheck[]>> = {
  properties: [
    TOO_LONG,
    PARCEL,
    missing('state'),
    STATE_UNREADABLE,
    {
      column: 'address',
      reason: 'neither an address nor usable coordinates',
      fails: 'v_address IS NULL AND v_latitude IS NULL',
      text: 'NULL',
    },
  ],
  transfers: [
    TOO_LONG,
    PARCEL,
    missing('sale_date'),
    unreadable('sale_date', 'a date in the future'),
    unreadable('sale_date', 'not a date'),
    isUnknownDate('sale_date'),
    ...PLACED_BY_ROLL,
  ],
  contacts: [TOO_LONG, missing('name')],
  suppressions: [
    TOO_LONG,
    missing('kind'),
    unreadable('kind', 'not phone, email or person'),
    { column: 'value', reason: 'value is missing', fails: 'coalesce(t_value, t_person) IS NULL', text: 'NULL' },
    unknownForm('phone', 'a phone number of 10 digits'),
    unknownForm('email', 'an e-mail address'),
    unknownForm('person', `a person; write ${PERSON_FORMS}`),
  ],
  listings: [TOO_LONG, missing('listing_id'), PARCEL, ...PLACED_BY_ROLL],
  rents: [
    TOO_LONG,
    missing('zip'),
    {
      column: 'zip',
      reason: 'zip is not a ZIP code',
      fails: `NOT regexp_full_match(v_zip, '\\s*(\\d{3,5}|\\d{8,9})(\\.0+|\\s*-\\s*\\d{0,4})?\\s*')`,
      text: 't_zip',
    },
    missing('state'),
    STATE_UNREADABLE,
    {
      column: 'rent_2_bedrooms',
      reason: 'no rent for any number of bedrooms',
      fails: `coalesce(${RENT_COLUMNS.map((column) => `v_${column}`).join(', ')}) IS NULL`,
      text: 'NULL',
    },
  ],
};

/** The checks of a kind, in order; the first that fails names the reject. */
export const rowChecks = (kind: CanonicalKind): readonly RowCheck[] => CHECKS[kind];
