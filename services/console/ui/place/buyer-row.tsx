import { memo } from 'react';
import type { Buyer } from '../api/place-queries.ts';
import { asPhone, asPlural } from '../lib/format.ts';
import type { News } from '../lib/saved-search.ts';
import { buyerKey, buyerName, contactName, contactProblem, purchaseText } from './buyer-texts.ts';
import { RankStrip } from './rank-bars.tsx';

interface BuyerRowProps {
  buyer: Buyer;
  /** Why it is news in a saved search. */
  news: News | undefined;
  isSelected: boolean;
  /** Its home on the map is pointed at. */
  isHovered: boolean;
  onSelect: (key: string) => void;
  onHover: (key: string | null) => void;
}

/** Buyers have a mark of their own beside its colour: a filled square flips, a ring rents out. */
export function TypeMark({ type }: { type: Buyer['buyer_type'] }) {
  return type === 'flipper' ? (
    <span className="inline-block size-2 rounded-[2px] bg-accent" aria-hidden="true" />
  ) : (
    <span className="inline-block size-2 rounded-full border-2 border-second" aria-hidden="true" />
  );
}

/** One buyer in the list; the whole line opens its card. */
export const BuyerRow = memo(function BuyerRow(props: BuyerRowProps) {
  const { buyer, news, isSelected, isHovered, onSelect, onHover } = props;
  const key = buyerKey(buyer);
  const problem = contactProblem(buyer);
  return (
    <li
      id={`buyer-${key}`}
      className={`relative border-line border-b [contain-intrinsic-size:auto_88px] [content-visibility:auto] ${isSelected ? 'bg-accent-soft' : isHovered ? 'bg-sunken' : 'hover:bg-sunken'}`}
      onMouseEnter={() => onHover(key)}
      onMouseLeave={() => onHover(null)}
    >
      <div className="grid grid-cols-[2rem_1fr_auto] gap-x-2 px-4 py-2.5">
        <span
          className={`figures pt-0.5 text-right text-xs ${buyer.smart_match ? 'font-semibold text-accent' : 'text-faint'}`}
        >
          {buyer.smart_match_rank}
        </span>
        <div className="min-w-0">
          <button
            type="button"
            onClick={() => onSelect(key)}
            aria-pressed={isSelected}
            className="block max-w-full truncate text-left font-medium after:absolute after:inset-0"
          >
            {buyerName(buyer)}
          </button>
          <p className="figures flex flex-wrap items-center gap-x-2.5 text-soft text-xs">
            <span className="inline-flex items-center gap-1.5">
              <TypeMark type={buyer.buyer_type} />
              {buyer.buyer_type === 'flipper' ? 'Flipper' : 'Landlord'}
            </span>
            {news === undefined ? null : <span className="font-semibold text-accent">{news}</span>}
            <span>{asPlural(buyer.explain?.deals_in_radius ?? 1, 'deal')} here</span>
            <span>{purchaseText(buyer)}</span>
          </p>
          <p className="figures truncate text-faint text-xs">
            {problem ??
              [contactName(buyer), asPhone(buyer.buyer_phone_number), buyer.buyer_email]
                .filter((text) => text !== null && text !== '–')
                .join(' · ')}
          </p>
        </div>
        <div className="figures flex flex-col items-end gap-1.5 pt-0.5 text-xs">
          <span className="text-soft">{buyer.miles_from_subject.toFixed(2)} mi</span>
          {buyer.explain === undefined ? null : <RankStrip match={buyer.explain.match} />}
        </div>
      </div>
    </li>
  );
});
