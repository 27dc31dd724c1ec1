import { Download, Printer } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { type Buyer, useBuyers } from '../api/place-queries.ts';
import { buyerSearchBody, type Funnel } from '../lib/buyer-search.ts';
import { downloadCsv } from '../lib/csv.ts';
import { asCount, asDay, asPlural } from '../lib/format.ts';
import { Button } from '../parts/button.tsx';
import { CopyAs } from '../parts/copy-as.tsx';
import { EmptyNote, FailureNote, WaitingLines } from '../parts/notes.tsx';
import { AddToDeal } from './add-to-deal.tsx';
import { BuyerCard } from './buyer-card.tsx';
import { BuyerRow } from './buyer-row.tsx';
import { BUYER_COLUMNS, buyerKey, buyerRow } from './buyer-texts.ts';
import { BuyerFilters } from './filters.tsx';
import { buyerPoints } from './map-points.ts';
import { NewsLine, useNews } from './news-line.tsx';
import { PlaceMap } from './place-map.tsx';
import { SaveSearch } from './save-search.tsx';
import { ShareButton } from './share-button.tsx';
import type { ViewProps } from './view-props.ts';

const NO_BUYERS: readonly Buyer[] = [];

/** The ranked buyers around a place in a list and on the map, and the card of the one that is selected. */
export function BuyersView({ place, update }: ViewProps) {
  const found = useBuyers(place);
  const [hovered, setHovered] = useState<string | null>(null);
  const select = useCallback((selected: string | null) => update({ selected }), [update]);
  const buyers = found.data?.buyers ?? NO_BUYERS;
  const points = useMemo(() => buyerPoints(buyers), [buyers]);
  const selected = buyers.find((buyer) => buyerKey(buyer) === place.selected);
  return (
    <>
      <div className="border-line border-b px-4 py-2 print:hidden">
        <BuyerFilters place={place} update={update} />
      </div>
      <div className="flex flex-col lg:grid lg:grid-cols-[minmax(24rem,30rem)_1fr] print:block">
        <div className={`border-line lg:border-r ${selected === undefined ? '' : 'hidden lg:block print:block'}`}>
          {found.isPending ? (
            <div className="px-4 py-3">
              <WaitingLines lines={8} what="buyers" />
            </div>
          ) : null}
          {found.isError ? <FailureNote error={found.error} retry={() => found.refetch()} /> : null}
          {found.data === undefined ? null : (
            <BuyersList
              {...found.data}
              isStale={found.isPlaceholderData}
              hovered={hovered}
              place={place}
              update={update}
              onHover={setHovered}
              onSelect={select}
            />
          )}
        </div>
        <div className="-order-1 lg:sticky lg:top-12 lg:order-none lg:flex lg:h-[calc(100dvh-11.75rem)] lg:flex-col lg:self-start print:hidden">
          <div className={`h-64 shrink-0 ${selected === undefined ? 'lg:h-full' : 'lg:h-2/5'}`}>
            <PlaceMap
              place={place}
              update={update}
              points={points}
              selectedId={place.selected}
              hoveredId={hovered}
              onSelect={select}
              onHover={setHovered}
            />
          </div>
          {selected === undefined ? null : (
            <div className="min-h-0 lg:flex-1 lg:overflow-y-auto">
              <BuyerCard key={buyerKey(selected)} buyer={selected} radius={place.radius} onClose={() => select(null)} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}

interface BuyersListProps extends ViewProps {
  buyers: readonly Buyer[];
  funnel: Funnel | null;
  recordsThrough: string | null;
  isStale: boolean;
  hovered: string | null;
  onSelect: (key: string) => void;
  onHover: (key: string | null) => void;
}

function BuyersList(props: BuyersListProps) {
  const { buyers, funnel, recordsThrough, isStale, hovered, place, update, onSelect, onHover } = props;
  const saved = useNews(place, buyers);
  const request = {
    operation: 'buyerSearch',
    method: 'POST',
    path: '/v1/buyer-search',
    body: buyerSearchBody(place),
    ...(place.sort === 'rank' ? {} : { query: { sort: place.sort } }),
  };
  return (
    <div aria-busy={isStale} className={isStale ? 'opacity-60' : ''}>
      <div className="px-4 pt-3 pb-1">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="font-semibold">{asPlural(buyers.length, 'buyer')}</h2>
          <div className="flex flex-wrap items-center gap-1 print:hidden">
            <SortSwitch place={place} update={update} />
            <Button
              small
              look="quiet"
              aria-label="Download as CSV"
              onClick={() => downloadCsv('buyers.csv', BUYER_COLUMNS, buyers.map(buyerRow))}
            >
              <Download size={14} aria-hidden="true" />
              CSV
            </Button>
            <Button small look="quiet" aria-label="Print" onClick={() => window.print()}>
              <Printer size={14} aria-hidden="true" />
            </Button>
            <SaveSearch place={place} update={update} buyers={buyers} recordsThrough={recordsThrough} />
            <AddToDeal place={place} />
            <ShareButton place={place} />
            <CopyAs request={request} />
          </div>
        </div>
        {funnel === null ? null : <FunnelLine funnel={funnel} />}
        {recordsThrough === null ? null : (
          <p className="text-2xs text-faint">Records through {asDay(recordsThrough)}</p>
        )}
        {isStale ? null : <NewsLine {...saved} buyers={buyers} recordsThrough={recordsThrough} />}
      </div>
      {buyers.length === 0 ? (
        <EmptyNote title="No buyers here">Widen the distance or the time, or clear the filters.</EmptyNote>
      ) : (
        <ol className="border-line border-t">
          {buyers.map((buyer) => (
            <BuyerRow
              key={buyerKey(buyer)}
              buyer={buyer}
              news={saved.news.get(buyer.explain?.buyer_id ?? '')}
              isSelected={buyerKey(buyer) === place.selected}
              isHovered={buyerKey(buyer) === hovered}
              onSelect={onSelect}
              onHover={onHover}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

function SortSwitch({ place, update }: ViewProps) {
  return (
    <label className="flex items-center gap-1 text-xs">
      <span className="sr-only">Order</span>
      <select
        value={place.sort}
        onChange={(event) => update({ sort: event.target.value === 'distance' ? 'distance' : 'rank' })}
        className="h-7 rounded-md bg-transparent px-1 text-soft hover:bg-sunken"
      >
        <option value="rank">Best match</option>
        <option value="distance">Nearest</option>
      </select>
    </label>
  );
}

function FunnelLine({ funnel }: { funnel: Funnel }) {
  const hidden = [
    [funnel.hiddenInstitutions, 'institutions'],
    [funnel.hiddenOffMarket, 'off-market'],
    [funnel.hiddenWithoutPhone, 'without phone'],
  ] as const;
  const left = hidden.filter(([count]) => count > 0).map(([count, text]) => `${asCount(count)} ${text}`);
  return (
    <p className="figures text-soft text-xs">
      {asPlural(funnel.deals, 'deal')} → {asPlural(funnel.buyers, 'buyer')} → {asCount(funnel.shown)} shown
      {left.length === 0 ? null : <span className="text-faint"> (left out: {left.join(', ')})</span>}
    </p>
  );
}
