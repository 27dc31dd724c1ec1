import { resolveAddress } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { GeoDeps } from '../deps.ts';
import { resolveAddress as resolve } from '../domain/resolve-address.ts';

/** POST /internal/resolve-address. */
export const resolveAddressOperation = (deps: Pick<GeoDeps, 'places'>) =>
  operation(resolveAddress, async ({ body, principal, signal }) => ({
    match: await resolve(body.address, deps.places(principal.realm), signal),
  }));
