import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import { hasPlace, type Place, queryOf, type UpdatePlace, usePlace } from '../lib/place.ts';
import { NoSuchPage, WaitingLines } from '../parts/notes.tsx';
import { AddressBox } from './address-box.tsx';
import { BuyersView } from './buyers-view.tsx';
import { RecentPlaces } from './recent-places.tsx';
import { SavedSearches } from './saved-searches.tsx';
import type { ViewProps } from './view-props.ts';

const ValueView = lazy(() => import('./value-view.tsx'));
const OfferView = lazy(() => import('./offer-view.tsx'));
const MarketView = lazy(() => import('./market-view.tsx'));

const VIEWS = [
  { path: 'buyers', name: 'Buyers' },
  { path: 'value', name: 'Value' },
  { path: 'offer', name: 'Offer' },
  { path: 'market', name: 'Market' },
] as const;

/** One place, and what is known around it. */
export function PlacePage({ view }: { view: string }) {
  const [place, update] = usePlace();
  if (!VIEWS.some(({ path }) => path === view)) {
    return <NoSuchPage />;
  }
  if (!hasPlace(place)) return <StartPage update={update} />;
  return (
    <>
      <div className="border-line border-b bg-surface px-4 pt-3 print:border-0">
        <div className="max-w-2xl print:hidden">
          <AddressBox place={place} update={update} />
        </div>
        <h1 className="sr-only print:not-sr-only print:font-semibold print:text-xl">
          {place.address || 'The chosen point'}
        </h1>
        <nav aria-label="Views of the place" className="-mb-px mt-2 flex gap-4 print:hidden">
          {VIEWS.map(({ path, name }) => (
            <ViewLink key={path} path={path} isHere={path === view} place={place}>
              {name}
            </ViewLink>
          ))}
        </nav>
      </div>
      <Suspense
        fallback={
          <div className="px-4 py-6">
            <WaitingLines lines={4} what="the view" />
          </div>
        }
      >
        <View view={view} place={place} update={update} />
      </Suspense>
    </>
  );
}

function View({ view, ...props }: ViewProps & { view: string }) {
  if (view === 'value') return <ValueView {...props} />;
  if (view === 'offer') return <OfferView {...props} />;
  if (view === 'market') return <MarketView {...props} />;
  return <BuyersView {...props} />;
}

interface ViewLinkProps {
  path: string;
  isHere: boolean;
  place: Place;
  children: ReactNode;
}

function ViewLink({ path, isHere, place, children }: ViewLinkProps) {
  return (
    <Link
      href={`/${path}?${queryOf({ ...place, selected: null })}`}
      aria-current={isHere ? 'page' : undefined}
      className={`border-b-2 pb-2 ${isHere ? 'border-accent font-medium' : 'border-transparent text-soft hover:text-ink'}`}
    >
      {children}
    </Link>
  );
}

function StartPage({ update }: { update: UpdatePlace }) {
  return (
    <div className="mx-auto max-w-2xl px-4 pt-[12vh] pb-16">
      <h1 className="mb-5 font-semibold text-4xl tracking-tight">Who is buying here?</h1>
      <AddressBox place={null} update={update} />
      <p className="mt-3 text-soft">
        Type an address, a city or a ZIP code. You get the investors who bought around it, the value of the home, what
        to offer, and the market.
      </p>
      <SavedSearches />
      <RecentPlaces update={update} />
    </div>
  );
}
