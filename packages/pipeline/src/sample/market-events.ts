import { convey, type Holding, type Scene, worthOn } from './conveyance.ts';
import type { Ground } from './parcels.ts';
import { inventHousehold, inventInvestor, type Party } from './parties.ts';

/** An event of a parcel's story; `from` is the day it begins. */
export type MarketEvent = (scene: Scene, holding: Holding, from: number, ground: Ground) => void;

const pickFlipper = ({ random, local, metro }: Scene): Party =>
  random.chance(0.65) ? random.pickEarly(local.flippers) : random.pickEarly(metro.flippers);

function pickLandlord({ random, local, metro }: Scene, ground: Ground): Party {
  const pool = random.weighted([
    ['local', 48],
    ['metro', 18],
    ['once', 20],
    ['institution', 14],
  ]);
  if (pool === 'institution') return random.pickEarly(metro.institutions);
  if (pool === 'once')
    return inventInvestor(random, 'landlord', ground.metro, ground.neighbourhood, metro.registeredAgent);
  return random.pickEarly(pool === 'local' ? local.landlords : metro.landlords);
}

const noise = (scene: Scene, spread: number) => Math.exp(spread * scene.random.normal());

export const retailSale: MarketEvent = (scene, holding, from) => {
  const price = worthOn(scene, holding.parcel, from) * noise(scene, 0.07);
  const undisclosed = scene.random.chance(0.01);
  if (
    convey(scene, holding, {
      day: from,
      to: inventHousehold(scene.random),
      price: undisclosed ? null : price,
      occupied: true,
    })
  )
    scene.count('retail_sale');
};

export const rentalPurchase: MarketEvent = (scene, holding, from, ground) => {
  const buyer = pickLandlord(scene, ground);
  const discount = buyer.kind === 'institution' ? scene.random.between(0.95, 1.03) : scene.random.between(0.8, 0.98);
  if (convey(scene, holding, { day: from, to: buyer, price: worthOn(scene, holding.parcel, from) * discount }))
    scene.count('rental_purchase');
};

/** The resale of every kind of flip: mostly to a household, sometimes to a landlord. */
function resell(scene: Scene, holding: Holding, day: number, price: number, ground: Ground): boolean {
  const toHousehold = scene.random.chance(0.83);
  return convey(scene, holding, {
    day,
    to: toHousehold ? inventHousehold(scene.random) : pickLandlord(scene, ground),
    price,
    occupied: toHousehold,
    inName: undefined,
  });
}

/** Days that a flipper holds: log-normal around five months, one in twelve beyond a year. */
function holdingDays({ random }: Scene): number {
  if (random.chance(0.08)) return random.integer(372, 725);
  return Math.round(Math.min(360, Math.max(32, 155 * Math.exp(0.45 * random.normal()))));
}

function renovateAndResell(scene: Scene, holding: Holding, ground: Ground): void {
  const { random } = scene;
  const bought = holding.lastPrice ?? worthOn(scene, holding.parcel, holding.day);
  const boughtOn = holding.day;
  const days = holdingDays(scene);
  const atLoss = random.chance(0.08);
  const price = atLoss
    ? bought * random.between(0.84, 0.99)
    : Math.max(bought * 1.02, worthOn(scene, holding.parcel, boughtOn + days) * random.between(0.96, 1.14));
  if (!resell(scene, holding, boughtOn + days, price, ground)) scene.count('unsold_flip');
  else scene.count(holding.day - boughtOn <= 365 ? 'flip' : 'extended_flip');
}

export const flip: MarketEvent = (scene, holding, from, ground) => {
  const price = worthOn(scene, holding.parcel, from) * scene.random.between(0.6, 0.82);
  if (convey(scene, holding, { day: from, to: pickFlipper(scene), price })) renovateAndResell(scene, holding, ground);
};

export const ibuyerFlip: MarketEvent = (scene, holding, from, ground) => {
  const { random, metro } = scene;
  const price = worthOn(scene, holding.parcel, from) * random.between(0.93, 0.99);
  if (!convey(scene, holding, { day: from, to: random.pick(metro.ibuyers), price })) return;
  const day = holding.day + random.integer(45, 190);
  const resale = worthOn(scene, holding.parcel, day) * random.between(0.95, 1.05);
  if (resell(scene, holding, day, resale, ground)) scene.count('ibuyer_flip');
  else scene.count('unsold_flip');
};

/** A wholesaler takes title and conveys it on the same day, or three days later, to the final investor. */
export const doubleClose: MarketEvent = (scene, holding, from, ground) => {
  const { random, metro } = scene;
  const price = worthOn(scene, holding.parcel, from) * random.between(0.55, 0.72);
  if (!convey(scene, holding, { day: from, to: random.pick(metro.wholesalers), price })) return;
  const flipsNext = random.chance(0.6);
  const resold = convey(scene, holding, {
    day: holding.day + (random.chance(0.75) ? 0 : random.integer(1, 3)),
    to: flipsNext ? pickFlipper(scene) : pickLandlord(scene, ground),
    price: price + random.integer(8, 28) * 1000,
  });
  if (!resold) return;
  scene.count('double_close');
  if (flipsNext) renovateAndResell(scene, holding, ground);
  else scene.count('rental_purchase');
};

export const landBankSale: MarketEvent = (scene, holding, from, ground) => {
  const { random, metro } = scene;
  const seized = convey(scene, holding, { day: from, to: random.pick(metro.government), price: 0, deed: 'TAX DEED' });
  if (!seized) return;
  const price = worthOn(scene, holding.parcel, from) * random.between(0.2, 0.45);
  if (
    !convey(scene, holding, {
      day: from + random.integer(120, 500),
      to: pickFlipper(scene),
      price,
      deed: 'QUIT CLAIM DEED',
    })
  )
    return;
  scene.count('land_bank_sale');
  renovateAndResell(scene, holding, ground);
};

/** A lender takes the home at auction, holds it, and sells it cheaply to an investor or a household. */
export const foreclosure: MarketEvent = (scene, holding, from, ground) => {
  const { random, metro } = scene;
  const worth = worthOn(scene, holding.parcel, from);
  const deed = random.pick(["SHERIFF'S DEED", "TRUSTEE'S DEED", 'CERTIFICATE OF TITLE', 'DEED IN LIEU OF FORECLOSURE']);
  const taken = {
    day: from,
    to: random.pick(metro.banks),
    price: random.chance(0.2) ? 100 : worth * random.between(0.4, 0.7),
    deed,
  };
  if (!convey(scene, holding, { ...taken, loan: { amount: null, lender: null } })) return;
  scene.count('foreclosure');
  const toFlipper = random.chance(0.5);
  const sold = convey(scene, holding, {
    day: holding.day + random.integer(80, 300),
    to: toFlipper ? pickFlipper(scene) : pickLandlord(scene, ground),
    price: worth * random.between(0.62, 0.85),
    deed: 'SPECIAL WARRANTY DEED',
  });
  if (!sold) return;
  if (toFlipper) renovateAndResell(scene, holding, ground);
  else scene.count('rental_purchase');
};
