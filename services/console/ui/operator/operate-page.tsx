import { type ComponentType, lazy, Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import type { Role } from '../api/session.ts';
import { Choice } from '../parts/form.tsx';
import { NoSuchPage, WaitingLines } from '../parts/notes.tsx';

interface OperatorPage {
  path: string;
  name: string;
  roles: readonly Role[];
  Page: ComponentType<{ role: Role }>;
}

const READERS: readonly Role[] = ['owner', 'operator', 'viewer'];
const PAGES: readonly OperatorPage[] = [
  { path: 'keys', name: 'Keys', roles: READERS, Page: lazy(() => import('./keys-page.tsx')) },
  { path: 'companies', name: 'Companies', roles: READERS, Page: lazy(() => import('./companies-page.tsx')) },
  { path: 'plans', name: 'Plans', roles: READERS, Page: lazy(() => import('./plans-page.tsx')) },
  { path: 'users', name: 'End users', roles: READERS, Page: lazy(() => import('./users-page.tsx')) },
  {
    path: 'do-not-contact',
    name: 'Do not contact',
    roles: READERS,
    Page: lazy(() => import('./suppressions-page.tsx')),
  },
  { path: 'report', name: 'Usage report', roles: READERS, Page: lazy(() => import('./report-page.tsx')) },
  { path: 'imports', name: 'Imports', roles: READERS, Page: lazy(() => import('./imports-page.tsx')) },
  { path: 'records', name: 'Records', roles: READERS, Page: lazy(() => import('./records-page.tsx')) },
  { path: 'doctor', name: 'Doctor', roles: READERS, Page: lazy(() => import('./doctor-page.tsx')) },
  { path: 'audit', name: 'Audit', roles: READERS, Page: lazy(() => import('./audit-page.tsx')) },
  { path: 'people', name: 'People', roles: ['owner'], Page: lazy(() => import('./people-page.tsx')) },
];

/** What operators look after, beside each other. */
export default function OperatePage({ page, role }: { page: string; role: Role }) {
  const [, navigate] = useLocation();
  const pages = PAGES.filter(({ roles }) => roles.includes(role));
  const shown = pages.find(({ path }) => path === page);
  if (shown === undefined) return <NoSuchPage />;
  const { Page } = shown;
  return (
    <div className="mx-auto grid max-w-7xl gap-x-8 px-4 py-6 lg:grid-cols-[10rem_1fr]">
      <div className="mb-4 lg:hidden">
        <Choice
          label="Page"
          value={page}
          onChange={(path) => navigate(`/operate/${path}`)}
          options={pages.map(({ path, name }) => [path, name])}
        />
      </div>
      <nav aria-label="Operate" className="mb-4 hidden flex-col gap-1 lg:flex">
        {pages.map(({ path, name }) => (
          <Link
            key={path}
            href={`/operate/${path}`}
            aria-current={path === page ? 'page' : undefined}
            className={`whitespace-nowrap rounded-md px-3 py-1.5 ${path === page ? 'bg-accent-soft text-accent' : 'text-soft hover:bg-sunken hover:text-ink'}`}
          >
            {name}
          </Link>
        ))}
      </nav>
      <div className="min-w-0">
        <h1 className="mb-4 font-semibold text-2xl tracking-tight">{shown.name}</h1>
        <Suspense fallback={<WaitingLines lines={5} what={shown.name} />}>
          <Page role={role} />
        </Suspense>
      </div>
    </div>
  );
}
