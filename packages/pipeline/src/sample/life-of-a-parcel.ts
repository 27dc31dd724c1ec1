import { convey, type Holding, type Scene, worthOn } from './conveyance.ts';
import {
  correction,
  estateDeed,
  gift,
  nominalPrice,
  quitclaimBetweenRelatives,
  transferToOwnEntity,
  transferToOwnTrust,
} from './family-events.ts';
import {
  doubleClose,
  flip,
  foreclosure,
  ibuyerFlip,
  landBankSale,
  type MarketEvent,
  rentalPurchase,
  retailSale,
} from './market-events.ts';
import type { Ground, Parcel } from './parcels.ts';
import { inventHousehold, inventInvestor, type Party } from './parties.ts';

/** Events of an owned home, by relative frequency. */
const EVENTS: ReadonlyArray<readonly [MarketEvent, number]> = [
  [retailSale, 64],
  [rentalPurchase, 11.5],
  [flip, 6],
  [ibuyerFlip, 0.9],
  [doubleClose, 1.5],
  [foreclosure, 1.4],
  [landBankSale, 0.3],
  [quitclaimBetweenRelatives, 4],
  [transferToOwnTrust, 2.2],
  [estateDeed, 1.6],
  [gift, 1.2],
  [nominalPrice, 0.5],
];
/** The same for vacant land and commerce. */
const OTHER_TYPE_EVENTS: typeof EVENTS = [
  [rentalPurchase, 60],
  [retailSale, 35],
  [nominalPrice, 5],
];
/** Events of an investor's parcel between purchases and sales. */
const BETWEEN_OWN_ENTITIES = 0.05;
const CORRECTED_DEEDS = 0.012;
const MEAN_DAYS_BETWEEN_EVENTS = 365.25 / 0.085;
const MEAN_DAYS_OF_OTHER_TYPES = 365.25 / 0.03;
/** Minimum days between sales of a parcel, unless the event itself is shorter. */
const SHORTEST_HOLD_DAYS = 400;

/** One document that conveys several parcels to one buyer, its total price repeated on each. */
export interface Portfolio {
  day: number;
  seller: Party;
  buyer: Party;
  totalPrice: number;
  documentId: string;
}

export function planPortfolio(scene: Scene): Portfolio {
  const { random, local, metro } = scene;
  const day = random.integer(scene.firstDay, scene.lastDay - 30);
  return {
    day,
    seller: random.pick(local.landlords),
    buyer: random.chance(0.5) ? random.pick(metro.institutions) : random.pick(metro.landlords),
    totalPrice: random.integer(9, 40) * 100_000,
    documentId: scene.nextDocumentId(day),
  };
}

function firstOwner(scene: Scene, ground: Ground, parcel: Parcel): { owner: Party; occupied: boolean } {
  const { random, local, metro } = scene;
  const who = random.weighted([
    ['occupant', parcel.type === 'LAND' || parcel.type === 'OTHER' || parcel.type === 'MFR' ? 15 : 70],
    ['local', 13],
    ['once', 13],
    ['institution', 3],
  ]);
  if (who === 'occupant') return { owner: inventHousehold(random), occupied: true };
  if (who === 'institution') return { owner: random.pick(metro.institutions), occupied: false };
  if (who === 'local') return { owner: random.pick(local.landlords), occupied: false };
  return { owner: inventInvestor(random, 'landlord', ground.metro, ground.neighbourhood, null), occupied: false };
}

/** Land to the builder, house to its first household. */
function build(scene: Scene, holding: Holding): void {
  const { random, metro } = scene;
  const start = random.integer(scene.firstDay, scene.lastDay - 120);
  const builder = random.pick(metro.builders);
  const land = worthOn(scene, holding.parcel, start) * 0.16;
  if (!convey(scene, holding, { day: start, to: builder, price: land, loan: { amount: 0, lender: null } })) return;
  const finished = start + random.integer(170, 340);
  holding.parcel.yearBuilt = 1970 + Math.floor(finished / 365.2425);
  const price = worthOn(scene, holding.parcel, finished) * random.between(0.98, 1.06);
  if (convey(scene, holding, { day: finished, to: inventHousehold(random), price, occupied: true }))
    scene.count('builder_sale');
}

const tradedAsHome = ({ type }: Parcel) => type !== 'LAND' && type !== 'OTHER';

/** Generates the five years of one parcel and emits its transfers. @returns the parcel with its last owner. */
export function liveParcel(scene: Scene, ground: Ground, parcel: Parcel, portfolio: Portfolio | null): Holding {
  const { random } = scene;
  const { owner, occupied } =
    portfolio === null ? firstOwner(scene, ground, parcel) : { owner: portfolio.seller, occupied: false };
  const holding: Holding = {
    parcel,
    owner,
    ownerName: owner.names[0] ?? '',
    ownerOccupied: occupied,
    day: scene.firstDay - SHORTEST_HOLD_DAYS,
    lastPrice: null,
    lastDocument: null,
  };
  if (portfolio !== null) conveyPortfolio(scene, holding, portfolio);
  else if (parcel.newlyBuilt) build(scene, holding);

  const mean = tradedAsHome(parcel) ? MEAN_DAYS_BETWEEN_EVENTS : MEAN_DAYS_OF_OTHER_TYPES;
  for (;;) {
    if (random.chance(CORRECTED_DEEDS)) correction(scene, holding, holding.day + 60, ground);
    const day = holding.day + SHORTEST_HOLD_DAYS + Math.ceil(random.waiting(mean));
    if (day > scene.lastDay) return holding;
    if (random.chance(BETWEEN_OWN_ENTITIES)) transferToOwnEntity(scene, holding, day, ground);
    const before = holding.day;
    random.weighted(tradedAsHome(parcel) ? EVENTS : OTHER_TYPE_EVENTS)(scene, holding, day, ground);
    if (holding.day === before) holding.day = day;
  }
}

function conveyPortfolio(scene: Scene, holding: Holding, { day, buyer, totalPrice, documentId }: Portfolio): void {
  const terms = {
    day,
    to: buyer,
    price: totalPrice,
    documentId,
    deed: 'SPECIAL WARRANTY DEED',
    loan: { amount: 0, lender: null },
  };
  if (convey(scene, holding, terms)) scene.count('portfolio_deed');
}
