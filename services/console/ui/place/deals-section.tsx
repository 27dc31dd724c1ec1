import type { BuyerProfile } from '@plat/client';
import { useState } from 'react';
import { failureOf } from '../api/call.ts';
import { type Buyer, useLinkedDeals } from '../api/place-queries.ts';
import type { DealLine } from '../lib/deal-line.ts';
import { asDay, asDollars, asName, asPlural } from '../lib/format.ts';
import { Button } from '../parts/button.tsx';
import { Section } from '../parts/figure.tsx';
import { TimeLine } from './time-line.tsx';

const evidenceDeals = (buyer: Buyer): DealLine[] =>
  (buyer.explain?.evidence ?? []).map((deal) => ({
    key: `${deal.property_id}-${deal.purchase_date}`,
    type: deal.deal_type,
    address: deal.address,
    bought: deal.purchase_date,
    paid: deal.purchase_price,
    sold: deal.sale_date,
    soldFor: deal.sale_price,
  }));

/** The newest deals, and on request all of them: that request counts against the allowance. */
export function DealsSection({ buyer, profile }: { buyer: Buyer; profile: BuyerProfile }) {
  const [isWanted, setIsWanted] = useState(false);
  const all = useLinkedDeals(profile.names[0]?.name ?? '', profile.counties[0]?.state ?? '', isWanted);
  const deals =
    all.data === undefined
      ? evidenceDeals(buyer)
      : all.data.results.flatMap((deal) =>
          deal.purchase_date === null
            ? []
            : [
                {
                  key: String(deal.id),
                  type: deal.deal_type,
                  address: deal.address.street,
                  bought: deal.purchase_date,
                  paid: deal.purchase_price,
                  sold: deal.sale_date,
                  soldFor: deal.sale_price,
                },
              ],
        );
  const total = profile.statistics.total_deals;
  const canShowMore = all.data === undefined && deals.length < total;
  return (
    <Section
      title="Deals"
      aside={
        canShowMore ? (
          <Button small look="quiet" disabled={all.isFetching} onClick={() => setIsWanted(true)}>
            {all.isFetching ? 'Loading' : `Show all ${total} (counts one request)`}
          </Button>
        ) : (
          <span className="text-faint text-xs">{asPlural(deals.length, 'deal')}</span>
        )
      }
    >
      {all.isError ? (
        <p role="alert" className="mb-2 text-danger">
          {failureOf(all.error).advice}
        </p>
      ) : null}
      <TimeLine deals={deals} />
      <ul className="mt-3 divide-y divide-line">
        {deals.map((deal) => (
          <DealItem key={deal.key} deal={deal} />
        ))}
      </ul>
    </Section>
  );
}

function DealItem({ deal }: { deal: DealLine }) {
  return (
    <li className="figures flex flex-wrap justify-between gap-x-4 py-1.5 text-xs">
      <span>{asName(deal.address)}</span>
      <span className="text-soft">
        {asDay(deal.bought)} for {asDollars(deal.paid)}
        {deal.sold === null ? null : (
          <>
            {' '}
            → {asDay(deal.sold)} for {asDollars(deal.soldFor)}
          </>
        )}
      </span>
    </li>
  );
}
