import type { Caller, Clock, Realm } from '@plat/kit';
import type { SearchStore } from '../background/index.ts';
import type { SuppressionLists } from '../contacts/index.ts';
import type { AddressResolver } from '../search/index.ts';
import type { LegacySearchPorts } from './domain/ports.ts';

/** Dependencies of the routes and the finder of the earlier API. */
export interface LegacyDeps {
  clock: Clock;
  asOf(realm: Realm): string;
  ports(caller: Caller): LegacySearchPorts & { addresses: AddressResolver };
  suppressions(realm: Realm): SuppressionLists;
  searches: SearchStore;
}
