import { RENTAL_VEHICLE, RENTAL_VEHICLES } from './rental-vehicles.ts';

export interface Institution {
  /** `ibuyer` buys to resell at once; `alias` is a large landlord (docs/rules/institutions.md). */
  kind: 'alias' | 'ibuyer';
  parent: string;
}

/** A brand at the start of a name, with at most one letter missing, added, replaced or swapped with the next. */
function misspelt(brand: string): RegExp {
  const spellings = [brand];
  for (let at = 1; at <= brand.length; at += 1) {
    const [before, letter, after] = [brand.slice(0, at), brand.charAt(at), brand.slice(at + 1)];
    spellings.push(`${before}[A-Z]${letter}${after}`);
    if (letter === '') continue;
    spellings.push(`${before}[A-Z]?${after}`);
    if (after !== '') spellings.push(`${before}${after.charAt(0)}${letter}${after.slice(1)}`);
  }
  return new RegExp(`^(?:${spellings.join('|')})\\b`);
}

/**
 * Names under which large single-family landlords and iBuyers take title, from public sources: securitisation
 * prospectuses, subsidiary lists in SEC filings and company statements. Matched against normalised names.
 */
const ALIASES: readonly (readonly [parent: string, ...patterns: RegExp[]])[] = [
  [
    'Invitation Homes',
    // 2017 1 IH BORROWER, IH3 PROPERTY FLORIDA, IH2 BORROWER 2015 3: numbers may come first or last.
    /^(?:[\d ]*\d )?(?:SFR \d )?IH ?\d? ?(?:PROPERTY|PROPERTIES|BORROWER|ASSET|SFR|MERGER|PROP|BORR)/,
    /^20\d\d (?:AND )?\d (?:IH ?\d?|1H\d?|I H ?\d?)\b/,
    /\b[I1]H ?[2-6]\b/,
    /^IH (?:DE|THR|PTNRP)\b/,
    /^INVITATION HOMES?\b/,
    /^THR (?:PROPERTY|CALIFORNIA|FLORIDA|GEORGIA|NEVADA|PHOENIX|NORTH CAROLINA|ILLINOIS|WASHINGTON)\b/,
    /^THR [A-Z ]+ (?:LP|LLC)$/,
    /^(?:SWAY|SWH|CSH|CAH|CSHP) (?:20\d\d|BORROWER|PROPERTY|ONE|TWO|THREE)\b/,
    /^(?:THR|SWAY|SWH|CSH|CSHP|SRPS)(?: (?:NC|LP|LLC|LC|DE|PARTNERSHIP|PTNRP))*$/,
    /^STARWOOD WAYPOINT\b/,
    /^SRP SUB\b/,
    /^SRPS (?:NC|LP|[A-Z]{2} LP)\b/,
    /^SFR JAVEL/,
    /^(?:CSFR )?COLFIN A[HIM]/,
    /^CSFR COLFIN\b/,
    /^COLONY (?:AMERICAN|STARWOOD)\b/,
    /^WAYPOINT (?:HOMES|BOREALIS)\b/,
  ],
  [
    'American Homes 4 Rent',
    // Rolls without digits drop the 4.
    /\bAMER(?:ICAN)? ?HOMES? ?(?:4|FOUR|FOR)? ?RENT/,
    /^AMERICAN HOMES INVESTMENTS?\b/,
    /^A ?H ?4 ?R\b/,
    /^A ?M ?H (?=.*(?:\d|LLC|LP|PROP|BOR|DEV|PORTFOLIO|ROMAN|VENTURE|HB|PTNRP|[A-Z]{2} PROP))/,
    /^BEAZER (?:PRE OWNED|RENTAL HOMES)\b/,
    /^AMERICAN HOMES (?:4|FOUR)\b/,
    /^A ?R ?P ?I? 20\d\d\b/,
    /^AMERICAN RESIDENTIAL (?:LEASING|PROPERTIES (?:OP|TRS))\b/,
  ],
  [
    'Progress Residential',
    /^PROGRESS RESID?ENTIAL\b/,
    /^PROGRESS [A-Z]+ (?:LLC|LP)$/,
    /^FREO\b/,
    /^PROGRESS\b.* BORROWER\b/,
    /^P ?\d SFR\b/,
    misspelt('YAMASA'),
  ],
  [
    'Pretium Partners',
    /^RES(?:IDENTIAL|I)? HOME (?:BUYER|OWNER)\b/,
    /^HOME SFR BORROWER\b/,
    /^PRETIUM\b/,
    /^FRONT YARD RESIDENTIAL\b/,
    /^FYR SFR\b/,
    /^HAVEN ?BROOK\b/,
    /^ALTISOURCE RESIDENTIAL\b/,
    /^ARLP\b/,
    /^R ?E ?S ?I (?:S ?F ?R|TL\d|REO)/,
  ],
  ['FirstKey Homes', /^FKH\b/, /^FIRST ?KEY HOMES?\b/, /^CERBERUS SFR\b/],
  [
    'Tricon Residential',
    /^TAH (?:MS|HOLDING|BORROWER|20\d\d|[A-Z ]+ (?:LP|LLC)$)\b/,
    /^TRICON\b/,
    /^SFR (?:JV|JV ?\d|HD|II|III)\b/,
    /^SFR ACQUISITIONS\b/,
    /^SILVER BAY (?:PROPERTY|REALTY|OPERATING)\b/,
    /^SBY 20\d\d\b/,
  ],
  [
    'Amherst Residential',
    /^(?:MUPR|BAF|ARMM|SRMZ|ARVM|ARV[EN]|AVRM|TCVM|AMNL|EPH) ?(?:\d|[IVX]+\b|ASSETS?\b)/,
    /^MUPR\b/,
    /^ALTO ASSET\b/,
    /^RESICAP\b/,
    /^MAIN ?STREET RENEWAL\b/,
    /^AMHERST (?:RES|SFR|HOLDINGS)/,
    /^CPI? ?(?:AND|\/)? ?AMHERST\b/,
    /\bUS SFE ASSET\b/,
    /\bSFE (?:[IVX]+|\d)\b/,
    /^SAFARI\b.* ASSETS?\b/,
    /^RM1 SFR\b/,
    /^RH (?:[A-Z]+ )?OWN[A-Z]*CO\b/,
    /^(?:BAF|ARVM|ARMM|SRMZ|MUPR)(?: (?:TRS|ASSE[A-Z]*|LLC))*$/,
    /^VM PRONTO\b/,
    /^STAR 20\d\d SFR ?\d BORROWER\b/,
  ],
  [
    'VineBrook Homes',
    /^VINE ?BROOK (?:HOMES|ANNEX|PROPERTY)\b/,
    /^VINEBROOK\b/,
    /^VB (?:ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|I|II|III|IV)\b/,
    /^NREA VB\b/,
    // VineBrook bought the series of 2013 from Conrex in 2021, with its numbered owners.
    /^CONREX RES[A-Z]* (?:PROP[A-Z]* )?(?:GR(?:OU)?P )?2013/,
    /^REX RESIDENTIAL PROPERTY OWNER (?:A|[IVX]+)\b/,
    /^P FIN (?:[IVX]+|\d+)\b/,
  ],
  ['Home Partners of America', /^HOME PARTNERS OF AMERICA\b/, /^HPA\b/, /^HP [A-Z]+(?: [A-Z]+)? I LLC$/, /^OPVHHJV\b/],
  ['Sylvan Road', /^SYLVAN (?:HOMES|ROAD CAPITAL)\b/],
  [
    'Rithm Capital',
    /^NEW RESIDENTIAL BORROWER\b/,
    /^ADOOR (?:PROPERTY|HOMES|TRUST|LLC)\b/,
    /^GUARDIAN ASSET HOMES\b/,
    /^CROWNE (?:PROPERTY )?ACQUI/,
  ],
  ['Roofstock', /^ROOFSTOCK\b/, /^RS RENTAL\b/],
  ['Divvy Homes', /^DIVVY HOMES?\b/],
  [
    'Brookfield',
    /^CONREX (?:HOMES|MASTER|ML|.*SMA|.*\b20(?:1[24-9]|2\d)|.*\b0[1-9])\b/,
    /^CONREX .*\b20(?:1[24-9]|2\d)/,
    /^REX RESIDENTIAL PROPERTY OWNER LLC$/,
    /^MAYMONT HOMES?\b/,
    /^BSFR\b/,
    /^BPREP SFR\b/,
  ],
  // Without its year a series may be Brookfield's or the one of 2013, which VineBrook bought.
  ['Conrex', misspelt('CONREX'), /^REX RESIDENTIAL(?: PROPERTY\b|$)/],
  // Each state has vehicles of its own, named after Finnish architects.
  [
    'Aalto Invest',
    /^(?:A[IL][MN]O|ANIO|ALVAR|MHL|WGH) ?(?:DLC )?(?:NC|FL|GA|SC|TN|TX|NORTH CAROLINA|FLORIDA|GEORGIA)(?: LLC| INC)?$/,
    /^TAMINA HOLDING\b/,
  ],
  ['KKR', /^MY COMMUNITY HOMES\b/, /^MCH SFR\b/],
  ['Second Avenue', /^(?:SECOND AVENUE|2ND AVENUE|SECOND AVE) (?:SFR|GROUP|HOMES)\b/],
  ['Bridge Investment Group', /^BRIDGE SFR\b/, /^GORELICK BROTHERS\b/],
  ['Hudson Homes', /^HUDSON SFR\b/, /^HUDSON HOMES MANAGEMENT\b/],
  ['Camillo Properties', /^CAMILLO (?:PROPERTIES|HOMES|SFR)\b/],
  ['Streetlane Homes', /^STREET ?LANE HOMES\b/],
  ['Kairos Living', /^KAIROS LIVING\b/],
  ['Arrived Homes', /^ARRIVED HOMES?\b/],
  ['ResiBuilt', /^RESIBUILT\b/],
  ['Appreciate', /^RNTR \d\b/],
  ['SFR3', /^SFR3\b/],
  ['Reven Housing REIT', /^REVEN HOUSING\b/],
];

const IBUYERS: readonly (readonly [parent: string, ...patterns: RegExp[]])[] = [
  [
    'Opendoor',
    /^OPEN ?DOOR (?:PROPERTY|HOMES|LABS|BROKERAGE)\b/,
    /^OPENDOOR\b/,
    /^OD (?:HOMES|PROPERTY|SPE|WARM|[A-Z]+ (?:SPE|LLC)$)/,
  ],
  ['Offerpad', /^OFFER ?PAD\b/, /^OP SPE\b/, /^OP GOLD\b/],
  ['Zillow', /^ZILLOW\b/],
  ['RedfinNow', /^REDFIN ?NOW\b/, /^RDFN VENTURES\b/],
  ['Knock', /^KNOCK (?:HOMES?|BORROWER|SPE)\b/],
  ['Orchard', /^ORCHARD (?:PROPERTY|HOMES) (?:I|II|III|IV|V|LLC|SPE)\b/],
  ['Ribbon', /^RIBBON HOMES?\b/],
];

/** Makes spaces between the fixed words of a pattern optional, because rolls join words (INVITATIONHOMES). */
function lenient(pattern: RegExp): RegExp {
  const { source } = pattern;
  return source.includes('+') ? pattern : new RegExp(source.replaceAll(' ', ' ?').replace(/(?<= .*)\\b$/, ''));
}

const INSTITUTIONS: (Institution & { pattern: RegExp })[] = [
  ...IBUYERS.map((row) => ({ kind: 'ibuyer' as const, row })),
  ...ALIASES.map((row) => ({ kind: 'alias' as const, row })),
].flatMap(({ kind, row: [parent, ...patterns] }) =>
  patterns.map((pattern) => ({ kind, parent, pattern: lenient(pattern) })),
);
for (const pattern of RENTAL_VEHICLES) INSTITUTIONS.push({ kind: 'alias', parent: RENTAL_VEHICLE, pattern });

/** One combined pattern rejects nearly every name in a single test. */
const ANY = new RegExp(INSTITUTIONS.map(({ pattern }) => `(?:${pattern.source})`).join('|'));

/**
 * The large landlord or iBuyer of a normalised name by the curated list (docs/rules/institutions.md), or null. The
 * list covers names whose size is not visible in one county; size in the data is judged elsewhere.
 * @param isLeftOut for measuring: leaves out the patterns of a parent, as if nobody had read its names.
 */
export function isInstitution(nameKey: string, isLeftOut?: (parent: string) => boolean): Institution | null {
  if (!ANY.test(nameKey)) return null;
  for (const { kind, parent, pattern } of INSTITUTIONS) {
    if (isLeftOut?.(parent) !== true && pattern.test(nameKey)) return { kind, parent };
  }
  return null;
}

const ANY_IBUYER = new RegExp(
  IBUYERS.flatMap(([, ...patterns]) => patterns.map((p) => `(?:${lenient(p).source})`)).join('|'),
);

/** Whether a normalised name is one of an iBuyer: a company that offers for homes at sight, to resell them. */
export const isIbuyer = (nameKey: string): boolean => ANY_IBUYER.test(nameKey);
