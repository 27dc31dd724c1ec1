import type { AnalyticsSummary, AnalyticsSummaryCriteria } from '@plat/contracts';
import {
  type Figures,
  type MarketSummary,
  monthsBefore,
  NO_SUMMARY,
  type PurchaseSample,
  type RecordsWindow,
} from '@plat/dataset';
import { round } from '@plat/kit';
import type { MarketSummaries } from './ports.ts';

/**
 * Market metrics around a point: counts by distance, and price figures of flippers and landlords. All 0 outside
 * imported counties.
 */
export async function summariseArea(
  criteria: AnalyticsSummaryCriteria,
  { end, county }: RecordsWindow,
  summaries: MarketSummaries,
  signal: AbortSignal,
): Promise<AnalyticsSummary> {
  if (county === null) return shownSummary(NO_SUMMARY);
  const summary = await summaries.of(
    {
      center: { latitude: criteria.latitude, longitude: criteria.longitude },
      propertyTypes: criteria.property_types,
      window: { from: monthsBefore(end, criteria.lookback_months), to: end },
      metricsRadiusMiles: criteria.metrics_radius_mi,
    },
    signal,
  );
  return shownSummary(summary);
}

function shownSummary({ discs, flips, rentals }: MarketSummary): AnalyticsSummary {
  const within = (miles: number) => {
    const disc = discs.find((one) => one.miles === miles);
    return { flips: disc?.flips ?? 0, rentals: disc?.rentals ?? 0 };
  };
  return {
    radius_counts: { '1mi': within(1), '2mi': within(2), '5mi': within(5), '10mi': within(10) },
    flipper_metrics: { ...shownSample(flips), ...shownFigures('arv_pct', flips.arvPercent) },
    landlord_metrics: {
      ...shownSample(rentals),
      aggressive_purchase_count: rentals.aggressive,
      moderate_purchase_count: rentals.moderate,
      conservative_purchase_count: rentals.conservative,
    },
  };
}

const shownSample = ({ count, price, pricePerSquareFoot }: PurchaseSample) => ({
  count,
  ...shownFigures('price', price),
  ...shownFigures('ppsft', pricePerSquareFoot),
});

/** Whole numbers, rounded half up; 0 when nothing qualifies. */
function shownFigures<Name extends string>(
  name: Name,
  { average, low, high }: Figures,
): Record<`${Name}_avg` | `${Name}_low` | `${Name}_high`, number> {
  return {
    [`${name}_avg`]: round(average ?? 0),
    [`${name}_low`]: round(low ?? 0),
    [`${name}_high`]: round(high ?? 0),
  } as Record<`${Name}_avg` | `${Name}_low` | `${Name}_high`, number>;
}
