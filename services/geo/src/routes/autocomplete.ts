import { autocomplete, autocompleteSearchString } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { GeoDeps } from '../deps.ts';
import { completeAddress } from '../domain/autocomplete.ts';

/**
 * POST /v1/autocomplete. Results need numbers for both coordinates: a property without any is offered at the centroid of
 * its ZIP code, else of its city, and left out when neither is known. Resolving its address finds the property itself.
 */
export const autocompleteOperation = (deps: Pick<GeoDeps, 'places'>) =>
  operation(autocomplete, async ({ body, principal }) =>
    completeAddress(autocompleteSearchString(body), deps.places(principal.realm)),
  );
