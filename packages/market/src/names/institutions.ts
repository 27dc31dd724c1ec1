export interface Institution {
  /** `ibuyer` buys to resell at once; `alias` is a landlord of decision C.5. */
  kind: 'alias' | 'ibuyer';
  parent: string;
}

/**
 * Names under which large single-family landlords and iBuyers take title, from public knowledge: securitisation
 * prospectuses, lists of subsidiaries in SEC filings and the companies' own statements. Matched against normalised names.
 */
const ALIASES: readonly (readonly [parent: string, ...patterns: RegExp[]])[] = [
  [
    'Invitation Homes',
    /^(?:[\d ]*\d )?(?:SFR \d )?IH\d? (?:PROPERTY|BORROWER|ASSET|SFR|MERGER)\b/,
    /^INVITATION HOMES?\b/,
  ],
  ['Invitation Homes', /^THR (?:PROPERTY|CALIFORNIA|FLORIDA|GEORGIA|NEVADA|PHOENIX)\b/, /^THR [A-Z ]+ (?:LP|LLC)$/],
  [
    'Invitation Homes',
    /^(?:SWAY|SWH|CSH|CAH) (?:20\d\d|BORROWER)\b/,
    /^STARWOOD WAYPOINT\b/,
    /^SRP SUB\b/,
    /^COLFIN A[HI]\b/,
  ],
  ['Invitation Homes', /^COLONY (?:AMERICAN|STARWOOD)\b/, /^WAYPOINT (?:HOMES|BOREALIS)\b/],
  [
    'American Homes 4 Rent',
    /^AH4R\b/,
    /^AMH (?=.*(?:\d|LLC|LP|PROPERTIES|BORROWER|DEVELOPMENT))/,
    /^BEAZER PRE OWNED\b/,
    /^AMERICAN HOMES (?:4|FOUR)\b/,
    /^ARPI? 20\d\d\b/,
  ],
  ['American Homes 4 Rent', /^AMERICAN RESIDENTIAL (?:LEASING|PROPERTIES)\b/],
  [
    'Progress Residential',
    /^PROGRESS RESIDENTIAL\b/,
    /^PROGRESS [A-Z]+ (?:LLC|LP)$/,
    /^FREO\b/,
    /^PROGRESS\b.* BORROWER\b/,
  ],
  ['Pretium Partners', /^RES(?:IDENTIAL|I)? HOME (?:BUYER|OWNER)\b/, /^HOME SFR BORROWER\b/, /^PRETIUM\b/],
  [
    'Pretium Partners',
    /^FRONT YARD RESIDENTIAL\b/,
    /^HAVEN ?BROOK\b/,
    /^ALTISOURCE RESIDENTIAL\b/,
    /^ARLP\b/,
    /^RESI (?:SFR|TL1|REO)\b/,
  ],
  ['FirstKey Homes', /^FKH\b/, /^FIRST ?KEY HOMES?\b/, /^CERBERUS SFR\b/],
  [
    'Tricon Residential',
    /^TAH (?:MS|HOLDING|BORROWER|20\d\d|[A-Z ]+ (?:LP|LLC)$)\b/,
    /^TRICON\b/,
    /^SFR (?:JV|JV ?\d|HD|II|III)\b/,
  ],
  ['Tricon Residential', /^SFR ACQUISITIONS\b/, /^SILVER BAY (?:PROPERTY|REALTY|OPERATING)\b/, /^SBY 20\d\d\b/],
  ['Amherst Residential', /^MUPR\b/, /^BAF\b/, /^ALTO ASSET\b/, /^RESICAP\b/, /^MAIN STREET RENEWAL\b/, /^AMHERST RES/],
  ['Amherst Residential', /^(?:ARMM|SRMZ|ARVM)\b/, /^(?:EPH|SAFARI)\b.* (?:ASSET|ASSETS)\b/, /^RM1 SFR\b/],
  ['VineBrook Homes', /^VINEBROOK\b/, /^VB (?:ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|I|II|III|IV)\b/],
  ['Home Partners of America', /^HOME PARTNERS OF AMERICA\b/, /^HPA\b/, /^HP [A-Z]+(?: [A-Z]+)? I LLC$/, /^OPVHHJV\b/],
  ['Sylvan Road', /^SYLVAN (?:HOMES|ROAD CAPITAL)\b/],
  ['Rithm Capital', /^ADOOR (?:PROPERTY|HOMES)\b/, /^GUARDIAN ASSET HOMES\b/],
  ['Roofstock', /^ROOFSTOCK\b/, /^RS RENTAL\b/],
  ['Divvy Homes', /^DIVVY HOMES?\b/],
  ['Brookfield', /^CONREX\b/, /^REX RESIDENTIAL PROPERTY\b/, /^MAYMONT HOMES?\b/],
  ['KKR', /^MY COMMUNITY HOMES\b/, /^MCH SFR\b/],
  ['Second Avenue', /^(?:SECOND AVENUE|2ND AVENUE|SECOND AVE) (?:SFR|GROUP|HOMES)\b/],
  ['Bridge Investment Group', /^BRIDGE SFR\b/, /^GORELICK BROTHERS\b/],
  ['Camillo Properties', /^CAMILLO (?:PROPERTIES|HOMES|SFR)\b/],
  ['Streetlane Homes', /^STREET ?LANE HOMES\b/],
  ['Kairos Living', /^KAIROS LIVING\b/],
  ['Arrived Homes', /^ARRIVED HOMES?\b/],
  ['ResiBuilt', /^RESIBUILT\b/],
  ['Yamasa', /^YAMASA\b/],
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

/** Rolls glue words (INVITATIONHOMES), so blanks between the fixed words of a pattern are optional. */
function lenient(pattern: RegExp): RegExp {
  const { source } = pattern;
  return source.includes('+') ? pattern : new RegExp(source.replaceAll(' ', ' ?').replace(/(?<= .*)\\b$/, ''));
}

const INSTITUTIONS: readonly (Institution & { pattern: RegExp })[] = [
  ...IBUYERS.map((row) => ({ kind: 'ibuyer' as const, row })),
  ...ALIASES.map((row) => ({ kind: 'alias' as const, row })),
].flatMap(({ kind, row: [parent, ...patterns] }) =>
  patterns.map((pattern) => ({ kind, parent, pattern: lenient(pattern) })),
);

/** One look that settles it for nearly every name. */
const ANY = new RegExp(INSTITUTIONS.map(({ pattern }) => `(?:${pattern.source})`).join('|'));

/**
 * The large landlord or iBuyer that a normalised name belongs to by the curated list (decision C.5), or null. Size in the
 * data is judged elsewhere; this list is for names whose size does not show in one county.
 */
export function isInstitution(nameKey: string): Institution | null {
  if (!ANY.test(nameKey)) return null;
  for (const { kind, parent, pattern } of INSTITUTIONS) if (pattern.test(nameKey)) return { kind, parent };
  return null;
}
