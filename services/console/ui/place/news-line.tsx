import { useMemo } from 'react';
import type { Buyer } from '../api/place-queries.ts';
import { useSavedSearch, useSeeSearch } from '../api/saved-queries.ts';
import { asDay, asPlural } from '../lib/format.ts';
import type { Place } from '../lib/place.ts';
import { type News, newsOf, savedQueryOf, seenBuyers } from '../lib/saved-search.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/form.tsx';

const NO_NEWS: ReadonlyMap<string, News> = new Map();

/** The buyers that are new in the saved search; none in a search that is not saved, or was changed since. */
export function useNews(place: Place, buyers: readonly Buyer[]) {
  const saved = useSavedSearch(place.saved).data;
  const isSaved = saved !== undefined && saved.query === savedQueryOf(place);
  const news = useMemo(() => (isSaved ? newsOf(buyers, saved.buyers) : NO_NEWS), [isSaved, saved, buyers]);
  return { saved: isSaved ? saved : null, news };
}

interface NewsLineProps extends ReturnType<typeof useNews> {
  buyers: readonly Buyer[];
  recordsThrough: string | null;
}

/** Says what is new since the search was seen last, and takes it as seen. */
export function NewsLine({ saved, ...props }: NewsLineProps) {
  return saved === null ? null : <SavedNews {...props} id={saved.id} name={saved.name} seenAt={saved.seen_at} />;
}

interface SavedNewsProps extends Omit<NewsLineProps, 'saved'> {
  id: string;
  name: string;
  seenAt: string;
}

function SavedNews({ id, name, seenAt, news, buyers, recordsThrough }: SavedNewsProps) {
  const seeing = useSeeSearch(id);
  const count = (kind: News) => [...news.values()].filter((one) => one === kind).length;
  const [fresh, again] = [count('new'), count('bought again')];
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-2 rounded-md bg-accent-soft px-3 py-2 text-xs print:hidden">
      <p>
        <span className="font-medium">{name}: </span>
        {news.size === 0
          ? 'nothing new'
          : `${asPlural(fresh, 'new buyer')}, ${asPlural(again, 'known buyer')} bought again`}{' '}
        since {asDay(seenAt)}
      </p>
      {news.size === 0 ? null : (
        <Button
          small
          disabled={seeing.isPending}
          onClick={() => seeing.mutate({ buyers: seenBuyers(buyers), records_through: recordsThrough })}
        >
          Mark as seen
        </Button>
      )}
      <Problem error={seeing.error} />
    </div>
  );
}
