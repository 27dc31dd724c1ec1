import { matchHeaders, retailComps, retailCompsCriteria } from '@plat/contracts';
import { recordsHeaders } from '@plat/dataset';
import { operation, Reply } from '@plat/kit';
import type { ValuationDeps } from '../deps.ts';
import { compareWithSales } from '../domain/retail-comps.ts';
import { compsLookup } from '../store/comps-lookup.ts';

/** `POST /v1/retail-comps` */
export const retailCompsRoute = (deps: ValuationDeps) =>
  operation(retailComps, async ({ body, signal, principal, requestId, deadlineMs }) => {
    const question = { criteria: retailCompsCriteria(body), asOf: deps.asOf(principal.realm) };
    const ports = deps.ports({ principal, requestId, deadlineMs });
    const answer = await compsLookup(() => compareWithSales(question, ports, signal));
    return new Reply(answer.body, 200, {
      'x-comps-source': answer.source,
      ...matchHeaders(answer.match),
      ...recordsHeaders(answer.records),
    });
  });
