import type { AnalyticsSummary, InvestorCompsAnswer } from '@plat/client';
import { Download, Printer } from 'lucide-react';
import {
  type Coordinates,
  dealsBody,
  MARKET_DEALS_MAX,
  summaryBody,
  useCoordinates,
  useMarketDeals,
  useMarketSummary,
} from '../api/market-queries.ts';
import { downloadCsv } from '../lib/csv.ts';
import { asCount, asDollars, asMonth, asPercent, asPlural } from '../lib/format.ts';
import { type ChartedDeal, dealsByMonth, pricesPerSquareFoot } from '../lib/market.ts';
import type { Place } from '../lib/place.ts';
import type { MapPoint } from '../map/index.ts';
import { BarChart } from '../parts/bar-chart.tsx';
import { Button } from '../parts/button.tsx';
import { CopyAs } from '../parts/copy-as.tsx';
import { Figure, Section } from '../parts/figure.tsx';
import { EmptyNote, FailureNote, WaitingLines } from '../parts/notes.tsx';
import { CommonFilters } from './filters.tsx';
import { PlaceMap } from './place-map.tsx';
import type { ViewProps } from './view-props.ts';

type Deal = InvestorCompsAnswer[number];
/** The map shows the deals as a heat map. */
const NO_POINTS: readonly MapPoint[] = [];

/** How investors bought around a place. */
export default function MarketView({ place, update }: ViewProps) {
  const at = useCoordinates(place);
  return (
    <>
      <section aria-label="Filters" className="flex flex-wrap gap-1.5 border-line border-b px-4 py-2 print:hidden">
        <CommonFilters place={place} update={update} />
      </section>
      <div className="mx-auto max-w-6xl px-4 py-4">
        <div className="mb-6 h-80 overflow-hidden rounded-md border border-line print:hidden">
          <PlaceMap place={place} update={update} points={NO_POINTS} heat />
        </div>
        <Summary place={place} at={at} />
        <Deals place={place} at={at} />
      </div>
    </>
  );
}

interface PartProps {
  place: Place;
  at: Coordinates | null;
}

function Summary({ place, at }: PartProps) {
  const found = useMarketSummary(place, at);
  if (found.isPending) return <WaitingLines lines={3} what="the market" />;
  if (found.isError) return <FailureNote error={found.error} retry={() => found.refetch()} />;
  const { radius_counts: counts, flipper_metrics: flippers, landlord_metrics: landlords } = found.data;
  const request = {
    operation: 'analyticsSummary',
    method: 'POST',
    path: '/v1/analytics-summary',
    body: at === null ? {} : summaryBody(place, at),
  };
  return (
    <>
      <Section title="How much is going on" aside={<CopyAs request={request} />}>
        <Discs counts={counts} />
      </Section>
      <Section title={`What they paid within ${place.radius} mi`}>
        <div className="grid gap-8 md:grid-cols-2">
          <Paid title="Flippers" metrics={flippers}>
            {flippers.count === 0 ? null : (
              <Figure
                label="Of the value after repair"
                note={`middle third ${flippers.arv_pct_low}% to ${flippers.arv_pct_high}%`}
              >
                {flippers.arv_pct_avg}%
              </Figure>
            )}
          </Paid>
          <Paid title="Landlords" metrics={landlords}>
            {landlords.count === 0 ? null : (
              <Figure label="For the expected rent" note="low, usual and high prices">
                {landlords.conservative_purchase_count} / {landlords.moderate_purchase_count} /{' '}
                {landlords.aggressive_purchase_count}
              </Figure>
            )}
          </Paid>
        </div>
      </Section>
    </>
  );
}

const DISCS = ['1mi', '2mi', '5mi', '10mi'] as const;

/** Counts within each distance as discs of that area share, flips and rentals apart. */
function Discs({ counts }: { counts: AnalyticsSummary['radius_counts'] }) {
  const most = Math.max(1, ...DISCS.map((disc) => counts[disc].flips + counts[disc].rentals));
  return (
    <ul className="grid grid-cols-2 gap-4 md:grid-cols-4">
      {DISCS.map((disc) => {
        const { flips, rentals } = counts[disc];
        const total = flips + rentals;
        const size = 10 + 46 * Math.sqrt(total / most);
        const share = total === 0 ? 0 : flips / total;
        return (
          <li key={disc} className="flex items-center gap-3">
            <div className="flex size-16 shrink-0 items-center justify-center" aria-hidden="true">
              <div
                className="shrink-0 rounded-full"
                style={{
                  width: size,
                  height: size,
                  background: `conic-gradient(var(--color-accent) ${share * 360}deg, var(--color-second) 0)`,
                }}
              />
            </div>
            <dl>
              <Figure
                label={`Within ${disc.replace('mi', ' mi')}`}
                note={`${asCount(flips)} flips, ${asCount(rentals)} rentals`}
              >
                {asPlural(total, 'deal')}
              </Figure>
            </dl>
          </li>
        );
      })}
    </ul>
  );
}

interface PaidProps {
  title: string;
  metrics: Pick<
    AnalyticsSummary['flipper_metrics'],
    'count' | 'price_avg' | 'price_low' | 'price_high' | 'ppsft_avg' | 'ppsft_low' | 'ppsft_high'
  >;
  children: React.ReactNode;
}

function Paid({ title, metrics, children }: PaidProps) {
  return (
    <div>
      <h3 className="mb-2 font-medium">
        {title} <span className="figures font-normal text-soft">{asPlural(metrics.count, 'purchase')}</span>
      </h3>
      {metrics.count === 0 ? (
        <p className="text-soft">None in this circle and time.</p>
      ) : (
        <dl className="grid grid-cols-3 gap-4">
          <Figure label="Price" note={`${asDollars(metrics.price_low)} to ${asDollars(metrics.price_high)}`}>
            {asDollars(metrics.price_avg)}
          </Figure>
          <Figure label="Per square foot" note={`$${metrics.ppsft_low} to $${metrics.ppsft_high}`}>
            {asDollars(metrics.ppsft_avg)}
          </Figure>
          {children}
        </dl>
      )}
    </div>
  );
}

const charted = (deals: readonly Deal[]): ChartedDeal[] =>
  deals.flatMap((deal) => {
    const [bought, price] =
      deal.buyer_type === 'flipper'
        ? [deal.flip_purchase_transaction_date, deal.flip_purchase_transaction_price]
        : [deal.rental_purchase_transaction_date, deal.rental_purchase_transaction_price];
    return bought === null ? [] : [{ type: deal.buyer_type, bought, price, squareFeet: deal.livingsquarefeet }];
  });

const DEAL_COLUMNS = [
  'buyer_type',
  'address',
  'miles',
  'bought',
  'paid',
  'living_square_feet',
  'bedrooms',
  'bathrooms',
];

const dealRow = (deal: Deal) => {
  const [chart] = charted([deal]);
  return [
    ...[deal.buyer_type, deal.address, deal.miles_from_subject, chart?.bought, chart?.price],
    ...[deal.livingsquarefeet, deal.bedrooms, deal.bathrooms],
  ];
};

function Deals({ place, at }: PartProps) {
  const found = useMarketDeals(place, at);
  if (found.isPending) return <WaitingLines lines={3} what="deals" />;
  if (found.isError) return <FailureNote error={found.error} retry={() => found.refetch()} />;
  if (found.data.length === 0 || at === null) {
    return <EmptyNote title="No deals here">Widen the distance or the time.</EmptyNote>;
  }
  const deals = charted(found.data);
  const months = dealsByMonth(deals);
  const everyNth = Math.max(1, Math.ceil(months.length / 8));
  const bins = pricesPerSquareFoot(deals);
  const flips = deals.filter(({ type }) => type === 'flipper').length;
  const request = {
    operation: 'investorComps',
    method: 'POST',
    path: '/v1/investor-comps',
    body: dealsBody(place, at),
  };
  return (
    <Section
      title={
        found.data.length === MARKET_DEALS_MAX
          ? `The nearest ${MARKET_DEALS_MAX} deals`
          : `${asPlural(found.data.length, 'deal')} within ${place.radius} mi`
      }
      aside={
        <div className="flex gap-1 print:hidden">
          <Button small look="quiet" onClick={() => downloadCsv('deals.csv', DEAL_COLUMNS, found.data.map(dealRow))}>
            <Download size={14} aria-hidden="true" />
            CSV
          </Button>
          <Button small look="quiet" aria-label="Print" onClick={() => window.print()}>
            <Printer size={14} aria-hidden="true" />
          </Button>
          <CopyAs request={request} />
        </div>
      }
    >
      <p className="figures mb-4 text-soft text-xs">
        {asPercent(flips / deals.length)} flips, {asPercent(1 - flips / deals.length)} rental purchases
      </p>
      <div className="grid gap-8 md:grid-cols-2">
        <div>
          <h3 className="mb-2 font-medium">Purchases by month</h3>
          <BarChart
            title="Purchases by month"
            series={['flips', 'rentals']}
            bars={months.map(({ month, flips: one, rentals }, index) => ({
              key: month,
              label: asMonth(month),
              tick: index % everyNth === 0 ? asMonth(month) : '',
              counts: [one, rentals],
            }))}
          />
        </div>
        <div>
          <h3 className="mb-2 font-medium">Price per square foot</h3>
          <BarChart
            title="Purchases by price per square foot"
            series={['flips', 'rentals']}
            bars={bins.map(({ from, to, flips: one, rentals }, index) => ({
              key: String(from),
              label: `$${from} to $${to}`,
              tick: index % Math.max(1, Math.ceil(bins.length / 8)) === 0 ? `$${from}` : '',
              counts: [one, rentals],
            }))}
          />
        </div>
      </div>
    </Section>
  );
}
