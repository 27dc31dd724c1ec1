import type { Random } from '@plat/value-model';
import type { Metro, Neighbourhood } from './metros.ts';
import { firstLast, inventCompany, inventPerson, lastFirst, type Person } from './names.ts';
import { strayStreet } from './street-names.ts';
import { words } from './words.ts';

export interface Mailing {
  street: string;
  city: string;
  state: string;
  zip: string;
}

export type PartyKind =
  | 'household'
  | 'flipper'
  | 'landlord'
  | 'institution'
  | 'ibuyer'
  | 'wholesaler'
  | 'builder'
  | 'other';

/** An owner: a household, an investor under one or more names, a bank, a city. */
export interface Party {
  kind: PartyKind;
  /** Names of record; investors may use several. */
  names: readonly string[];
  /** Second owner of a household. */
  coOwner: string | null;
  mailing: Mailing | null;
  /** The person behind the names, as in contact data; null for institutions. */
  principal: Person | null;
  /** Share of purchases without a loan. */
  cashShare: number;
}

const FARAWAY: readonly Omit<Mailing, 'street'>[] = [
  { city: 'San Jose', state: 'CA', zip: '95112' },
  { city: 'Irvine', state: 'CA', zip: '92614' },
  { city: 'Chicago', state: 'IL', zip: '60614' },
  { city: 'Denver', state: 'CO', zip: '80205' },
  { city: 'Brooklyn', state: 'NY', zip: '11211' },
];

const place = ({ city, zip }: Neighbourhood, metro: Metro) => ({ city, state: metro.state, zip });

/** An office, a home or a box somewhere in the metro, one in twelve out of state. */
function inventMailing(random: Random, metro: Metro, neighbourhood: Neighbourhood): Mailing {
  const where = random.chance(0.08) ? random.pick(FARAWAY) : place(neighbourhood, metro);
  if (random.chance(0.15)) return { street: `PO BOX ${random.integer(110, 98_000)}`, ...where };
  const line = `${random.integer(201, 19_900)} ${random.pick(['N', 'S', 'E', 'W'])} ${strayStreet(random.integer(0, 1000))}`;
  return { street: random.chance(0.35) ? `${line} STE ${random.integer(100, 490)}` : line, ...where };
}

export function inventHousehold(random: Random): Party {
  const head = inventPerson(random);
  const partner = random.chance(0.55) ? inventPerson(random, head.last) : null;
  return {
    kind: 'household',
    names: [lastFirst(head)],
    coOwner: partner === null ? null : lastFirst(partner),
    mailing: null,
    principal: head,
    cashShare: 0.18,
  };
}

const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI'] as const;

/** Names of one investor: a person, one company, a numbered series, or unlike companies at one mailing address. */
function inventNames(random: Random, metro: Metro, principal: Person, trade: 'flip' | 'rent'): string[] {
  const company = () => inventCompany(random, metro.flavours, trade);
  const suffix = random.weighted([
    ['LLC', 88],
    ['INC', 7],
    ['LP', 5],
  ]);
  const shape = random.weighted([
    ['person' as const, trade === 'flip' ? 22 : 38],
    ['company' as const, 40],
    ['series' as const, 14],
    ['unlike' as const, 10],
    ['person_and_company' as const, 8],
    ['trust' as const, trade === 'flip' ? 2 : 8],
  ]);
  switch (shape) {
    case 'person':
      return [random.chance(0.85) ? lastFirst(principal) : firstLast(principal)];
    case 'company':
      return [`${company()} ${suffix}`];
    case 'series': {
      const stem = company();
      return ROMAN.slice(0, random.integer(2, ROMAN.length)).map((number) => `${stem} ${number} ${suffix}`);
    }
    case 'unlike':
      return Array.from({ length: random.integer(2, 4) }, () => `${company()} ${suffix}`);
    case 'person_and_company':
      return [lastFirst(principal), `${company()} ${suffix}`];
    case 'trust':
      return [`${principal.last} FAMILY TRUST`];
  }
}

export function inventInvestor(
  random: Random,
  kind: 'flipper' | 'landlord' | 'wholesaler',
  metro: Metro,
  home: Neighbourhood,
  agent: Mailing | null,
): Party {
  const principal = inventPerson(random);
  return {
    kind,
    names: inventNames(random, metro, principal, kind === 'landlord' ? 'rent' : 'flip'),
    coOwner: null,
    // Hundreds of unrelated companies share a registered agent's address, which must link none of them.
    mailing: agent !== null && random.chance(0.12) ? agent : inventMailing(random, metro, home),
    principal,
    cashShare: kind === 'landlord' ? random.between(0.2, 0.7) : random.between(0.3, 0.9),
  };
}

const corporate = (kind: PartyKind, name: string, mailing: Mailing): Party => ({
  kind,
  names: name.split(' / '),
  coOwner: null,
  mailing,
  principal: null,
  cashShare: kind === 'builder' ? 0.6 : 1,
});

/** Borrower names in the style of public landlords and iBuyers; their 2031 series do not exist. */
const INSTITUTIONS = words(`
  INVITATION HOMES 2031-SFR1 BORROWER LP, AMH 2031-1 BORROWER LLC / AH4R PROPERTIES SIXTY LLC,
  PROGRESS RESIDENTIAL BORROWER 31 LLC, FIRSTKEY HOMES PROPCO 31 LLC, TRICON SFR 2031-1 BORROWER LLC,
  MAIN STREET RENEWAL 31 LLC, VINEBROOK HOMES BORROWER 31 LLC`);
const IBUYERS = words('OPENDOOR PROPERTY 31 LLC / OPENDOOR PROPERTY TRUST 31, OFFERPAD SPE BORROWER 31 LLC');
const LENDERS = words(`
  FIRST LANTERN BANK NA, COMPASS ROSE CREDIT UNION, UNION ORCHARD MORTGAGE LLC, GRANITE STATE SAVINGS BANK FSB,
  HEARTH AND GABLE HOME LOANS INC`);
const HARD_MONEY_LENDERS = words(
  'SWIFT LATCH HARD MONEY LENDING LLC, RAPID BRIDGE LOANS LLC, ANVIL PRIVATE LENDING LLC, SHORT TERM BRIDGE CAPITAL LLC',
);

export const inventLender = (random: Random): string => random.pick(LENDERS);
export const inventHardMoneyLender = (random: Random): string => random.pick(HARD_MONEY_LENDERS);

/** All possible buyers of one metro besides households. */
export interface MetroParties {
  flippers: readonly Party[];
  landlords: readonly Party[];
  wholesalers: readonly Party[];
  institutions: readonly Party[];
  ibuyers: readonly Party[];
  builders: readonly Party[];
  banks: readonly Party[];
  government: readonly Party[];
  registeredAgent: Mailing;
}

export function inventMetroParties(random: Random, metro: Metro, neighbourhoodCount: number): MetroParties {
  const home = () => random.pick(metro.neighbourhoods);
  const office = (kind: PartyKind) => (name: string) =>
    corporate(kind, name, {
      ...inventMailing(random, metro, home()),
      street: `${random.integer(2, 98)}00 N CENTRAL TOWER WAY`,
    });
  const registeredAgent: Mailing = {
    street: '8800 E STATUTORY AGENT WAY STE 100',
    ...place(metro.neighbourhoods[0]!, metro),
  };
  const investors = (kind: 'flipper' | 'landlord' | 'wholesaler', count: number) =>
    Array.from({ length: count }, () => inventInvestor(random, kind, metro, home(), registeredAgent));
  const scale = Math.max(1, neighbourhoodCount);
  return {
    flippers: investors('flipper', 2 + 3 * scale),
    landlords: investors('landlord', 2 + 4 * scale),
    wholesalers: investors('wholesaler', 2 + Math.ceil(scale / 2)),
    institutions: INSTITUTIONS.map(office('institution')),
    ibuyers: IBUYERS.map(office('ibuyer')),
    builders: [`${metro.flavours[0]} CREST HOMEBUILDERS INC`, `${metro.flavours[1]} MEADOW BUILDERS LLC`].map(
      office('builder'),
    ),
    banks: LENDERS.slice(0, 2).map(office('other')),
    government: [`CITY OF ${metro.name.toUpperCase()}`, `${metro.name.toUpperCase()} LAND BANK AUTHORITY`].map(
      office('other'),
    ),
    registeredAgent,
  };
}
