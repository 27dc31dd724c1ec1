import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { failureOf } from '../api/call.ts';
import { useSuggestions } from '../api/market-queries.ts';
import type { Place, UpdatePlace } from '../lib/place.ts';
import { type RecentPlace, rememberPlace } from '../lib/recent.ts';

const MIN_CHARACTERS = 3;
const PAUSE_MS = 120;

/** The text once typing pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

interface AddressBoxProps {
  /** Null: nothing is chosen yet, and the box is the page. */
  place: Place | null;
  update: UpdatePlace;
}

/** Finds an address while it is typed; the arrow keys and Enter choose. */
export function AddressBox({ place, update }: AddressBoxProps) {
  const [text, setText] = useState(place?.address ?? '');
  const [isOpen, setIsOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setText(place?.address ?? ''), [place?.address]);
  const wanted = useDeferredValue(usePaused(text.trim()));
  const isAsking = isOpen && wanted.length >= MIN_CHARACTERS;
  const choose = (chosen: RecentPlace) => {
    setText(chosen.address);
    setIsOpen(false);
    input.current?.blur();
    rememberPlace(chosen);
    update({ ...chosen, selected: null });
  };
  const isHero = place === null;
  return (
    <Command
      shouldFilter={false}
      loop
      label="Address"
      className="relative"
      onKeyDown={(event) => event.key === 'Escape' && setIsOpen(false)}
    >
      <Search
        size={isHero ? 18 : 15}
        aria-hidden="true"
        className="-translate-y-1/2 absolute top-1/2 left-3 text-faint"
      />
      <Command.Input
        ref={input}
        value={text}
        autoFocus={isHero}
        placeholder="Address, city or ZIP code"
        onValueChange={(typed) => {
          setText(typed);
          setIsOpen(true);
        }}
        onFocus={(event) => event.target.select()}
        onBlur={() => setIsOpen(false)}
        className={`field w-full pl-9 ${isHero ? 'h-12 text-lg shadow-sm' : ''}`}
      />
      <Command.List
        label="Suggestions"
        hidden={!isAsking}
        onMouseDown={(event) => event.preventDefault()}
        className="absolute inset-x-0 top-full z-40 mt-1 overflow-hidden rounded-lg border border-line bg-surface shadow-xl"
      >
        {isAsking ? <Suggestions text={wanted} choose={choose} /> : null}
      </Command.List>
    </Command>
  );
}

function Suggestions({ text, choose }: { text: string; choose: (place: RecentPlace) => void }) {
  const { data, error, isPending } = useSuggestions(text);
  if (error !== null) return <p className="p-3 text-danger">{failureOf(error).advice}</p>;
  if (isPending) return <p className="p-3 text-soft">Looking</p>;
  if (data.length === 0) {
    return <p className="p-3 text-soft">Nothing on record begins like this. Type the house number and the street.</p>;
  }
  return data.map((found) => (
    <Command.Item
      key={found.address}
      value={found.address}
      onSelect={() => choose(found)}
      className="px-3 py-2 data-[selected=true]:bg-accent-soft"
    >
      {found.address}
    </Command.Item>
  ));
}
