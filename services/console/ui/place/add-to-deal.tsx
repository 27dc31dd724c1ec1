import { FolderPlus } from 'lucide-react';
import { useLocation } from 'wouter';
import { failureOf } from '../api/call.ts';
import { useAddToDeal } from '../api/deal-queries.ts';
import { isHome, type Place } from '../lib/place.ts';
import { Button } from '../parts/button.tsx';

/** Attaches the buyers of the list to the deal of the home, and opens it. */
export function AddToDeal({ place }: { place: Place }) {
  const [, go] = useLocation();
  const adding = useAddToDeal(place);
  if (!isHome(place)) return null;
  const add = () => adding.mutate(undefined, { onSuccess: (id) => go(id === null ? '/deals' : `/deals/${id}`) });
  return (
    <>
      <Button small look="quiet" disabled={adding.isPending} onClick={add}>
        <FolderPlus size={14} aria-hidden="true" />
        Add to deal
      </Button>
      {adding.isError ? (
        <span role="alert" className="text-danger text-xs">
          {failureOf(adding.error).advice}
        </span>
      ) : null}
    </>
  );
}
