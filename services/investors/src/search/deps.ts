import type { Caller, Clock, Logger, Realm } from '@plat/kit';
import type { OnSearchEnded, SearchStore } from '../background/index.ts';
import type { SuppressionLists } from '../contacts/index.ts';
import type { BuyerSearchPorts, DealAttacher } from './domain/ports.ts';

/** Dependencies of the buyer search routes and of the background finder. */
export interface SearchDeps {
  clock: Clock;
  log: Logger;
  /** The as-of day of a realm, `YYYY-MM-DD`. No window ends after it; the age of the do-not-call snapshot counts to it. */
  asOf(realm: Realm): string;
  /** Ports of one request; all its queries read one version of the dataset. */
  ports(caller: Caller): BuyerSearchPorts;
  suppressions(realm: Realm): SuppressionLists;
  /** Searches with a webhook, and those in the background. */
  searches: SearchStore;
  onSearchEnded(mode: 'waiting' | 'background'): OnSearchEnded;
  crmDeals: DealAttacher;
}
