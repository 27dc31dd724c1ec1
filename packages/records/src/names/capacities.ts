import { LEGAL_FORMS } from './legal-forms.ts';
import { dropping, PhraseTable } from './phrases.ts';
import { COMMA } from './words.ts';

/** How an owner holds title, which does not identify the owner (docs/rules/buyers.md). Dropped in any position. */
const CAPACITIES = new PhraseTable(
  dropping([
    'ET AL',
    'ETAL',
    'ETALS',
    'ET ALS',
    'ET/AL',
    'ET UX',
    'ETUX',
    'ET/UX',
    'ET VIR',
    'ETVIR',
    'ET CON',
    'H/W',
    'W/H',
    'H AND W',
    'HUSBAND AND WIFE',
    'WIFE AND HUSBAND',
    'HIS WIFE',
    'HER HUSBAND',
    'HUS AND WF',
    'JTROS',
    'JTWROS',
    'JT TEN',
    'JT TENS',
    'JT TENANTS',
    'J/T',
    'JOINT TENANTS',
    'JOINT TENANCY',
    'JOINT TEN',
    'WITH RIGHT OF SURVIVORSHIP',
    'WITH RIGHTS OF SURVIVORSHIP',
    'RIGHT OF SURVIVORSHIP',
    'WROS',
    'OR SURVIVOR',
    'SURVIVOR OF',
    'TENANTS IN COMMON',
    'TENANTS BY THE ENTIRETY',
    'TENANTS BY ENTIRETY',
    'TENANTS BY ENTIRETIES',
    'TENANTS BY THE ENTIRETIES',
    'TEN BY ENT',
    'TEN IN COM',
    'TEN COM',
    'TEN ENT',
    'TIC',
    'TBE',
    'T/C',
    'T/E',
    'LIFE ESTATE',
    ', A LIFE ESTATE',
    'LIFE EST',
    'LIFE TENANT',
    'LIFE TENANCY',
    'LIFE INTEREST',
    'FOR LIFE',
    'L/E',
    'REMAINDERMAN',
    'REMAINDERMEN',
    'A SINGLE PERSON',
    'A SINGLE MAN',
    'A SINGLE WOMAN',
    'A MARRIED MAN',
    'A MARRIED WOMAN',
    'A MARRIED PERSON',
    'A MARRIED COUPLE',
    'AN UNMARRIED MAN',
    'AN UNMARRIED WOMAN',
    'AN UNMARRIED PERSON',
    'UNMARRIED',
    'A WIDOW',
    'A WIDOWER',
    'DECEASED',
    'DECD',
    'A MINOR',
    'AS SUCCESSOR TRUSTEES',
    'AS SUCCESSOR TRUSTEE',
    'SUCCESSOR TRUSTEE',
    'SUCCESSOR TRUSTEES',
    'AS CO TRUSTEES',
    'CO TRUSTEES',
    'CO TRUSTEE',
    'CO TTEES',
    'CO TTEE',
    'CO TRS',
    'AS TRUSTEES',
    'AS TRUSTEE',
    'AS TTEE',
    'TRUSTEES',
    'TRUSTEE',
    'TRSTEE',
    'TRSTE',
    'TRUSTE',
    'TTEES',
    'TTEE',
    'TTE',
    'TRS',
    'TRSTS',
    'TRSUTEE',
    'ATTORNEY AT LAW',
    'ATTY AT LAW',
    'POA',
    'CUSTODIAN',
    'ADMINISTRATOR',
    'ADMINISTRATRIX',
    'EXECUTOR',
    'EXECUTRIX',
    'PERSONAL REPRESENTATIVE',
    'HEIRS AND DEVISEES',
    'AND HEIRS',
    'HEIRS OF',
    'HEIRS',
  ]),
);

/** Capacities only as the last words, because TR and LE are also parts of names. */
const TRAILING = new PhraseTable(
  dropping(['TR', 'LE', 'JT', 'TE', 'EST', 'ESTATE', 'AND', 'OR', 'OF', 'THE', 'FOR', 'WF', 'H W', 'AS']),
);
const LEADING = new PhraseTable(
  dropping(['ESTATE OF', 'THE ESTATE OF', 'EST OF', 'HEIRS OF', 'THE HEIRS OF', 'TRUSTEES OF', 'TRUSTEE OF', 'THE']),
);
/** After these comes another person's name or address, or an earlier name. */
const CUTS: ReadonlySet<string> = new Set(['C/O', 'ATTN', 'ATTENTION', 'DBA', 'AKA', 'FKA', 'NKA']);
const SHARE = /^\d+\/\d+$|^\d{1,3}PCT$/;

/** TRUSTEE OF, TR OF THE, TTEES OF: the owning trust follows. */
const TRUSTEE_OF = /(?:^| )(?:TRUSTEES?|TTEES?|TRS?|TRSTES?) (?:OF|FOR|U\/D\/T|UTD|UDT) (?:THE )?(.+)$/;
const NAMES_A_TRUST = /\b(?:TRUST|TR|TRST)\b/;

/**
 * Reduces a name to its owner. Drops capacities (ET AL, H/W, TRUSTEE, LIFE ESTATE), shares, `C/O`, and a final AND
 * from truncation. A person who is `TRUSTEE OF THE X TRUST` becomes X TRUST.
 */
export function ownerWords(words: readonly string[]): string[] {
  const cut = words.findIndex((word, at) => at > 0 && CUTS.has(word));
  let rest = cut < 0 ? [...words] : words.slice(0, cut);
  const trust = TRUSTEE_OF.exec(rest.filter((word) => word !== COMMA).join(' '))?.[1];
  if (trust !== undefined && NAMES_A_TRUST.test(trust)) rest = trust.split(' ');
  rest = withoutEstates(withoutTaxTitle(CAPACITIES.rewrite(rest))).filter((word) => !SHARE.test(word));
  rest = strip(rest);
  return rest.length > 0 ? rest : words.filter((word) => word !== COMMA);
}

/** Drops a city's tax title after the owner: `DOE, JANE & CITY OF SPRINGFIELD TAX TITLE`. */
function withoutTaxTitle(words: string[]): string[] {
  if (words.at(-2) !== 'TAX' || words.at(-1) !== 'TITLE') return words;
  const city = words.findIndex((word, at) => (word === 'CITY' || word === 'TOWN') && words[at + 1] === 'OF');
  return city > 0 ? words.slice(0, city) : words;
}

/** Estates of a person named before or after: `DOE ESTATE, JANE` and `DOE, JANE ESTATE & ...`. */
function withoutEstates(words: string[]): string[] {
  return words.filter((word, at) => {
    if (!ESTATES.has(word) || at === 0 || words[at - 1] === 'REAL') return true;
    const next = words[at + 1];
    if (next === COMMA) return LEGAL_FORMS.has(words[at + 2] ?? '');
    const from = words.lastIndexOf('AND', at) + 1;
    const comma = words.indexOf(COMMA, from);
    return !((next === 'AND' || next === undefined) && comma >= from && comma < at - 1);
  });
}
const ESTATES: ReadonlySet<string> = new Set(['ESTATE', 'EST', 'EXEC', 'EXECU', 'HEIR']);

function strip(words: string[]): string[] {
  let rest = words;
  for (;;) {
    while (rest.length > 0 && (rest[0] === COMMA || rest[0] === 'AND')) rest = rest.slice(1);
    while (rest.length > 0 && rest.at(-1) === COMMA) rest = rest.slice(0, -1);
    const leading = LEADING.match(rest, 0);
    if (leading !== null && leading.length < rest.length) {
      rest = rest.slice(leading.length);
      continue;
    }
    const shorter = withoutTrailing(rest);
    if (shorter === null) return rest;
    rest = shorter;
  }
}

function withoutTrailing(words: readonly string[]): string[] | null {
  for (const length of [2, 1]) {
    const at = words.length - length;
    // A trust written SMITH FAMILY TR keeps its TR; see trustWords.
    if (at > 0 && TRAILING.match(words, at)?.length === length) {
      const isTrust = words[at] === 'TR' && TRUST_COMPANY_OF_TR.has(words[at - 1] as string);
      if (!isTrust) return words.slice(0, at);
    }
  }
  return null;
}

/** Words before a final TR that indicate a trust, not a trustee. */
const TRUST_COMPANY_OF_TR: ReadonlySet<string> = new Set(
  'FAMILY FAM LIVING LIV REVOCABLE REV IRREVOCABLE IRREV REALTY LAND NOMINEE FARM REVOC IRR'.split(' '),
);
