import type { Buyer } from '../api/place-queries.ts';

type Explanation = NonNullable<Buyer['explain']>;
type Part = Explanation['match']['parts'][number];

const PART_TEXTS: Readonly<Record<Part['name'], readonly [string, string]>> = {
  proximity: ['Proximity', 'how near its deals are'],
  recency: ['Recency', 'how recently it bought'],
  similarity: ['Similarity', 'how alike the homes are'],
  activity: ['Activity', 'how often it buys here'],
  reliability: ['Reliability', 'how surely the records are its own'],
};

/** The parts of a match score: the track is what a part can give, the fill what this buyer got. */
export function RankBars({ parts }: { parts: readonly Part[] }) {
  const most = Math.max(...parts.map(({ weight }) => weight), 0.01);
  return (
    <dl className="space-y-2.5">
      {parts.map((part) => (
        <div key={part.name} className="grid grid-cols-[6rem_1fr_3.5rem] items-center gap-x-3">
          <dt className="text-xs" title={PART_TEXTS[part.name][1]}>
            {PART_TEXTS[part.name][0]}
          </dt>
          <dd aria-hidden="true">
            <div
              className="h-2 rounded-full bg-sunken"
              style={{ width: `${Math.max(1.5, (100 * part.weight) / most)}%` }}
            >
              <div className="h-2 rounded-full bg-accent" style={{ width: `${100 * part.value}%` }} />
            </div>
          </dd>
          <dd className="figures text-right text-xs">
            {part.weight === 0 ? (
              <span className="text-faint">no weight</span>
            ) : (
              <>
                {(100 * part.points).toFixed(1)}
                <span className="text-faint"> / {Math.round(100 * part.weight)}</span>
              </>
            )}
          </dd>
          <dd className="col-start-2 col-end-4 text-2xs text-faint">
            {part.judged === false ? 'The records tell nothing; a neutral value is used' : PART_TEXTS[part.name][1]}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The same as one line, for lists. */
export function RankStrip({ match }: { match: Explanation['match'] }) {
  return (
    <span className="flex h-1 w-20 gap-px overflow-hidden rounded-full bg-sunken" aria-hidden="true">
      {match.parts.map(({ name, points }, index) => (
        <span key={name} className="bg-accent" style={{ width: `${100 * points}%`, opacity: 1 - index * 0.15 }} />
      ))}
    </span>
  );
}
