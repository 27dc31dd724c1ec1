import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminCall } from '../api/admin-call.ts';
import { useAdminChange, useAdminList } from '../api/admin-pages.ts';
import { failureOf } from '../api/call.ts';
import type { Role } from '../api/session.ts';
import { asCount, asDay, asMoment } from '../lib/format.ts';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Figure, Section } from '../parts/figure.tsx';
import { ActionButton } from '../parts/form.tsx';
import { EmptyNote, FailureNote, WaitingLines } from '../parts/notes.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { VersionCompare } from './version-compare.tsx';

const COUNTED = ['properties', 'sales', 'flips', 'rentals', 'buyers'] as const;
type Counts = Record<(typeof COUNTED)[number] | 'version', number>;

interface Coverage {
  realms: { live: Counts; sample: Counts };
  counties: {
    realm: 'live' | 'sample';
    fips: string | null;
    county: string | null;
    state: string;
    records_from: string | null;
    records_through: string | null;
    is_stale: boolean;
  }[];
}

interface Version {
  version: number;
  kind: string;
  as_of: string;
  created_at: string;
  sources: string[];
  is_serving: boolean;
  is_kept: boolean;
}

/** What is served now, how fresh it is, and what can be served again. */
export default function RecordsPage({ role }: { role: Role }) {
  const coverage = useQuery({
    queryKey: ['coverage'],
    queryFn: () => adminCall<Coverage>('GET', '/admin/v1/coverage'),
  });
  const versions = useAdminList<Version>('versions', '/admin/v1/versions');
  if (coverage.isPending) return <WaitingLines lines={5} what="records" />;
  if (coverage.isError) return <FailureNote error={coverage.error} retry={() => coverage.refetch()} />;
  return (
    <>
      <Realm name="Live records" counts={coverage.data.realms.live} />
      <Realm name="Sample market" counts={coverage.data.realms.sample} />
      <Section title="Counties">
        <Counties counties={coverage.data.counties} mayChange={role !== 'viewer'} />
      </Section>
      <Section title="Versions of the live records">
        <PagedList list={versions} what="versions" empty={{ title: 'Nothing was imported yet' }}>
          {(rows) => (
            <>
              <Versions versions={rows} mayChange={role !== 'viewer'} />
              <VersionCompare versions={rows.filter((one) => one.is_kept).map(({ version }) => version)} />
            </>
          )}
        </PagedList>
      </Section>
    </>
  );
}

function Realm({ name, counts }: { name: string; counts: Counts }) {
  if (counts.version === 0) return null;
  return (
    <Section title={name} aside={<span className="figures text-soft text-xs">version {counts.version}</span>}>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-5">
        {COUNTED.map((what) => (
          <Figure key={what} label={what}>
            {asCount(counts[what])}
          </Figure>
        ))}
      </dl>
    </Section>
  );
}

function Counties({ counties, mayChange }: { counties: Coverage['counties']; mayChange: boolean }) {
  if (counties.length === 0)
    return <EmptyNote title="No counties">Import the records of a county under Imports.</EmptyNote>;
  return (
    <DataTable
      name="Counties"
      rows={counties}
      keyOf={(one) => `${one.realm}-${one.fips ?? one.county}-${one.state}`}
      columns={[
        {
          header: 'County',
          cell: (one) => (
            <span className="font-medium">
              {one.county ?? '–'}, {one.state}
            </span>
          ),
        },
        { header: 'FIPS', cell: ({ fips }) => fips ?? '–' },
        { header: 'Records', cell: ({ realm }) => realm },
        { header: 'From', cell: ({ records_from }) => asDay(records_from) },
        { header: 'Through', cell: ({ records_through }) => asDay(records_through) },
        { header: 'Standing', cell: ({ is_stale }) => (is_stale ? <span className="text-warn">stale</span> : 'fresh') },
        ...(mayChange
          ? [
              {
                header: 'Changes',
                cell: ({ realm, fips, state }: Coverage['counties'][number]) =>
                  realm === 'live' && fips !== null ? <CountyRemoval state={state} fips={fips} /> : null,
              },
            ]
          : []),
      ]}
    />
  );
}

function Versions({ versions, mayChange }: { versions: readonly Version[]; mayChange: boolean }) {
  return (
    <DataTable
      name="Versions"
      rows={versions}
      keyOf={({ version }) => String(version)}
      columns={[
        { header: 'Version', cell: ({ version }) => version },
        { header: 'By', cell: ({ kind }) => kind },
        { header: 'Records of', cell: (one) => asDay(one.as_of) },
        { header: 'Made', cell: ({ created_at }) => asMoment(created_at) },
        { header: 'Sources', cell: ({ sources }) => sources.join(', ') || '–' },
        {
          header: 'Standing',
          cell: (one) =>
            one.is_serving ? <span className="text-accent">serving</span> : one.is_kept ? 'kept' : 'removed',
        },
        ...(mayChange
          ? [
              {
                header: 'Changes',
                cell: (one: Version) => (one.is_kept && !one.is_serving ? <Rollback version={one.version} /> : null),
              },
            ]
          : []),
      ]}
    />
  );
}

function Rollback({ version }: { version: number }) {
  const [isSure, setIsSure] = useState(false);
  const queries = useQueryClient();
  const rolling = useMutation({
    mutationFn: () => adminCall('POST', '/admin/v1/versions/rollback', { body: { version } }),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <>
      <Button small disabled={rolling.isPending} onClick={() => (isSure ? rolling.mutate() : setIsSure(true))}>
        {isSure ? `Serve version ${version} to everybody` : 'Serve again'}
      </Button>
      {rolling.isError ? (
        <p role="alert" className="text-danger">
          {failureOf(rolling.error).advice}
        </p>
      ) : null}
    </>
  );
}

function CountyRemoval({ state, fips }: { state: string; fips: string }) {
  const removing = useAdminChange(['coverage', 'versions'], () =>
    adminCall('POST', '/admin/v1/versions/remove', { body: { state, county: fips } }),
  );
  return <ActionButton text="Remove" confirm={`Remove ${fips} from everybody`} look="danger" action={removing} />;
}
