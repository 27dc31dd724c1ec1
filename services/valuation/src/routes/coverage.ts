import { coverage, coverageLocation, matchHeaders } from '@plat/contracts';
import { operation, Reply } from '@plat/kit';
import type { ValuationDeps } from '../deps.ts';
import { countyItem, findCounties } from '../domain/coverage.ts';

/** `GET /v1/coverage` */
export const coverageRoute = (deps: ValuationDeps) =>
  operation(coverage, async ({ query, principal, requestId, deadlineMs, signal }) => {
    const asOf = deps.asOf(principal.realm);
    const { counties: book, addresses } = deps.ports({ principal, requestId, deadlineMs });
    const { counties, match } = await findCounties(coverageLocation(query), asOf, { book, addresses }, signal);
    const items = await Promise.all(
      counties.map(async (county) => countyItem(county, await book.phoneShare(county, signal))),
    );
    const level = match?.match_level ?? null;
    const { address = '', property_id: propertyId = null } = match ?? {};
    const headers = level === null ? {} : matchHeaders({ level, address, propertyId });
    return new Reply({ as_of: asOf, counties: items }, 200, headers);
  });
