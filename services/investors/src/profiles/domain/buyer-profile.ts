import {
  BUYER_HOLDINGS_MAX_RESULTS,
  type BuyerHolding,
  type BuyerKind,
  type BuyerLink,
  type BuyerProfile,
  encodeBuyerId,
  encodePropertyId,
  type MailingAddress,
} from '@plat/contracts';
import type { Buyer, BuyerPurchase, HeldParcel, PortfolioDeal } from '@plat/dataset';
import { median } from '@plat/kit';
import { type Contact, deletedAmong, recordedContacts } from '../../contacts/index.ts';
import { daysBetween } from '../../deals/index.ts';
import { type OwnerAlias, ownersLinkedTo, portfolioStatistics } from '../../owners/index.ts';
import { buyBox, mostFrequent } from './buy-box.ts';
import type { OwnerNameReader, ProfilePorts } from './ports.ts';

/** Links beyond these are too weak to be worth reading. */
const MAX_LINKS = 100;

/** A deal with where and what was bought. */
type FullDeal = PortfolioDeal & BuyerPurchase;

/**
 * The profile of a buyer; null for an id that nobody has or had.
 * @param asOf the server's as-of day, `YYYY-MM-DD`: deals after it do not count.
 */
export async function findBuyerProfile(
  buyerId: number,
  asOf: string,
  ports: ProfilePorts,
  signal: AbortSignal,
): Promise<BuyerProfile | null> {
  const buyer = await ports.buyers.resolve(buyerId, signal);
  if (buyer === null) return null;
  const [facts, deals, purchases, holdings, aliases] = await Promise.all([
    ports.buyers.factsOf(buyer, signal),
    ports.buyerDeals.dealsOf([buyer], asOf, signal),
    ports.buyers.purchasesOf(buyer, asOf, signal),
    ports.buyers.holdingsOf(buyer, asOf, BUYER_HOLDINGS_MAX_RESULTS, signal),
    ports.owners.aliasesOf(buyer.region, [buyer.buyerId], signal),
  ]);
  if (facts === null) return null;
  const purchaseOf = new Map(purchases.map((purchase) => [purchase.dealId, purchase]));
  const full = deals.flatMap((deal): FullDeal[] => {
    const purchase = purchaseOf.get(deal.dealId);
    return purchase === undefined ? [] : [{ ...deal, ...purchase }];
  });
  const newestFirst = full.sort((a, b) => b.purchaseDate.localeCompare(a.purchaseDate) || b.dealId - a.dealId);
  const isHidden = await asksForDeletion(aliases, ports, signal);
  const days = deals.flatMap(({ purchaseDate, saleDate }) =>
    saleDate === null ? [purchaseDate] : [purchaseDate, saleDate],
  );
  const held = deals.flatMap(({ purchaseDate, saleDate }) =>
    saleDate === null ? [] : [daysBetween(purchaseDate, saleDate)],
  );
  return {
    buyer_id: encodeBuyerId(buyer.buyerId),
    merged_from: facts.mergedIds.map(encodeBuyerId),
    names: namesOf(aliases, deals),
    kind: facts.isInstitution ? 'institution' : kindOf(facts.name, ports.readOwnerName),
    mailing_addresses: isHidden ? [] : mailingAddresses(newestFirst),
    counties: countiesOf(full),
    first_deal_date: deals.map(({ purchaseDate }) => purchaseDate).sort()[0] ?? null,
    last_deal_date: days.sort().at(-1) ?? null,
    statistics: portfolioStatistics(deals, new Set([buyer.buyerId])),
    buy_box: buyBox(full),
    hold_days_median: held.length === 0 ? null : median(held),
    holdings: holdings.map(holdingItem),
    links: isHidden ? [] : await linksOf(buyer.region, buyer.buyerId, aliases, ports, signal),
  };
}

/** Recorded names, each with the deals under it; a name without deals is a name all the same. */
function namesOf(aliases: readonly OwnerAlias[], deals: readonly PortfolioDeal[]): BuyerProfile['names'] {
  const dealsOfKey = new Map<string, number>();
  for (const { buyerNameKey } of deals) {
    if (buyerNameKey !== null) dealsOfKey.set(buyerNameKey, (dealsOfKey.get(buyerNameKey) ?? 0) + 1);
  }
  const byUse = [...aliases].sort((a, b) => b.occurrences - a.occurrences || (a.name < b.name ? -1 : 1));
  const nameOfKey = new Map<string, string>();
  for (const { nameKey, name } of byUse) if (!nameOfKey.has(nameKey)) nameOfKey.set(nameKey, name);
  return [...nameOfKey]
    .map(([nameKey, name]) => ({ name, deals: dealsOfKey.get(nameKey) ?? 0 }))
    .sort((a, b) => b.deals - a.deals || (a.name < b.name ? -1 : 1));
}

function kindOf(name: string, readOwnerName: OwnerNameReader): BuyerKind {
  const { isTrust, isEntity } = readOwnerName(name);
  if (isTrust) return 'trust';
  return isEntity ? 'company' : 'person';
}

/** Each address once, that of the newest deal first. */
function mailingAddresses(newestFirst: readonly BuyerPurchase[]): MailingAddress[] {
  const known = new Map<string, MailingAddress>();
  for (const {
    buyerMailingLine: line,
    buyerMailingCity: city,
    buyerMailingState: state,
    buyerMailingZip: zip,
  } of newestFirst) {
    const key = JSON.stringify([line, city, state, zip]);
    if (line !== null && !known.has(key)) known.set(key, { line, city, state, zip });
  }
  return [...known.values()];
}

function countiesOf(purchases: readonly BuyerPurchase[]): BuyerProfile['counties'] {
  const keyOf = ({ fips, county, state }: BuyerPurchase) => JSON.stringify([fips, county, state]);
  const byCounty = Map.groupBy(purchases, keyOf);
  return mostFrequent(purchases.map(keyOf)).map((key) => {
    const there = byCounty.get(key) ?? [];
    const { fips = null, county = null, state = '' } = there[0] ?? {};
    return { fips, county, state, deals: there.length };
  });
}

const holdingItem = (holding: HeldParcel): BuyerHolding => ({
  property_id: encodePropertyId(holding.propertyId),
  address: holding.address,
  purchase_date: holding.purchaseDate,
  purchase_price: holding.purchasePrice,
  estimated_value: holding.estimatedValue,
});

/** Whether a person behind any of the names asked for deletion; see docs/rules/do-not-contact.md. */
async function asksForDeletion(
  aliases: readonly OwnerAlias[],
  ports: Pick<ProfilePorts, 'contacts' | 'suppressions' | 'readPersonName' | 'readOwnerName'>,
  signal: AbortSignal,
): Promise<boolean> {
  const asBuyers = aliases.map(({ name, nameKey, mailingKey, buyerId, region }): Buyer => {
    const place = mailingKey?.split('|')[1] ?? '';
    return {
      buyerId,
      name,
      nameKey,
      isEntity: ports.readOwnerName(name).isEntity,
      mailingKey,
      mailingZip: /^\d{5}$/.test(place) ? place : null,
      mailingState: region,
      reliability: 0,
    };
  });
  const people: (Contact | null)[] = await recordedContacts(asBuyers, ports, signal);
  return (await deletedAmong(people, ports.suppressions, signal)).includes(true);
}

async function linksOf(
  region: string,
  buyerId: number,
  aliases: readonly OwnerAlias[],
  { owners, buyers }: Pick<ProfilePorts, 'owners' | 'buyers'>,
  signal: AbortSignal,
): Promise<BuyerLink[]> {
  const matches = await ownersLinkedTo(buyerId, aliases, region, owners, signal);
  const names = await buyers.namesOf(
    region,
    matches.map((match) => match.buyerId),
    signal,
  );
  return matches
    .flatMap(({ buyerId: id, reason, confidence }): BuyerLink[] => {
      const name = names.get(id);
      return name === undefined ? [] : [{ name, reason, confidence }];
    })
    .sort((a, b) => b.confidence - a.confidence || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_LINKS);
}
