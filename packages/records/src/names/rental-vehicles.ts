/** US states of the larger rental portfolios, in full and as postal codes; rolls cut and misspell CAROLINA. */
const STATE =
  '(?:NORTH|NORHT|NOTH|SOUTH) CAR[A-Z]*|NEW (?:JERSEY|MEXICO|YORK)|FLORIDA|GEORGIA|TEXAS|ARIZONA|NEVADA|TENNESSEE|OHIO|' +
  'INDIANA|ILLINOIS|CALIFORNIA|COLORADO|DELAWARE|WASHINGTON|NC|SC|FL|GA|TX|AZ|NV|TN|OH|CA|CO|UT|MO|KS|OK|AL|MS|KY|VA|MD|DE|IL';
const STATE_OR_ITS_TYPO = `(?:${STATE}|NORTHA? CAR[A-Z]*)`;
const NUMBER_WORD = '(?:ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN)';
/** Vehicles of commercial mortgages are borrowers too. */
const COMMERCIAL = '(?!.*\\b(?:HOTELS?|STORAGE|OFFICES?|RETAIL|MALL|INDUSTRIAL|APARTMENTS|SENIOR|MHP|MHC)\\b)';
/** BORROWER as rolls cut and misspell it. */
const BORROWER = '(?:BORROWERS?|BR?OR?ROWER|BORROWE)';

const SFR: readonly RegExp[] = [
  // SFR as a word, or SFE for equity, but not one landlord's SFR HOLDINGS LLC; glued to a code, as in MCHSFR, or to a number.
  /\bSF[RE]\b(?! HOLDINGS LLC$)/,
  /\bS F R (?:PROPERTY|PROPERTIES|ASSETS?|ACQUISITIONS?|PORTFOLIO|RENTALS?)\b|\bS F R\b.*\b(?:OWNER|BORROWER)\b/,
  /[A-Z\d]SFR\d?\b|\bSFR\d\b/,
];

const BORROWERS_AND_OWNERS: readonly RegExp[] = [
  /^(?:[A-Z]+ |[A-Z] [A-Z] (?:[A-Z] )?)?20\d\d (?:AND )?\d\d? (?:[A-Z0-9]+ ){0,3}BORROWER\b/,
  new RegExp(`^${COMMERCIAL}.*\\b${BORROWER}\\b(?! AND\\b)`),
  // A borrower of a series whose last word the roll dropped: ARP 2014 1, 20182 IH
  /^[A-Z]{2,4} 20\d\d ?\d$|^20\d\d ?\d [A-Z]{2}\d?$/,
  /\bPROPERTY OWNER (?:\d{1,2}|[IVX]+)\b|\bRESIDENTIAL PROPERTY OWNER\b/,
  /\bOWNW?ERS?CO\b/,
  // A subsidiary, which may hold the real estate that a lender took back.
  /^[A-Z]{3,4} SUB LLC$|^[A-Z]{3,4} REO SUB\b|^[B-DF-HJ-NP-TV-XZ]{3,4} SUB$/,
  /\bREO (?:[IVX]+|\d{1,2}) (?:LLC|LP|CORP|INC|TRUST)\b/,
  /\bRESIDENTIAL LEASING\b/,
];

const SERIES: readonly RegExp[] = [
  // ALTO ASSET CO 1, SAFARI ONE ASSET CO; without the last words ALTO ASSET; MUPR3 ASSETS, BAF ASSETS 2
  /\bASSETT? CO(?:MP[A-Z]*)?\b/,
  /^[A-Z ]+ ASSETT?$/,
  /^[A-Z]{2,5} ?\d{0,2} ?ASSETT?S? \d{1,2}(?: LLC)?$|^[A-Z]{2,5} ?\d{1,2} ASSETS?(?: LLC)?$/,
  // PROPERTY GROUP 2016 02 OPERATING CO: a series of a year
  /\b20[12]\d ?\d{0,2} OP(?:ERATI[A-Z]*)?\b|\b0\d OPERATI/,
  /\b(?:RES|RESI|RESIDENTIAL|PROP|PROPERTY|GROUP|GRP|PORTFOLIO|SMA|HOMES|HOLDINGS) (?:(?:20[12]\d )?0\d|20[12]\d \d{1,2})\b/,
  new RegExp(`^PROPERTIES ${NUMBER_WORD} LLC$`),
];

const HOMES_FOR_RENT: readonly RegExp[] = [
  // AH4R, HOMES 4 RENT; a roll without digits drops the 4.
  /\b[A-Z]{1,3}4R\b|\bHOMES? (?:\d ?)?RENT\b|\bHOMES 4 REST\b/,
  new RegExp(`\\bHOMES\\b.* (?:${STATE}) LP$`),
  /\bHOMES (?:TAX|LEGAL) DEPT\b/,
];

const CODES: readonly RegExp[] = [
  // IH6 PROPERTY NORTH CAROLINA, IH3 NORTH CAROLINA, AMH NC PROPERTIES, CSHP ONE LP, CSH PROPERTY ONE
  new RegExp(`^[A-Z]{2}\\d (?:PROPERT[A-Z]+|PROP) (?:OF )?(?:LP$|\\d|(?:${STATE})\\b)`),
  new RegExp(`^(?:[A-Z]{2}|1[A-Z])\\d (?:${STATE_OR_ITS_TYPO}(?: LP)?|PRO[A-Z]*|PTNRP|PTP)$`),
  new RegExp(`^(?:[A-Z]{3,4}|[A-Z]{2}\\d) (?:(?:${STATE}) PROP[A-Z]*\\b|PROP[A-Z]* (?:OF )?(?:${STATE})\\b).* ?LP\\b`),
  new RegExp(`^(?:[A-Z] ?){3} (?:${STATE}) (?:PROP[A-Z]*|DEV(?:ELOPMENT)?)\\b`),
  new RegExp(`^(?:[A-Z]{3}|[A-Z\\d]{2,3}\\d) (?:PRO[A-Z]* )?${STATE_OR_ITS_TYPO}(?: [IVX]+)? LP\\b`),
  new RegExp(`^[A-Z\\d]{2,3}\\d PROPERTY (?:${STATE})$|^(?:${STATE}) LP [A-Z]{2}\\d PROPERTY$`),
  // COLFIN AH NORTH CAROLINA 2 LLC
  new RegExp(`^[A-Z]{4,} [A-Z]{2} (?:${STATE}) \\d LLC$`),
  new RegExp(`^[A-Z]{3,4} (?:PROPERTIES |PROPERTY )?${NUMBER_WORD}(?: LP)+$|^[A-Z]{3} PROPERTYE? ${NUMBER_WORD}\\b`),
];

/**
 * Forms of names that single-family rental companies give their vehicles, whatever their brand
 * (docs/rules/institutions.md). Matched against normalised names.
 */
export const RENTAL_VEHICLES: readonly RegExp[] = [
  ...SFR,
  ...BORROWERS_AND_OWNERS,
  ...SERIES,
  ...HOMES_FOR_RENT,
  ...CODES,
];

/** Parent of a vehicle whose form alone is known. */
export const RENTAL_VEHICLE = 'Single-family rental vehicle';
