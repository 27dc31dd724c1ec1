import type { SavedSearchDocument } from '@plat/contracts/admin';
import { Bookmark } from 'lucide-react';
import { Link } from 'wouter';
import { useDeleteSearch, useSavedSearches } from '../api/saved-queries.ts';
import { asDay } from '../lib/format.ts';
import { ActionButton } from '../parts/form.tsx';

/** The saved searches of the person; each opens with what is new since it was seen. */
export function SavedSearches() {
  const searches = useSavedSearches().data?.saved_searches ?? [];
  if (searches.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="label mb-1">Saved searches</h2>
      <ul className="divide-y divide-line border-line border-y">
        {searches.map((search) => (
          <SavedSearch key={search.id} search={search} />
        ))}
      </ul>
    </section>
  );
}

function SavedSearch({ search: { id, name, query, seen_at } }: { search: SavedSearchDocument }) {
  const deleting = useDeleteSearch(id);
  return (
    <li className="flex items-center gap-3 py-2">
      <Bookmark size={14} className="shrink-0 text-faint" aria-hidden="true" />
      <Link href={`/buyers?${query}&saved=${id}`} className="min-w-0 flex-1 hover:text-accent">
        <span className="block truncate">{name}</span>
        <span className="block text-soft text-xs">New since {asDay(seen_at)}</span>
      </Link>
      <ActionButton text="Delete" confirm="Delete it" look="danger" action={deleting} />
    </li>
  );
}
