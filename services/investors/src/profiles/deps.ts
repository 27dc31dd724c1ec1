import type { Realm } from '@plat/kit';
import type { ProfilePorts } from './domain/ports.ts';

/** Dependencies of the route for buyer profiles. */
export interface ProfilesDeps {
  asOf(realm: Realm): string;
  profilePorts(realm: Realm): ProfilePorts;
}
