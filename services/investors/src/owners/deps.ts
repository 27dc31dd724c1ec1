import type { Realm } from '@plat/kit';
import type { OwnerBook } from './domain/owner-book.ts';
import type { PortfolioDealFinder } from './domain/ports.ts';

/** Dependencies of the linked deals route. */
export interface OwnersDeps {
  asOf(realm: Realm): string;
  market(realm: Realm): { owners: OwnerBook; buyerDeals: PortfolioDealFinder };
}
