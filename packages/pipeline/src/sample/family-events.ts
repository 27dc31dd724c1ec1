import type { Random } from '@plat/value-model';
import { convey, type Holding } from './conveyance.ts';
import type { MarketEvent } from './market-events.ts';
import { inventPerson, lastFirst } from './names.ts';
import { inventHousehold, type Party } from './parties.ts';

/** Deeds that are not market sales; none of them may become a flip or rental. */

const noLoan = { amount: null, lender: null };

function relativeOf(random: Random, owner: Party): Party {
  const principal = inventPerson(random, owner.principal?.last);
  return {
    ...inventHousehold(random),
    principal,
    names: [lastFirst(principal)],
    coOwner: null,
    mailing: owner.mailing,
  };
}

const isHousehold = ({ owner }: Holding) => owner.kind === 'household' && owner.principal !== null;

export const quitclaimBetweenRelatives: MarketEvent = (scene, holding, from) => {
  if (!isHousehold(holding)) return;
  const { random } = scene;
  const to = relativeOf(random, holding.owner);
  const deed = random.pick(['QUIT CLAIM DEED', 'QUITCLAIM DEED', 'QCD', 'QC']);
  if (
    convey(scene, holding, {
      day: from,
      to,
      price: random.pick([0, 1, 10, 10, 100]),
      deed,
      occupied: true,
      loan: noLoan,
    })
  )
    scene.count('quitclaim_between_relatives');
};

export const gift: MarketEvent = (scene, holding, from) => {
  if (!isHousehold(holding)) return;
  const to = relativeOf(scene.random, holding.owner);
  if (
    convey(scene, holding, {
      day: from,
      to,
      price: 0,
      deed: 'GIFT DEED',
      occupied: scene.random.chance(0.7),
      loan: noLoan,
    })
  )
    scene.count('gift');
};

export const transferToOwnTrust: MarketEvent = (scene, holding, from) => {
  if (!isHousehold(holding)) return;
  const { owner } = holding;
  const trust: Party = {
    ...owner,
    names: [`${owner.principal?.last} ${owner.principal?.first} REVOCABLE LIVING TRUST`],
    coOwner: null,
  };
  const deed = scene.random.chance(0.5) ? 'QUIT CLAIM DEED' : 'WARRANTY DEED';
  const terms = { day: from, to: { ...trust, kind: 'other' as const }, price: 10, deed, occupied: true, loan: noLoan };
  if (convey(scene, holding, terms)) scene.count('transfer_to_own_trust');
};

export const estateDeed: MarketEvent = (scene, holding, from) => {
  if (!isHousehold(holding)) return;
  const deed = scene.random.pick(["EXECUTOR'S DEED", 'PERSONAL REPRESENTATIVE DEED', "ADMINISTRATOR'S DEED"]);
  const to = relativeOf(scene.random, holding.owner);
  if (convey(scene, holding, { day: from, to, price: 0, deed, loan: noLoan })) scene.count('estate_deed');
};

/** Repeats the last deed a few weeks later to correct a misspelling. */
export const correction: MarketEvent = (scene, holding, from) => {
  const last = holding.lastDocument;
  if (last === null) return;
  const day = Math.min(from, last.saleDay + scene.random.integer(9, 80));
  if (day > scene.lastDay) return;
  const mended = {
    ...last,
    documentId: scene.nextDocumentId(day),
    saleDay: day,
    recordedDay: Math.min(scene.lastDay, day + 2),
  };
  const repeatsPrice = scene.random.chance(0.3);
  scene.emit({
    ...mended,
    price: repeatsPrice ? last.price : 0,
    deedType: 'CORRECTION DEED',
    loanAmount: null,
    lender: null,
  });
  scene.count('correction');
};

/** An investor moves a parcel into a sister company, for nothing or at the price once paid. */
export const transferToOwnEntity: MarketEvent = (scene, holding, from) => {
  const { owner, ownerName } = holding;
  const sister = owner.names.find((name) => name !== ownerName);
  if (sister === undefined) return;
  const price = scene.random.chance(0.6) ? scene.random.pick([0, 10]) : holding.lastPrice;
  const deed = scene.random.pick(['WARRANTY DEED', 'SPECIAL WARRANTY DEED', 'QUIT CLAIM DEED']);
  if (convey(scene, holding, { day: from, to: owner, inName: sister, price, deed, loan: noLoan }))
    scene.count('transfer_to_own_entity');
};

/** A deed between strangers that states ten dollars and other valuable consideration. */
export const nominalPrice: MarketEvent = (scene, holding, from) => {
  const to = inventHousehold(scene.random);
  if (convey(scene, holding, { day: from, to, price: scene.random.pick([1, 10, 10]), occupied: true, loan: noLoan }))
    scene.count('nominal_price');
};
