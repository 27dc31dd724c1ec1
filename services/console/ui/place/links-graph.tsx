import type { BuyerProfile } from '@plat/client';
import { asName, asPercent } from '../lib/format.ts';

const REASONS: Readonly<Record<string, string>> = {
  exact_name: 'same name',
  linked_name: 'name linked in the records',
  mailing_address: 'same mailing address',
  mailing_building: 'same building',
  shared_mailing_address: 'shared mailing address',
  similar_name_same_zip: 'similar name, same ZIP code',
  similar_name: 'similar name',
};
const SHOWN = 7;
const ROW = 40;

interface LinksGraphProps {
  names: BuyerProfile['names'];
  links: BuyerProfile['links'];
}

/** The names of a buyer, and the other buyers who may be the same, with the evidence on each edge. */
export function LinksGraph({ names, links }: LinksGraphProps) {
  const shown = links.slice(0, SHOWN);
  return (
    <>
      <ul className="mb-3 flex flex-wrap gap-1.5">
        {names.map(({ name, deals }) => (
          <li key={name} className="rounded-full bg-sunken px-2.5 py-1 text-xs">
            {asName(name)} <span className="figures text-soft">{deals}</span>
          </li>
        ))}
      </ul>
      {shown.length === 0 ? (
        <p className="text-soft text-xs">No other buyer shares a mailing address or a similar name.</p>
      ) : (
        <div className="grid grid-cols-[5.5rem_1fr] items-center">
          <svg
            viewBox={`0 0 88 ${shown.length * ROW}`}
            aria-hidden="true"
            className="h-full w-full"
            preserveAspectRatio="none"
          >
            {shown.map(({ name, confidence }, row) => (
              <path
                key={name}
                d={`M0 ${(shown.length * ROW) / 2}C44 ${(shown.length * ROW) / 2} 44 ${row * ROW + ROW / 2} 88 ${row * ROW + ROW / 2}`}
                className="fill-none stroke-accent"
                strokeWidth={1 + 3 * confidence}
                strokeOpacity={0.25 + 0.6 * confidence}
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </svg>
          <ul>
            {shown.map(({ name, reason, confidence }) => (
              <li key={name} className="flex h-10 flex-col justify-center pl-2 leading-tight">
                <span className="truncate text-xs">{asName(name)}</span>
                <span className="figures text-2xs text-faint">
                  {REASONS[reason] ?? reason}, {asPercent(confidence)} sure
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {links.length > SHOWN ? <p className="mt-2 text-faint text-xs">and {links.length - SHOWN} more</p> : null}
    </>
  );
}
