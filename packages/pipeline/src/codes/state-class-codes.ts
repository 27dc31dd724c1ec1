import type { PropertyType } from '@plat/contracts';

type ClassCodes = readonly (readonly [RegExp, PropertyType])[];

/** Massachusetts property type classification codes; 3 digits, with a local digit or letter appended. */
const MASSACHUSETTS: ClassCodes = [
  [/^101[0-9A-Z]?$/, 'SFR'],
  // 102C is a commercial condominium in that software.
  [/^102[8C]$/, 'OTHER'],
  [/^102[0-9A-Z]?$/, 'CONDO'],
  [/^103[0-9A-Z]?$/, 'MOBILE'],
  [/^10[45][0-9A-Z]?$/, 'MFR'],
  [/^106[0-9A-Z]?$/, 'OTHER'],
  [/^1091$/, 'SFR'],
  [/^109[0-9A-Z]?$/, 'MFR'],
  [/^11[1-8][0-9A-Z]?$/, 'MFR'],
  [/^13[0-9][0-9A-Z]?$/, 'LAND'],
  [/^(?:39|44)[0-3][0-9A-Z]?$/, 'LAND'],
  [/^(?:6|7[0-2]|8)[0-9]+[A-Z]?$/, 'LAND'],
  [/^0?[0-9]{2,3}[A-Z]?$|^[1-9][0-9]{2,3}[A-Z]?$/, 'OTHER'],
];

/** New Hampshire towns on the same assessing software use the Massachusetts numbers. */
const NEW_HAMPSHIRE = MASSACHUSETTS;

/** Florida Department of Revenue land use codes, 2 digits with an optional county pair. */
const FLORIDA: ClassCodes = [
  [/^0?0(?:00|0)?$|^00\d\d$/, 'LAND'],
  [/^0?1(?:\d\d)?$/, 'SFR'],
  [/^0?2(?:\d\d)?$/, 'MOBILE'],
  [/^0?[38](?:\d\d)?$/, 'MFR'],
  [/^0?[45](?:\d\d)?$/, 'CONDO'],
  [/^(?:10|40|70)(?:\d\d)?$/, 'LAND'],
  [/^\d{2}(?:\d\d)?$/, 'OTHER'],
];

/** New York State property type classification codes. */
const NEW_YORK: ClassCodes = [
  [/^21[0-9]$|^2[4-5]0$/, 'SFR'],
  [/^2[23][0-9]$|^28[0-9]$|^411$/, 'MFR'],
  [/^27[0-9]$/, 'MOBILE'],
  [/^3[0-9]{2}$/, 'LAND'],
  [/^[1-9][0-9]{2}$/, 'OTHER'],
];

/** Ohio Department of Taxation land use codes. */
const OHIO: ClassCodes = [
  [/^51[0-9]$/, 'SFR'],
  [/^5[23][0-9]$|^40[1-3]$/, 'MFR'],
  [/^55[0-9]$/, 'CONDO'],
  [/^56[0-9]$/, 'MOBILE'],
  [/^[1345]00$|^50[0-9]$/, 'LAND'],
  [/^[1-9][0-9]{2}$/, 'OTHER'],
];

/** Texas Comptroller (PTAD) categories. */
const TEXAS: ClassCodes = [
  [/^A1$/, 'SFR'],
  [/^(?:A2|M1)$/, 'MOBILE'],
  [/^A3$/, 'CONDO'],
  [/^B\d?$/, 'MFR'],
  [/^(?:C\d?|D1|E4|O\d?)$/, 'LAND'],
  [/^[D-Z]\d$/, 'OTHER'],
];

/** Numeric class codes differ between states, so they are read only with their state. */
export const STATE_CLASS_CODES: Readonly<Record<string, ClassCodes>> = {
  MA: MASSACHUSETTS,
  NH: NEW_HAMPSHIRE,
  FL: FLORIDA,
  NY: NEW_YORK,
  OH: OHIO,
  TX: TEXAS,
};
