import { lazy, Suspense } from 'react';
import { Redirect, Route, Router, Switch } from 'wouter';
import { useSession } from './api/session.ts';
import { FailureNote, NoSuchPage, WaitingLines } from './parts/notes.tsx';
import { PlacePage } from './place/place-page.tsx';
import { Shell } from './shell/shell.tsx';
import { SignedOut } from './shell/sign-in.tsx';

const OperatePage = lazy(() => import('./operator/operate-page.tsx'));
const DeveloperPage = lazy(() => import('./developer/developer-page.tsx'));
const DealsPage = lazy(() => import('./deals/deals-page.tsx'));
const DealPage = lazy(() => import('./deals/deal-page.tsx'));
const AccuracyPage = lazy(() => import('./quality/accuracy-page.tsx'));
const LinksPage = lazy(() => import('./account/links-page.tsx'));
const UsagePage = lazy(() => import('./account/usage-page.tsx'));

/** The console, for whoever is signed in. */
export function App() {
  return (
    <Router base="/console">
      <SignedIn />
    </Router>
  );
}

function SignedIn() {
  const session = useSession();
  if (session.isPending) return <WaitingPage />;
  if (session.isError) return <FailureNote error={session.error} retry={() => session.refetch()} />;
  if (session.data === null) return <SignedOut />;
  const { role } = session.data;
  return (
    <Shell session={session.data}>
      <Suspense fallback={<WaitingPage />}>
        <Switch>
          <Route path="/">
            <Redirect to={`/buyers${location.search}`} replace />
          </Route>
          <Route path="/deals" component={DealsPage} />
          <Route path="/deals/:id">{({ id }) => <DealPage id={id} canChange={role !== 'viewer'} />}</Route>
          <Route path="/links" component={LinksPage} />
          <Route path="/usage" component={UsagePage} />
          <Route path="/accuracy" component={AccuracyPage} />
          <Route path="/playground">
            <Redirect to={`/developer/playground${location.search}`} replace />
          </Route>
          <Route path="/developer/:page">{({ page }) => <DeveloperPage page={page} role={role} />}</Route>
          <Route path="/operate">
            <Redirect to="/operate/keys" replace />
          </Route>
          <Route path="/operate/:page">{({ page }) => <OperatePage page={page} role={role} />}</Route>
          <Route path="/:view">{({ view }) => <PlacePage view={view} />}</Route>
          <Route>
            <NoSuchPage />
          </Route>
        </Switch>
      </Suspense>
    </Shell>
  );
}

function WaitingPage() {
  return (
    <div className="mx-auto max-w-3xl px-4 py-10">
      <WaitingLines lines={5} what="the page" />
    </div>
  );
}
