import type { Realm } from '@plat/kit';
import type { RecordsWindows } from '../deals/index.ts';
import type { CompFinder } from './domain/ports.ts';

/** Dependencies of the investor comps route. */
export interface CompsDeps {
  asOf(realm: Realm): string;
  market(realm: Realm): { comps: CompFinder; records: RecordsWindows };
}
