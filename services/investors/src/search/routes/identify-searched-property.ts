import { buyerSearchCriteria, identifySearchedProperty } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { SearchDeps } from '../deps.ts';
import { identifySearchedProperty as identify } from '../domain/identify-searched-property.ts';
import { writeSearchedAddress } from '../domain/searched-address.ts';

/** `POST /internal/searched-property` */
export const identifySearchedPropertyRoute = (deps: SearchDeps) =>
  operation(identifySearchedProperty, async ({ body, signal, principal, requestId, deadlineMs }) => {
    const location = buyerSearchCriteria(body);
    const { usageSubject, resolved } = await identify(
      location,
      deps.ports({ principal, requestId, deadlineMs }),
      signal,
    );
    return {
      counted_thing: usageSubject,
      searched_address: location.address === null ? undefined : writeSearchedAddress(location.address, resolved),
    };
  });
