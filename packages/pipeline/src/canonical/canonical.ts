import { FACT_KINDS, type FactKind } from '@plat/dataset';

/**
 * The canonical files: the target of every source mapping and the input of `plat import canonical`. This list
 * defines the reader's schema, the reference page and the mapping vocabulary.
 */
export type CanonicalType = 'text' | 'integer' | 'number' | 'money' | 'date' | 'boolean' | 'code';

export interface CanonicalColumn {
  type: CanonicalType;
  /** Unit or meaning, for the reference page. */
  doc: string;
  required?: boolean;
}

const text = (doc: string): CanonicalColumn => ({ type: 'text', doc });
const integer = (doc: string): CanonicalColumn => ({ type: 'integer', doc });
const number = (doc: string): CanonicalColumn => ({ type: 'number', doc });
const money = (doc: string): CanonicalColumn => ({ type: 'money', doc });
const date = (doc: string): CanonicalColumn => ({ type: 'date', doc });
const code = (doc: string): CanonicalColumn => ({ type: 'code', doc });

export const CANONICAL_FILES = {
  properties: {
    parcel_id: { type: 'text', doc: "the assessor's identifier of the parcel, unique in its state", required: true },
    fips: text('5-digit county FIPS code'),
    apn: text("assessor's parcel number as printed"),
    address: text('situs address line, with or without the unit'),
    unit: text('unit designator or number, when not in the address line'),
    city: text('situs city'),
    state: { type: 'code', doc: 'two-letter USPS state code', required: true },
    zip: text('5 or 9 digit ZIP code'),
    county: text('county name'),
    latitude: number('decimal degrees, WGS 84'),
    longitude: number('decimal degrees, WGS 84'),
    property_type: code('SFR, MFR, CONDO, MOBILE, LAND or OTHER'),
    land_use: code("the assessor's use code or text, read when property_type is absent"),
    bedrooms: number('count'),
    bathrooms: number('count, halves allowed'),
    living_square_feet: integer('square feet'),
    lot_square_feet: integer('square feet'),
    year_built: integer('calendar year'),
    units_count: integer('dwelling units'),
    quality_grade: number("the assessor's grade of construction as a number, more is better"),
    effective_year_built: integer('calendar year that the building is as good as, after renovation'),
    waterfront: { type: 'boolean', doc: 'on the water' },
    subdivision: text('subdivision or neighbourhood name'),
    flood_zone: text('FEMA zone'),
    owner_name_1: text('owner of record'),
    owner_name_2: text('co-owner, or the rest of a wrapped name'),
    mailing_address: text("owner's mailing street line"),
    mailing_city: text("owner's mailing city"),
    mailing_state: text("owner's mailing state"),
    mailing_zip: text("owner's mailing ZIP code"),
    homestead: { type: 'boolean', doc: 'owner-occupancy exemption on record' },
    assessed_land_value: money('US dollars'),
    assessed_improvement_value: money('US dollars'),
    estimated_value: money('US dollars, market value'),
    estimated_rent: money('US dollars a month, of all homes on the parcel'),
  },
  transfers: {
    parcel_id: { type: 'text', doc: 'parcel conveyed', required: true },
    document_id: text('recording document (book and page or instrument number)'),
    sale_date: { type: 'date', doc: 'date of the deed', required: true },
    recorded_date: date('date of recording'),
    price: money('US dollars; null when not disclosed'),
    grantor: text('seller as recorded'),
    grantee: text('buyer as recorded'),
    deed_type: code('deed type, read leniently'),
    sale_validity: code("the source's own verdict on arm's length; its state decides what a number means"),
    vacant_at_sale: {
      type: 'boolean',
      doc: 'the parcel was bare land when it was sold; V and I, LAND and LAND & BUILDING are read too',
    },
    buyer_mailing_address: text("buyer's mailing street line"),
    buyer_mailing_city: text("buyer's mailing city"),
    buyer_mailing_state: text("buyer's mailing state"),
    buyer_mailing_zip: text("buyer's mailing ZIP code"),
    loan_amount: money('US dollars; 0 when recorded as cash'),
    lender: text('lender as recorded'),
  },
  contacts: {
    name: { type: 'text', doc: 'owner name that the contact belongs to', required: true },
    mailing_address: text('mailing street line'),
    mailing_city: text('mailing city'),
    mailing_state: text('mailing state'),
    mailing_zip: text('mailing ZIP code'),
    first_name: text('person behind the name'),
    last_name: text('person behind the name'),
    wireless_1: text('10-digit NANP number'),
    wireless_2: text('10-digit NANP number'),
    wireless_3: text('10-digit NANP number'),
    wireless_4: text('10-digit NANP number'),
    landline_1: text('10-digit NANP number'),
    landline_2: text('10-digit NANP number'),
    email_1: text('address'),
    email_2: text('address'),
    email_3: text('address'),
  },
  suppressions: {
    kind: { type: 'code', doc: 'phone, email or person', required: true },
    value: text(
      'the number, the address, or the person: "FIRST LAST|ZIP" or "LAST, FIRST|ZIP", with or without the ZIP code',
    ),
    first_name: text('of a person, when not in value'),
    last_name: text('of a person, when not in value'),
    zip: text('5 or 9 digit ZIP code of a person, when not in value; without one the entry holds for every ZIP code'),
    list: text('national_dnc, state_dnc, opt_out, litigator, reassigned or deletion'),
    listed_on: date('date of the snapshot or request'),
  },
  listings: {
    listing_id: { type: 'text', doc: "the MLS's identifier", required: true },
    parcel_id: { type: 'text', doc: 'parcel sold', required: true },
    status: code('closed, active, pending ...; only closed ones are used'),
    list_date: date('date listed'),
    close_date: date('date closed'),
    close_price: money('US dollars'),
  },
  rents: {
    zip: { type: 'text', doc: '5 or 9 digit ZIP code', required: true },
    state: { type: 'code', doc: 'two-letter USPS state code', required: true },
    rent_0_bedrooms: money('US dollars a month, a studio'),
    rent_1_bedroom: money('US dollars a month, 1 bedroom'),
    rent_2_bedrooms: money('US dollars a month, 2 bedrooms'),
    rent_3_bedrooms: money('US dollars a month, 3 bedrooms'),
    rent_4_bedrooms: money('US dollars a month, 4 bedrooms or more'),
  },
} as const satisfies Record<FactKind, Record<string, CanonicalColumn>>;

export type CanonicalKind = FactKind;
export const CANONICAL_KINDS = FACT_KINDS;
export type CanonicalColumnName<Kind extends CanonicalKind> = keyof (typeof CANONICAL_FILES)[Kind] & string;

/** Columns of the file `rents` by number of bedrooms, from 0 to 4 or more. */
export const RENT_COLUMNS = [
  'rent_0_bedrooms',
  'rent_1_bedroom',
  'rent_2_bedrooms',
  'rent_3_bedrooms',
  'rent_4_bedrooms',
] as const satisfies readonly CanonicalColumnName<'rents'>[];
