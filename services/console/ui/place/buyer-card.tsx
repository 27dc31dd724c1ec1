import type { BuyerProfile } from '@plat/client';
import { ArrowLeft, Mail, Phone, X } from 'lucide-react';
import { type Buyer, useBuyerProfile } from '../api/place-queries.ts';
import {
  asCount,
  asDay,
  asDollars,
  asName,
  asNumber,
  asPercent,
  asPhone,
  asPlural,
  asShortDollars,
} from '../lib/format.ts';
import { Button } from '../parts/button.tsx';
import { CopyAs } from '../parts/copy-as.tsx';
import { Figure, Section } from '../parts/figure.tsx';
import { FailureNote, WaitingLines } from '../parts/notes.tsx';
import { TypeMark } from './buyer-row.tsx';
import { buyerName, contactName, contactProblem } from './buyer-texts.ts';
import { DealsSection } from './deals-section.tsx';
import { LinksGraph } from './links-graph.tsx';
import { RankBars } from './rank-bars.tsx';

interface BuyerCardProps {
  buyer: Buyer;
  radius: number;
  onClose: () => void;
}

/** All about one buyer: why it ranks here, how to reach it, what it buys. */
export function BuyerCard({ buyer, radius, onClose }: BuyerCardProps) {
  const explain = buyer.explain;
  const profile = useBuyerProfile(explain?.buyer_id ?? null);
  return (
    <article aria-label={buyerName(buyer)} className="bg-surface px-5 pb-10 lg:min-h-full">
      <header className="sticky top-0 z-10 flex items-start gap-3 border-line border-b bg-surface py-4">
        <Button small look="quiet" className="lg:hidden" onClick={onClose} aria-label="Back to the list">
          <ArrowLeft size={16} aria-hidden="true" />
        </Button>
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold text-xl leading-tight tracking-tight">{buyerName(buyer)}</h2>
          <p className="mt-1 flex items-center gap-1.5 text-soft text-xs">
            <TypeMark type={buyer.buyer_type} />
            {buyer.buyer_type === 'flipper' ? 'Flipper' : 'Landlord'}
            {profile.data === undefined ? null : ` · ${profile.data.kind}`}
            {explain?.deals_in_radius === undefined
              ? null
              : ` · ${asPlural(explain.deals_in_radius, 'deal')} within ${radius} mi`}
          </p>
        </div>
        {explain === undefined ? null : (
          <CopyAs
            request={{ operation: 'buyers', method: 'GET', path: '/v1/buyers', query: { buyer_id: explain.buyer_id } }}
          />
        )}
        <Button small look="quiet" className="hidden lg:inline-flex" onClick={onClose} aria-label="Close the card">
          <X size={16} aria-hidden="true" />
        </Button>
      </header>
      <Contact buyer={buyer} />
      {explain === undefined ? null : (
        <Section
          title={`Why rank ${buyer.smart_match_rank}`}
          aside={
            <span className="figures text-soft text-xs">{Math.round(100 * explain.match.score)} of 100 points</span>
          }
        >
          <RankBars parts={explain.match.parts} />
        </Section>
      )}
      {profile.isPending && explain !== undefined ? <WaitingLines lines={4} what="the profile" /> : null}
      {profile.isError ? <FailureNote error={profile.error} retry={() => profile.refetch()} /> : null}
      {profile.data === undefined ? null : <Profile profile={profile.data} buyer={buyer} />}
    </article>
  );
}

function Contact({ buyer }: { buyer: Buyer }) {
  const problem = contactProblem(buyer);
  const person = contactName(buyer);
  const mail = buyer.explain?.mailing_address;
  return (
    <div className="py-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {person === null ? null : <Figure label="Contact">{person}</Figure>}
        {buyer.buyer_phone_number === null ? null : (
          <Figure label="Phone">
            <a
              href={`tel:+1${buyer.buyer_phone_number}`}
              className="inline-flex items-center gap-1.5 text-accent hover:underline"
            >
              <Phone size={13} aria-hidden="true" />
              {asPhone(buyer.buyer_phone_number)}
            </a>
          </Figure>
        )}
        {buyer.buyer_email === null ? null : (
          <Figure label="E-mail">
            <a
              href={`mailto:${buyer.buyer_email}`}
              className="inline-flex items-center gap-1.5 break-all text-accent hover:underline"
            >
              <Mail size={13} aria-hidden="true" />
              {buyer.buyer_email}
            </a>
          </Figure>
        )}
        {mail == null ? null : (
          <Figure label="Mailing address">
            <span className="font-normal">
              {[mail.line, mail.city, [mail.state, mail.zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')}
            </span>
          </Figure>
        )}
      </dl>
      {problem === null ? null : <p className="mt-1 text-warn">{problem}</p>}
    </div>
  );
}

function Profile({ profile, buyer }: { profile: BuyerProfile; buyer: Buyer }) {
  const { statistics: figures } = profile;
  return (
    <>
      <Section title="What it buys" aside={<span className="text-faint text-xs">10th to 90th percentile</span>}>
        <BuyBox box={profile.buy_box} />
      </Section>
      <Section
        title="Record"
        aside={
          <span className="figures text-faint text-xs">
            {asDay(profile.first_deal_date)} to {asDay(profile.last_deal_date)}
          </span>
        }
      >
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          <Figure label="Flips">{asCount(figures.flip_count)}</Figure>
          <Figure label="Rentals">{asCount(figures.rental_count)}</Figure>
          <Figure label="Average price">{asShortDollars(figures.average_purchase_price)}</Figure>
          <Figure label="Paid of ARV">
            {asPercent(figures.average_purchase_arv_percent === 0 ? null : figures.average_purchase_arv_percent / 100)}
          </Figure>
          <Figure label="Median hold">
            {profile.hold_days_median === null ? '–' : asPlural(Math.round(profile.hold_days_median), 'day')}
          </Figure>
          <Figure label="Gross profit of a flip">{asShortDollars(figures.average_flip_gross_profit || null)}</Figure>
          <Figure label="Holds now">{asPlural(profile.holdings.length, 'home')}</Figure>
          <Figure label="Worth">{asShortDollars(figures.estimated_portfolio_value || null)}</Figure>
        </dl>
      </Section>
      <DealsSection buyer={buyer} profile={profile} />
      {profile.holdings.length === 0 ? null : <Holdings holdings={profile.holdings} />}
      <Section title="Names and links">
        <LinksGraph names={profile.names} links={profile.links} />
      </Section>
    </>
  );
}

const between = (low: number | null, high: number | null, format: (value: number | null) => string): string =>
  low === null && high === null ? '–' : `${format(low)} to ${format(high)}`;

function BuyBox({ box }: { box: BuyerProfile['buy_box'] }) {
  const plain = (value: number | null) => asNumber(value);
  const year = (value: number | null) => (value === null ? '–' : String(Math.round(value)));
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      <Figure label="Price">{between(box.price_low, box.price_high, asShortDollars)}</Figure>
      <Figure label="Bedrooms">{between(box.bedrooms.low, box.bedrooms.high, plain)}</Figure>
      <Figure label="Living area">
        {between(box.living_square_feet_low, box.living_square_feet_high, asCount)} sq ft
      </Figure>
      <Figure label="Year built">{between(box.year_built_low, box.year_built_high, year)}</Figure>
      <Figure label="Homes" className="col-span-2">
        <span className="font-normal">{box.property_types.join(', ') || '–'}</span>
      </Figure>
      <Figure label="ZIP codes" className="col-span-2">
        <span className="font-normal">{box.zips.slice(0, 8).join(', ') || '–'}</span>
      </Figure>
    </dl>
  );
}

const SHOWN_HOLDINGS = 8;

function Holdings({ holdings }: { holdings: BuyerProfile['holdings'] }) {
  return (
    <Section
      title="Holds now"
      aside={
        holdings.length > SHOWN_HOLDINGS ? (
          <span className="text-faint text-xs">
            the newest {SHOWN_HOLDINGS} of {asCount(holdings.length)}
          </span>
        ) : null
      }
    >
      <table className="figures w-full text-xs">
        <thead className="label text-left">
          <tr>
            <th className="pb-1 font-medium">Address</th>
            <th className="pb-1 text-right font-medium">Bought</th>
            <th className="pb-1 text-right font-medium">Paid</th>
            <th className="pb-1 text-right font-medium">Worth</th>
          </tr>
        </thead>
        <tbody>
          {holdings.slice(0, SHOWN_HOLDINGS).map((home) => (
            <tr key={home.property_id} className="border-line border-t">
              <td className="py-1.5 pr-2">{asName(home.address)}</td>
              <td className="whitespace-nowrap py-1.5 pr-2 text-right">{asDay(home.purchase_date)}</td>
              <td className="py-1.5 pr-2 text-right">{asDollars(home.purchase_price)}</td>
              <td className="py-1.5 text-right">{asDollars(home.estimated_value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
