import { RETAIL_COMPS_MAX_RESULTS, type RetailCompsCriteria } from '@plat/contracts';
import type { CompSource, CompSubject, CompsNearQuery, SimilarSale, WindowEnd } from '@plat/dataset';
import { addDays } from '@plat/kit';
import { withoutComps } from './locate-subject.ts';
import type { CompFinder } from './ports.ts';

/** Fewer comps are an error. */
const MIN_COMPS = 3;

/** Radius and period of a search. */
export interface Reach {
  radiusMiles: number;
  daysBack: number;
}

/** Source, known-on day (`YYYY-MM-DD`) and regions of a comp search. */
export interface CompScope extends Pick<CompsNearQuery, 'source' | 'regions'> {
  asOf: WindowEnd;
}

export interface FoundComps {
  comps: SimilarSale[];
  reach: Reach;
}

/**
 * The comps of a subject, best first. If the caller left radius or days open, the search widens until the list is
 * full: first in time, which the trend can correct, then in distance.
 * @throws AppError INSUFFICIENT_COMPARABLE_SALES (404) with fewer than three at its widest.
 */
export async function findComps(
  subject: CompSubject,
  criteria: RetailCompsCriteria,
  scope: CompScope,
  comps: Pick<CompFinder, 'similar'>,
  signal: AbortSignal,
): Promise<FoundComps> {
  let found: FoundComps | undefined;
  for (const reach of reachesOf(criteria)) {
    const query = {
      radiusMiles: reach.radiusMiles,
      fromDate: addDays(scope.asOf, -Math.floor(reach.daysBack)),
      ...scope,
      livingSquareFeet: { min: criteria.living_square_feet_min, max: criteria.living_square_feet_max },
      bedrooms: { min: criteria.bedrooms_min, max: criteria.bedrooms_max },
      bathrooms: { min: criteria.bathrooms_min, max: criteria.bathrooms_max },
    };
    found = { comps: await comps.similar(subject, query, RETAIL_COMPS_MAX_RESULTS, signal), reach };
    if (found.comps.length === RETAIL_COMPS_MAX_RESULTS) break;
  }
  if (found === undefined || found.comps.length < MIN_COMPS) throw tooFew(found, scope.source);
  return found;
}

/** Each step from the first search to the widest. */
function reachesOf(criteria: RetailCompsCriteria): Reach[] {
  const { radius_miles, widest_radius_miles, days_back, widest_days_back } = criteria;
  const reaches = [
    { radiusMiles: radius_miles, daysBack: days_back },
    { radiusMiles: radius_miles, daysBack: widest_days_back },
    { radiusMiles: widest_radius_miles, daysBack: widest_days_back },
  ];
  return reaches.filter(
    (reach, at) =>
      at === 0 || reach.radiusMiles !== reaches[at - 1]?.radiusMiles || reach.daysBack !== reaches[at - 1]?.daysBack,
  );
}

function tooFew(found: FoundComps | undefined, source: CompSource) {
  const count = found?.comps.length ?? 0;
  const { radiusMiles, daysBack } = found?.reach ?? { radiusMiles: 0, daysBack: 0 };
  const where = radiusMiles === 0 ? 'in the same building' : `within ${radiusMiles} miles`;
  const kind = source === 'mls' ? 'closed listings (prices are not public record here)' : "arm's length sales";
  return withoutComps(
    `Only ${count} comparable ${kind} ${where} in the last ${Math.floor(daysBack)} days; ${MIN_COMPS} are needed`,
  );
}
