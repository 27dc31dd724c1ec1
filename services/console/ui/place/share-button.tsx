import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { failureOf } from '../api/call.ts';
import { useCreateShare } from '../api/share-queries.ts';
import { asMoment } from '../lib/format.ts';
import type { Place } from '../lib/place.ts';
import { Button } from '../parts/button.tsx';
import { ButtonPopover } from '../parts/button-popover.tsx';
import { CodeBlock } from '../parts/copy-as.tsx';

const DAYS = [1, 7, 14, 30] as const;

/** Makes a link to what the page shows, for people without a session. */
export function ShareButton({ place }: { place: Place }) {
  const [days, setDays] = useState(7);
  const sharing = useCreateShare(place);
  return (
    <ButtonPopover icon={Share2} text="Share" label="Share this place" onToggle={() => sharing.reset()}>
      <p className="text-soft">
        Anybody with the link sees value, offer and buyers as they are now, without phone numbers and e-mail addresses.
      </p>
      <div className="mt-3 flex items-end gap-3">
        <label className="block">
          <span className="label">Works for</span>
          <select value={days} onChange={(event) => setDays(Number(event.target.value))} className="field block">
            {DAYS.map((count) => (
              <option key={count} value={count}>
                {count === 1 ? '1 day' : `${count} days`}
              </option>
            ))}
          </select>
        </label>
        <Button look="primary" disabled={sharing.isPending} onClick={() => sharing.mutate(days)}>
          Make a link
        </Button>
        <Link href="/links" className="ml-auto self-center text-accent text-xs hover:underline">
          Your links
        </Link>
      </div>
      {sharing.isError ? (
        <p role="alert" className="mt-3 text-danger">
          {failureOf(sharing.error).advice}
        </p>
      ) : null}
      {sharing.data === undefined ? null : (
        <div className="mt-4" role="status">
          <p className="mb-2 text-soft">It works until {asMoment(sharing.data.expires_at)} and is shown only now.</p>
          <CodeBlock text={sharing.data.url} />
        </div>
      )}
    </ButtonPopover>
  );
}
