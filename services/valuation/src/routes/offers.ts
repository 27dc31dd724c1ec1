import { matchHeaders, offers, offerTerms } from '@plat/contracts';
import { recordsHeaders } from '@plat/dataset';
import { operation, Reply } from '@plat/kit';
import type { ValuationDeps } from '../deps.ts';
import { offersFor } from '../domain/offers.ts';
import { compsLookup } from '../store/comps-lookup.ts';

/** `POST /v1/offers` */
export const offersRoute = (deps: ValuationDeps) =>
  operation(offers, async ({ body, signal, principal, requestId, deadlineMs }) => {
    const question = { terms: offerTerms(body), asOf: deps.asOf(principal.realm) };
    const ports = deps.ports({ principal, requestId, deadlineMs });
    const reply = await compsLookup(() => offersFor(question, ports, signal));
    return new Reply(reply.body, 200, {
      'x-comps-source': reply.source,
      'x-value-confidence': reply.confidence,
      ...matchHeaders(reply.match),
      ...recordsHeaders(reply.records),
    });
  });
