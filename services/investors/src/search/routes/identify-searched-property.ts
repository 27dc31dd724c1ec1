import { buyerSearchCriteria, identifySearchedProperty } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { InvestorsDeps } from '../../deps.ts';
import { identifySearchedProperty as identify } from '../domain/identify-searched-property.ts';

/** `POST /internal/searched-property` */
export const identifySearchedPropertyRoute = (deps: InvestorsDeps) =>
  operation(identifySearchedProperty, async ({ body, signal, principal, requestId, deadlineMs }) => ({
    counted_thing: await identify(buyerSearchCriteria(body), deps.ports({ principal, requestId, deadlineMs }), signal),
  }));
