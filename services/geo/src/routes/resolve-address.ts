import { resolveAddress } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { GeoDeps } from '../deps.ts';
import { resolveAddress as resolve } from '../domain/resolve-address.ts';

/** POST /internal/resolve-address. */
export const resolveAddressOperation = (deps: Pick<GeoDeps, 'index' | 'gazetteer' | 'geocoder'>) =>
  operation(resolveAddress, async ({ body, signal }) => ({ match: await resolve(body.address, deps, signal) }));
