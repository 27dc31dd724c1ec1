import type { EndpointName } from '@plat/contracts';

/** In a list of endpoints: leaves offers out although retail comps is in. */
export const WITHOUT_OFFERS = '-offers';

/**
 * The endpoints that a key may call, from a list as an operator writes it. Offers come with retail comps unless the list
 * has `-offers`. null: every endpoint that the kind of key may call.
 */
export function authorizedEndpoints(written: readonly string[] | null | undefined): readonly EndpointName[] | null {
  if (written == null) return null;
  const names = written.filter((name) => name !== WITHOUT_OFFERS) as EndpointName[];
  const addsOffers = names.includes('retail_comps') && !names.includes('offers') && !written.includes(WITHOUT_OFFERS);
  return addsOffers ? [...names, 'offers'] : names;
}
