/** US states of the larger rental portfolios, in full and as postal codes; rolls cut and misspell CAROLINA. */
const STATE =
  '(?:NORTH|NORHT|NOTH|SOUTH) CAR[A-Z]*|NEW (?:JERSEY|MEXICO|YORK)|FLORIDA|GEORGIA|TEXAS|ARIZONA|NEVADA|TENNESSEE|OHIO|' +
  'INDIANA|ILLINOIS|CALIFORNIA|COLORADO|DELAWARE|WASHINGTON|NC|SC|FL|GA|TX|AZ|NV|TN|OH|CA|CO|UT|MO|KS|OK|AL|MS|KY|VA|MD|DE|IL';
const NUMBER_WORD = '(?:ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN)';
/** Vehicles of commercial mortgages are borrowers too. */
const COMMERCIAL = '(?!.*\\b(?:HOTELS?|STORAGE|OFFICES?|RETAIL|MALL|INDUSTRIAL|APARTMENTS|SENIOR|MHP|MHC)\\b)';

/**
 * Forms of names that single-family rental companies give their vehicles, whatever their brand
 * (docs/rules/institutions.md). Matched against normalised names.
 */
export const RENTAL_VEHICLES: readonly RegExp[] = [
  /\bS ?F ?R\b.*\b(?:OWNER|BORROWER|BORR|PROPCO|JV|PROGRAM|SUB|TRS|MASTER)\b/,
  /\b20\d\d SFR ?\d|^SFR 20\d\d\b/,
  // On a roll that drops generic words, the name ends in SFR.
  /^[A-Z]+(?: [A-Z]+)* SFR$/,
  /^(?:[A-Z]+ |[A-Z] [A-Z] (?:[A-Z] )?)?20\d\d (?:AND )?\d\d? (?:[A-Z0-9]+ ){0,3}BORROWER\b/,
  new RegExp(`^${COMMERCIAL}.*\\bBORROWERS?\\b(?! AND\\b)`),
  /\bPROPERTY OWNER (?:\d{1,2}|[IVX]+)\b/,
  /\bOWNERS?CO\b/,
  // SFR, or SFE for equity, before the word for a holding; glued to a code, as in MCHSFR, or to a number.
  /\bS ?F ?[RE] (?:PROPERTY|PROPERTIES|ASSETS?|ACQUISITIONS?|PORTFOLIO|RENTALS?|(?:[IVX]+|\d{1,2})\b)/,
  /[A-Z\d]SFR\d?\b|\bSFR\d\b/,
  // AH4R, HOMES 4 RENT
  /\b[A-Z]{1,3}4R\b|\bHOMES? \d ?RENT\b/,
  // ALTO ASSET CO 1, MUPR3 ASSETS, BAF ASSETS 2
  new RegExp(`^(?:[A-Z]+ )+ASSETT? CO (?:\\d{1,2}|${NUMBER_WORD})\\b`),
  /^[A-Z]{2,5} ?\d{0,2} ?ASSETT?S? \d{1,2}(?: LLC)?$|^[A-Z]{2,5} ?\d{1,2} ASSETS?(?: LLC)?$/,
  // IH6 PROPERTY NORTH CAROLINA, AMH NC PROPERTIES LP, CSHP ONE LP, CSH PROPERTY ONE
  new RegExp(`^[A-Z]{2}\\d (?:PROPERT[A-Z]+|PROP) (?:OF )?(?:LP$|\\d|(?:${STATE})\\b)`),
  new RegExp(`^(?:[A-Z]{3,4}|[A-Z]{2}\\d) (?:(?:${STATE}) PROP[A-Z]*\\b|PROP[A-Z]* (?:OF )?(?:${STATE})\\b).* ?LP\\b`),
  new RegExp(`^[A-Z]{3,4} (?:PROPERTIES |PROPERTY )?${NUMBER_WORD}(?: LP)+$|^[A-Z]{3} PROPERTY ${NUMBER_WORD}\\b`),
  // PROPERTY GROUP 2016 02 OPERATING CO: a series of a year
  /\b20[12]\d ?0\d OP(?:ERATI[A-Z]*)?\b|\b0\d OPERATI/,
];

/** Parent of a vehicle whose form alone is known. */
export const RENTAL_VEHICLE = 'Single-family rental vehicle';
