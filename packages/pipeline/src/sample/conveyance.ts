import type { Random } from '@plat/value-model';
import { clerkSpelling, firstLast, lastFirst } from './names.ts';
import { type Parcel, situsLine } from './parcels.ts';
import { inventHardMoneyLender, inventLender, type Mailing, type MetroParties, type Party } from './parties.ts';

/** One row of the transfers file, days counted from 1970-01-01. */
export interface Transfer {
  parcelId: string;
  documentId: string;
  saleDay: number;
  recordedDay: number;
  price: number | null;
  grantor: string;
  grantee: string;
  deedType: string;
  mailing: Mailing | null;
  loanAmount: number | null;
  lender: string | null;
}

/** True events of the generator; counted, never written to the files. */
export type EventKind =
  | 'retail_sale'
  | 'rental_purchase'
  | 'flip'
  | 'extended_flip'
  | 'ibuyer_flip'
  | 'unsold_flip'
  | 'double_close'
  | 'builder_sale'
  | 'portfolio_deed'
  | 'quitclaim_between_relatives'
  | 'transfer_to_own_trust'
  | 'estate_deed'
  | 'gift'
  | 'foreclosure'
  | 'correction'
  | 'transfer_to_own_entity'
  | 'nominal_price'
  | 'land_bank_sale';

/** The context of a parcel's story. */
export interface Scene {
  random: Random;
  firstDay: number;
  lastDay: number;
  metro: MetroParties;
  /** Investors in this neighbourhood. */
  local: { flippers: readonly Party[]; landlords: readonly Party[] };
  appreciation: number;
  /** Mailing place of the neighbourhood's people. */
  place: Omit<Mailing, 'street'>;
  nextDocumentId(day: number): string;
  emit(transfer: Transfer): void;
  count(kind: EventKind): void;
  /** Records an investor who bought, so that contact data can be written. */
  meet(party: Party): void;
}

/** A parcel with its current owner. */
export interface Holding {
  parcel: Parcel;
  owner: Party;
  /** The name the owner took title in. */
  ownerName: string;
  ownerOccupied: boolean;
  day: number;
  lastPrice: number | null;
  lastDocument: Transfer | null;
}

const DAYS_PER_YEAR = 365.25;

/** Value in ordinary condition on a day, in US dollars. */
export const worthOn = (scene: Scene, parcel: Parcel, day: number): number =>
  parcel.value / (1 + scene.appreciation) ** ((scene.lastDay - day) / DAYS_PER_YEAR);

const roundPrice = (price: number): number => Math.max(1000, Math.round(price / 500) * 500);

/** The next weekday on or after a day; deeds are not signed at weekends. */
function weekday(day: number): number {
  const dayOfWeek = (day + 4) % 7;
  return dayOfWeek === 6 ? day + 2 : dayOfWeek === 0 ? day + 1 : day;
}

export interface Terms {
  day: number;
  to: Party;
  price: number | null;
  deed?: string;
  occupied?: boolean;
  loan?: { amount: number | null; lender: string | null };
  /** Shared by every parcel that one document conveys. */
  documentId?: string;
  /** Title name, when it is not the buyer's to choose. */
  inName?: string;
}

const WARRANTY_DEEDS = [
  'WARRANTY DEED',
  'WARRANTY DEED',
  'WD',
  'SPECIAL WARRANTY DEED',
  'GENERAL WARRANTY DEED',
] as const;

/**
 * Writes one deed and transfers the parcel.
 * @returns false, without writing, if the day is after the generated years.
 */
export function convey(scene: Scene, holding: Holding, terms: Terms): boolean {
  const { random } = scene;
  const day = weekday(terms.day);
  if (day > scene.lastDay) return false;
  const name = terms.inName ?? titleName(random, terms.to);
  const occupied = terms.occupied ?? false;
  const price = terms.price === null || terms.price < 1000 ? terms.price : roundPrice(terms.price);
  const loan = terms.loan ?? financing(random, terms.to, price, holding.ownerName);
  const transfer: Transfer = {
    parcelId: holding.parcel.parcelId,
    documentId: terms.documentId ?? scene.nextDocumentId(day),
    saleDay: day,
    recordedDay: Math.min(scene.lastDay, weekday(day + random.integer(0, 9))),
    price,
    grantor: deedSpelling(random, holding.owner, holding.ownerName),
    grantee: deedSpelling(random, terms.to, name),
    deedType: terms.deed ?? random.pick(WARRANTY_DEEDS),
    mailing: occupied ? { ...scene.place, street: situsLine(holding.parcel) } : terms.to.mailing,
    loanAmount: loan.amount,
    lender: loan.lender,
  };
  scene.emit(transfer);
  if (terms.to.kind !== 'household') scene.meet(terms.to);
  holding.owner = terms.to;
  holding.ownerName = name;
  holding.ownerOccupied = occupied;
  holding.day = day;
  holding.lastPrice = price;
  holding.lastDocument = transfer;
  return true;
}

const titleName = (random: Random, party: Party): string => random.pickEarly(party.names);

function deedSpelling(random: Random, party: Party, name: string): string {
  const { principal, coOwner } = party;
  const isPerson = principal !== null && name === lastFirst(principal);
  if (party.kind !== 'household' || principal === null) return clerkSpelling(random, name, isPerson);
  const base = random.chance(0.15) ? firstLast(principal) : name;
  return coOwner === null ? clerkSpelling(random, base, true) : `${base} & ${coOwner}`;
}

/** Loan of a purchase: recorded as 0 for cash, unknown for one in fifty. */
function financing(random: Random, buyer: Party, price: number | null, seller: string): NonNullable<Terms['loan']> {
  if (price === null || price < 1000 || random.chance(0.02)) return { amount: null, lender: null };
  if (random.chance(buyer.cashShare)) return { amount: 0, lender: null };
  const share = (low: number, high: number) => Math.round((price * random.between(low, high)) / 100) * 100;
  if (buyer.kind === 'household') return { amount: share(0.75, 0.97), lender: inventLender(random) };
  if (random.chance(0.07)) return { amount: share(0.6, 0.85), lender: seller };
  const hardMoney = random.chance(buyer.kind === 'flipper' || buyer.kind === 'wholesaler' ? 0.75 : 0.1);
  return hardMoney
    ? { amount: share(0.7, 0.9), lender: inventHardMoneyLender(random) }
    : { amount: share(0.65, 0.8), lender: inventLender(random) };
}
