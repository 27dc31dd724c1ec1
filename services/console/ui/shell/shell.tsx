import { useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { sessionFetch } from '../api/call.ts';
import { SESSION_KEY, SESSION_PATH, type Session } from '../api/session.ts';
import { Logo } from './logo.tsx';
import { PageMenu } from './page-menu.tsx';
import { pagesFor } from './pages.ts';
import { ThemeButton } from './theme-menu.tsx';

/** The frame of every page: where one can go, and who one is. */
export function Shell({ session, children }: { session: Session; children: ReactNode }) {
  const [at] = useLocation();
  const pages = pagesFor(session.role).map((page) => ({ ...page, isHere: isAt(page.path, at) }));
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="-top-20 absolute left-2 z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:top-2"
      >
        Skip to the content
      </a>
      <header className="sticky top-0 z-30 border-line border-b bg-surface print:hidden">
        <div className="flex h-12 items-center gap-4 px-4">
          <Link href="/buyers" className="flex items-center gap-2 font-semibold tracking-tight">
            <Logo />
            Plat
          </Link>
          <nav aria-label="Pages" className="-mb-px hidden min-w-0 flex-1 gap-1 self-stretch overflow-x-auto md:flex">
            {pages.map((page) => (
              <PageLink key={page.path} {...page} />
            ))}
          </nav>
          <div className="min-w-0 flex-1 md:hidden">
            <PageMenu pages={pages} />
          </div>
          <ThemeButton />
          <SignedInAs session={session} />
        </div>
      </header>
      <main id="content" className="flex-1">
        {children}
      </main>
    </div>
  );
}

const PLACE_VIEWS = ['/buyers', '/value', '/offer', '/market'];

const isAt = (path: string, at: string): boolean =>
  path === '/buyers' ? PLACE_VIEWS.includes(at) : at.split('/')[1] === path.split('/')[1];

function PageLink({ path, name, isHere }: { path: string; name: string; isHere: boolean }) {
  return (
    <Link
      href={path}
      aria-current={isHere ? 'page' : undefined}
      className={`flex items-center whitespace-nowrap border-b-2 px-2 ${isHere ? 'border-accent font-medium' : 'border-transparent text-soft hover:text-ink'}`}
    >
      {name}
    </Link>
  );
}

function SignedInAs({ session }: { session: Session }) {
  const queries = useQueryClient();
  const signOut = async () => {
    await sessionFetch(SESSION_PATH, { method: 'DELETE' });
    queries.clear();
    await queries.invalidateQueries({ queryKey: SESSION_KEY });
    location.assign('/console/');
  };
  return (
    <div className="flex items-center gap-2">
      <div className="hidden text-right leading-tight sm:block">
        <div className="max-w-40 truncate text-xs">{session.user}</div>
        <div className="text-2xs text-faint">{session.role}</div>
      </div>
      <button
        type="button"
        onClick={signOut}
        aria-label="Sign out"
        title="Sign out"
        className="inline-flex size-8 items-center justify-center rounded-md text-soft hover:bg-sunken hover:text-ink"
      >
        <LogOut size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
