import { Bookmark } from 'lucide-react';
import type { FormEvent } from 'react';
import type { Buyer } from '../api/place-queries.ts';
import { useSaveSearch } from '../api/saved-queries.ts';
import { savedQueryOf, seenBuyers } from '../lib/saved-search.ts';
import { Button } from '../parts/button.tsx';
import { ButtonPopover } from '../parts/button-popover.tsx';
import { Field, Problem } from '../parts/form.tsx';
import type { ViewProps } from './view-props.ts';

interface SaveSearchProps extends ViewProps {
  buyers: readonly Buyer[];
  recordsThrough: string | null;
}

const NAME_MAX = 100;

/** Saves the search, so that the next visit shows what is new since. */
export function SaveSearch({ place, update, buyers, recordsThrough }: SaveSearchProps) {
  const saving = useSaveSearch();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name'));
    const body = { name, query: savedQueryOf(place), buyers: seenBuyers(buyers), records_through: recordsThrough };
    saving.mutate(body, { onSuccess: ({ id }) => update({ saved: id }) });
  };
  return (
    <ButtonPopover icon={Bookmark} text="Save" label="Save this search" onToggle={() => saving.reset()}>
      {saving.data === undefined ? (
        <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
          <Field
            label="Name of the search"
            name="name"
            required
            maxLength={NAME_MAX}
            defaultValue={(place.address || 'The chosen point').slice(0, NAME_MAX)}
          />
          <Button type="submit" look="primary" disabled={saving.isPending}>
            Save this search
          </Button>
          <Problem error={saving.error} />
        </form>
      ) : (
        <p role="status">Saved. Open it from the start page to see what is new since.</p>
      )}
    </ButtonPopover>
  );
}
