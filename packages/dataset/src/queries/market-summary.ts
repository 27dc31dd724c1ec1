import { cellsIn, coverCircle } from '../grid.ts';
import { MIN_MARKET_PRICE_USD, USABLE_SQFT_MAX, USABLE_SQFT_MIN } from '../rules/constants.ts';
import { ON_MARKET } from '../rules/off-market.ts';
import type { Dataset, RowsOf } from '../serving-dataset.ts';
import type { Statement } from './deals-near.ts';
import { haversineOf, haversineSql } from './distance-sql.ts';
import { ofEachRegion } from './of-each-region.ts';

/** Radius in miles of the discs in which deals are counted; each includes the smaller ones. */
export const SUMMARY_DISCS_MILES = [1, 2, 5, 10] as const;
const WIDEST_DISC_MILES = 10;
/** Shares of the sample below its low and high value. */
const LOW_AND_HIGH = [0.33, 0.67] as const;

export interface MarketSummaryQuery {
  /** Decimal degrees. */
  latitude: number;
  longitude: number;
  /** Miles that the samples cover, at most 10. */
  metricsRadiusMiles: number;
  /** First and last event day, YYYY-MM-DD, both inclusive. Deals that begin to count later are left out. */
  fromDate: string;
  asOf: string;
  propertyTypes: readonly string[];
}

/** Mean and 33rd and 67th percentiles, not rounded; null for an empty sample. */
export interface Figures {
  average: number | null;
  low: number | null;
  high: number | null;
}

/** Purchases with a usable price and living area. */
export interface PurchaseSample {
  count: number;
  /** US dollars paid. */
  price: Figures;
  /** US dollars paid per square foot of living area. */
  pricePerSquareFoot: Figures;
}

export interface MarketSummary {
  /** Every deal within each of `SUMMARY_DISCS_MILES`, even with unknown attributes. */
  discs: { miles: number; flips: number; rentals: number }[];
  /** `arvPercent`: purchase price in percent of the resale price. */
  flips: PurchaseSample & { arvPercent: Figures };
  rentals: PurchaseSample & { aggressive: number; moderate: number; conservative: number };
}

/**
 * Counts and price statistics of the deals around a point (docs/rules/statistics.md), with one statement over one
 * index range scan. Percentiles interpolate linearly (Hyndman and Fan's type 7); means include every purchase.
 */
export async function marketSummary(dataset: Dataset, query: MarketSummaryQuery): Promise<MarketSummary> {
  const regions = dataset.regionsTouching(query, WIDEST_DISC_MILES);
  if (regions.length === 0 || query.propertyTypes.length === 0) return fromRow({});
  const { text, parameters } = marketSummaryStatement(dataset.rowsOf, query, regions);
  const [row] = await dataset.ask<SummaryRow>(text, parameters);
  return fromRow(row ?? {});
}

/** The summary of a place without deals. */
export const NO_SUMMARY: MarketSummary = fromRow({});

type SummaryRow = Readonly<Record<string, number | readonly (number | null)[] | null>>;

/** The statement behind `marketSummary`; returns one row. */
export function marketSummaryStatement(
  rowsOf: RowsOf,
  query: MarketSummaryQuery,
  regions: readonly string[],
): Statement {
  const parameters: Statement['parameters'] = [];
  const bind = (value: Statement['parameters'][number], type: string): string => {
    parameters.push(value);
    return `$${parameters.length}::${type}`;
  };
  const haversine = haversineSql(bind(query.latitude, 'float8'), bind(query.longitude, 'float8'));
  const conditions = [
    `cell = any(${bind(cellsIn(coverCircle(query, WIDEST_DISC_MILES)), 'int[]')})`,
    `event_date between ${bind(query.fromDate, 'date')} and ${bind(query.asOf, 'date')}`,
    `visible_from <= ${bind(query.asOf, 'date')}`,
    `property_type = any(${bind([...query.propertyTypes], 'text[]')})`,
    ON_MARKET,
    'not extended',
  ];
  const withinMetrics = `haversine <= ${bind(haversineOf(query.metricsRadiusMiles), 'float8')}`;
  const discs = SUMMARY_DISCS_MILES.flatMap((miles) => {
    const within = `haversine <= ${bind(haversineOf(miles), 'float8')}`;
    return [
      `count(*) filter (where is_flip and ${within})::int as flips_${miles}`,
      `count(*) filter (where not is_flip and ${within})::int as rentals_${miles}`,
    ];
  });
  const near = ofEachRegion(
    regions,
    (region) => `select deal_type = 'flip' as is_flip, purchase_price::float8, living_square_feet::float8,
          sale_price::float8, purchase_class, ${haversine} as haversine
        from ${rowsOf('deal', region)} deal where ${conditions.join('\n and ')}`,
  );
  // `offset 0` keeps the planner from repeating the distance in every aggregate.
  const text = `select ${[...discs, ...samplesSql()].join(',\n')}
    from (
      select *, ${withinMetrics} and purchase_price >= ${MIN_MARKET_PRICE_USD}
        and living_square_feet between ${USABLE_SQFT_MIN} and ${USABLE_SQFT_MAX} as usable
      from (
        ${near}
        offset 0
      ) near
      where haversine <= ${bind(haversineOf(WIDEST_DISC_MILES), 'float8')}
      offset 0
    ) seen`;
  return { text, parameters };
}

function samplesSql(): string[] {
  const figures = (name: string, value: string, sample: string) => [
    `avg(${value}) filter (where ${sample}) as ${name}_average`,
    `percentile_cont(array[${LOW_AND_HIGH.join(', ')}]) within group (order by ${value}) filter (where ${sample}) as ${name}_range`,
  ];
  const sampleOf = (name: string, sample: string) => [
    `count(*) filter (where ${sample})::int as ${name}_count`,
    ...figures(`${name}_price`, 'purchase_price', sample),
    ...figures(`${name}_ppsft`, 'purchase_price / living_square_feet', sample),
  ];
  const classes = ['aggressive', 'moderate', 'conservative'].map(
    (name) => `count(*) filter (where not is_flip and usable and purchase_class = '${name}')::int as ${name}`,
  );
  return [
    ...sampleOf('flip', 'is_flip and usable'),
    ...figures('flip_arv', '100 * purchase_price / sale_price', 'is_flip and usable and sale_price > 0'),
    ...sampleOf('rental', 'not is_flip and usable'),
    ...classes,
  ];
}

function fromRow(row: SummaryRow): MarketSummary {
  const count = (name: string): number => Number(row[name] ?? 0);
  const figures = (name: string): Figures => {
    const [low, high] = (row[`${name}_range`] ?? []) as readonly (number | null)[];
    return { average: (row[`${name}_average`] ?? null) as number | null, low: low ?? null, high: high ?? null };
  };
  const sample = (name: string): PurchaseSample => ({
    count: count(`${name}_count`),
    price: figures(`${name}_price`),
    pricePerSquareFoot: figures(`${name}_ppsft`),
  });
  return {
    discs: SUMMARY_DISCS_MILES.map((miles) => ({
      miles,
      flips: count(`flips_${miles}`),
      rentals: count(`rentals_${miles}`),
    })),
    flips: { ...sample('flip'), arvPercent: figures('flip_arv') },
    rentals: {
      ...sample('rental'),
      aggressive: count('aggressive'),
      moderate: count('moderate'),
      conservative: count('conservative'),
    },
  };
}
