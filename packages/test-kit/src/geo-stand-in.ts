import { type ResolvedAddress, resolveAddress } from '@plat/contracts';
import { AppError, createLogger, createServiceApp, type InternalTokens, operation } from '@plat/kit';

/** An exact match in Phoenix with some changes. */
export const addressMatch = (changes: Partial<ResolvedAddress>): ResolvedAddress => ({
  address: '',
  property_id: null,
  region: 'AZ',
  latitude: 33.5,
  longitude: -112.1,
  confidence: 1,
  precision: 'property',
  match_level: 'exact',
  ...changes,
});

/**
 * A geo service that follows the real contract and knows the given addresses, by the text of the request. It fails for
 * `broken` and is late for `slow`.
 */
export function geoStandIn(
  tokens: InternalTokens,
  addresses: Readonly<Record<string, ResolvedAddress>>,
): (request: Request) => Promise<Response> {
  const app = createServiceApp({
    name: 'geo',
    log: createLogger({ name: 'test', level: 'silent' }),
    tokens,
    operations: [
      operation(resolveAddress, async ({ body: { address } }) => {
        if (address === 'broken') throw new AppError('UPSTREAM_ERROR', 'The geocoder could not be reached; try again');
        if (address === 'slow') throw new AppError('TIMEOUT', 'The request took longer than its time limit');
        return { match: addresses[address] ?? null };
      }),
    ],
  });
  return async (request) => app.handle(request);
}
