export type { BuyerDeal, DealRecord } from './domain/buyer-deal.ts';
export type { OwnerBook } from './domain/owner-book.ts';
export { linkedDealsRoute } from './routes/linked-deals.ts';
export { marketBuyerDeals } from './store/market-buyer-deals.ts';
export { marketOwners } from './store/market-owners.ts';
