import { autocomplete, autocompleteSearchString } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { GeoDeps } from '../deps.ts';
import { completeAddress } from '../domain/autocomplete.ts';

/**
 * POST /v1/autocomplete. Every result needs coordinates: a property without any gets the centroid of its ZIP code
 * or city, and is omitted if both are unknown. Resolving its address returns the property itself.
 */
export const autocompleteOperation = (deps: Pick<GeoDeps, 'places'>) =>
  operation(autocomplete, async ({ body, principal }) =>
    completeAddress(autocompleteSearchString(body), deps.places(principal.realm)),
  );
