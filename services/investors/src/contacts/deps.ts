import type { Clock, Realm } from '@plat/kit';
import type { WithholdingPorts } from './domain/ports.ts';

/** Dependencies of the route that applies the lists to stored contacts again. */
export interface ContactsDeps {
  clock: Clock;
  asOf(realm: Realm): string;
  withholding(realm: Realm): WithholdingPorts;
}
