import { Printer } from 'lucide-react';
import { Slider } from 'radix-ui';
import { useOffers } from '../api/place-queries.ts';
import { asDollars, asNumber, asPercent, asPlural } from '../lib/format.ts';
import { maximumOffer } from '../lib/offer.ts';
import { Button } from '../parts/button.tsx';
import { CopyAs } from '../parts/copy-as.tsx';
import { Figure, Section } from '../parts/figure.tsx';
import { FailureNote, WaitingLines } from '../parts/notes.tsx';
import { RangeBar } from '../parts/range-bar.tsx';
import { NeedsAddress } from './needs-address.tsx';
import { ReportButton } from './report-button.tsx';
import { ShareButton } from './share-button.tsx';
import { SubjectLine } from './subject-line.tsx';
import type { ViewProps } from './view-props.ts';

/** The most to offer, for repairs, a fee and a rule that one can move. */
export default function OfferView(props: ViewProps) {
  return (
    <NeedsAddress place={props.place}>
      <Offer {...props} />
    </NeedsAddress>
  );
}

type Offered = NonNullable<ReturnType<typeof useOffers>['data']>;

function Offer({ place, update }: ViewProps) {
  const found = useOffers(place);
  if (found.isPending) {
    return (
      <div className="px-4 py-6">
        <WaitingLines lines={6} what="the offer" />
      </div>
    );
  }
  if (found.isError) return <FailureNote error={found.error} retry={() => found.refetch()} />;
  const offer = found.data;
  const body = { address: place.address, repairs: place.repairs, assignment_fee: place.fee, rules: [place.rule / 100] };
  return (
    <div className="mx-auto max-w-6xl px-4 py-6">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <SubjectLine subject={offer.subject} />
        <div className="flex gap-1 print:hidden">
          <Button small look="quiet" aria-label="Print" onClick={() => window.print()}>
            <Printer size={14} aria-hidden="true" />
          </Button>
          <ReportButton place={place} />
          <ShareButton place={place} />
          <CopyAs request={{ operation: 'offers', method: 'POST', path: '/v1/offers', body }} />
        </div>
      </div>
      <div className="mt-5 grid gap-x-12 gap-y-8 lg:grid-cols-[22rem_1fr]">
        <div className="space-y-6">
          <AmountSlider
            name="Repairs"
            value={place.repairs}
            max={200_000}
            step={1_000}
            onChange={(repairs) => update({ repairs })}
          />
          <AmountSlider name="Your fee" value={place.fee} max={50_000} step={500} onChange={(fee) => update({ fee })} />
          <AmountSlider
            name="Rule"
            value={place.rule}
            min={50}
            max={90}
            step={1}
            unit="%"
            onChange={(rule) => update({ rule })}
          />
          <p className="text-faint text-xs">Moving a slider makes no request and counts nothing.</p>
        </div>
        <Outcome offer={offer} place={place} />
      </div>
    </div>
  );
}

function Outcome({ offer, place }: { offer: Offered; place: ViewProps['place'] }) {
  const { arv, as_is: asIs, rent, investors_paid: paid } = offer;
  const most = maximumOffer(arv, place);
  const paidHere = paid === null ? null : Math.round(paid.median_share_of_resale * arv.value);
  const monthly = rent === null ? null : rent.value;
  const values = [most.value_low, most.value_high, paidHere ?? most.value];
  const [from, to] = [Math.min(...values), Math.max(...values)];
  return (
    <div>
      <dl className="grid gap-6 sm:grid-cols-[1.4fr_1fr]">
        <Figure
          label="Maximum offer"
          large
          note={
            <>
              <span className="sr-only">
                Range {asDollars(most.value_low)} to {asDollars(most.value_high)}
              </span>
              <RangeBar low={most.value_low} value={most.value} high={most.value_high} from={from} to={to} />
            </>
          }
        >
          <span className="text-accent text-5xl">{asDollars(most.value)}</span>
        </Figure>
        <Sum arv={arv.value} place={place} offer={most.value} />
      </dl>
      {offer.confidence === 'low' ? (
        <p className="mt-3 text-warn">The value is uncertain here. Read the range before the figure.</p>
      ) : null}
      <div className="mt-6">
        <Section title="What investors here really paid">
          {paid === null ? (
            <p className="text-soft">Nobody flipped a home of this kind nearby in the last 24 months.</p>
          ) : (
            <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
              <Figure
                label="Of the resale price"
                note={`middle third ${asPercent(paid.p33)} to ${asPercent(paid.p67)}`}
              >
                {asPercent(paid.median_share_of_resale)}
              </Figure>
              <Figure label="For this home" note={paidHere === null ? undefined : comparedText(most.value, paidHere)}>
                {asDollars(paidHere)}
              </Figure>
              <Figure label="Per square foot">{asDollars(paid.median_price_per_square_foot)}</Figure>
              <Figure label="Flips measured">{asPlural(paid.count, 'flip')}</Figure>
            </dl>
          )}
        </Section>
        <Section title="Value and rent">
          <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
            <Figure label="After repair (ARV)" note={`${asDollars(arv.value_low)} to ${asDollars(arv.value_high)}`}>
              {asDollars(arv.value)}
            </Figure>
            <Figure label="As it is today">{asDollars(asIs?.value)}</Figure>
            <Figure label="Rent a month">{asDollars(monthly)}</Figure>
            <Figure label="Gross yield at the offer">
              {monthly === null || most.value === 0
                ? '–'
                : `${asNumber(Math.round((monthly * 12_000) / most.value) / 10)}%`}
            </Figure>
          </dl>
        </Section>
      </div>
    </div>
  );
}

const comparedText = (offer: number, paid: number): string =>
  offer <= paid ? `your offer is ${asDollars(paid - offer)} below` : `your offer is ${asDollars(offer - paid)} above`;

function Sum({ arv, place, offer }: { arv: number; place: ViewProps['place']; offer: number }) {
  const lines = [
    [`${place.rule}% of ${asDollars(arv)}`, asDollars(Math.round((arv * place.rule) / 100))],
    ['less repairs', asDollars(-place.repairs)],
    ['less your fee', asDollars(-place.fee)],
  ] as const;
  return (
    <div>
      <dt className="label">How it adds up</dt>
      <dd>
        <table className="figures w-full text-xs">
          <tbody>
            {lines.map(([text, amount]) => (
              <tr key={text}>
                <td className="py-0.5 text-soft">{text}</td>
                <td className="py-0.5 text-right">{amount}</td>
              </tr>
            ))}
            <tr className="border-line border-t font-semibold">
              <td className="pt-1">maximum offer</td>
              <td className="pt-1 text-right">{asDollars(offer)}</td>
            </tr>
          </tbody>
        </table>
      </dd>
    </div>
  );
}

interface AmountSliderProps {
  name: string;
  value: number;
  min?: number;
  max: number;
  step: number;
  unit?: '$' | '%';
  onChange: (value: number) => void;
}

function AmountSlider({ name, value, min = 0, max, step, unit = '$', onChange }: AmountSliderProps) {
  const text = (amount: number) => (unit === '$' ? asDollars(amount) : `${amount}% of ARV`);
  return (
    <div>
      <div className="mb-2 flex items-baseline justify-between">
        <span className="font-medium">{name}</span>
        <span className="figures font-semibold text-base">{text(value)}</span>
      </div>
      <Slider.Root
        value={[Math.min(max, Math.max(min, value))]}
        min={min}
        max={max}
        step={step}
        onValueChange={([moved]) => moved !== undefined && onChange(moved)}
        className="relative flex h-5 touch-none select-none items-center print:hidden"
      >
        <Slider.Track className="relative h-1.5 grow rounded-full bg-sunken">
          <Slider.Range className="absolute h-full rounded-full bg-accent" />
        </Slider.Track>
        <Slider.Thumb
          aria-label={name}
          aria-valuetext={text(value)}
          className="block size-5 rounded-full border-2 border-accent bg-surface shadow-sm"
        />
      </Slider.Root>
      <div className="figures flex justify-between text-2xs text-faint print:hidden">
        <span>{text(min)}</span>
        <span>{text(max)}</span>
      </div>
    </div>
  );
}
