import { type ComponentType, lazy, Suspense } from 'react';
import { Link } from 'wouter';
import type { Role } from '../api/session.ts';
import { NoSuchPage, WaitingLines } from '../parts/notes.tsx';

interface Page {
  path: string;
  name: string;
  Page: ComponentType<{ role: Role }>;
}

const PAGES: readonly Page[] = [
  { path: 'playground', name: 'Playground', Page: lazy(() => import('./playground-page.tsx')) },
  { path: 'requests', name: 'Requests', Page: lazy(() => import('./requests-page.tsx')) },
  { path: 'webhooks', name: 'Webhooks', Page: lazy(() => import('./webhooks-page.tsx')) },
];

/** The pages of people who write programs against the API. */
export default function DeveloperPage({ page, role }: { page: string; role: Role }) {
  const shown = PAGES.find(({ path }) => path === page);
  if (shown === undefined) return <NoSuchPage />;
  const { Page } = shown;
  return (
    <div className="mx-auto max-w-6xl px-4 py-6">
      <h1 className="sr-only">{shown.name}</h1>
      <nav aria-label="Developer" className="mb-6 flex gap-1 overflow-x-auto">
        {PAGES.map(({ path, name }) => (
          <Link
            key={path}
            href={`/developer/${path}`}
            aria-current={path === page ? 'page' : undefined}
            className={`whitespace-nowrap rounded-md px-3 py-1.5 ${path === page ? 'bg-accent-soft text-accent' : 'text-soft hover:bg-sunken hover:text-ink'}`}
          >
            {name}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<WaitingLines lines={5} what={shown.name} />}>
        <Page role={role} />
      </Suspense>
    </div>
  );
}
