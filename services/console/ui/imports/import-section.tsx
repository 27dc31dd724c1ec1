import type { ImportDetails } from '@plat/contracts/admin';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { adminCall } from '../api/admin-call.ts';
import { useAdminChange } from '../api/admin-pages.ts';
import { asPercent } from '../lib/format.ts';
import { Button } from '../parts/button.tsx';
import { Section } from '../parts/figure.tsx';
import { Choice, Problem } from '../parts/form.tsx';
import { FailureNote, WaitingLines } from '../parts/notes.tsx';
import { MappingForm, type MappingKind } from './mapping-form.tsx';
import { PreviewSection } from './preview-section.tsx';

interface Layouts {
  sources: { name: string; title: string }[];
  kinds: MappingKind[];
}

const POLL_MS = 1_000;
const OWN = 'a mapping of columns';
/** Larger shares of bad rows need a person's word; also in the API. */
const TOLERATED_SHARE = 0.2;

export const isBusy = (state: ImportDetails['state']): boolean => state === 'checking' || state === 'running';

/** One import: its layout, what its check found, its start and how it goes. */
export function ImportSection({ id, mayChange }: { id: string; mayChange: boolean }) {
  const details = useQuery({
    queryKey: ['imports', 'details', id],
    queryFn: () => adminCall<ImportDetails>('GET', '/admin/v1/imports/details', { query: { import: id } }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isBusy(data.state) ? POLL_MS : false),
  });
  const layouts = useQuery({
    queryKey: ['import-layouts'],
    queryFn: () => adminCall<Layouts>('GET', '/admin/v1/imports/layouts'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (details.isError) return <FailureNote error={details.error} retry={() => details.refetch()} />;
  if (layouts.isError) return <FailureNote error={layouts.error} retry={() => layouts.refetch()} />;
  if (details.isPending || layouts.isPending) return <WaitingLines lines={4} what="the import" />;
  const file = details.data;
  const canBeChecked = mayChange && file.is_file_kept && ['uploaded', 'ready', 'failed'].includes(file.state);
  return (
    <Section title={file.file_name}>
      <div className="space-y-4">
        <Standing value={file} />
        {canBeChecked ? <LayoutChoice key={`${id} ${file.state}`} value={file} layouts={layouts.data} /> : null}
        {canBeChecked && file.rows !== null ? <StartForm value={file} /> : null}
        {file.preview === null || file.rows === null ? null : <PreviewSection value={file.preview} />}
      </div>
    </Section>
  );
}

function Standing({ value }: { value: ImportDetails }) {
  const { state, progress, problem, version } = value;
  if (isBusy(state)) {
    const share = progress?.share ?? 0;
    const where =
      progress === null ? 'waiting for its turn' : [progress.region, progress.stage].filter(Boolean).join(': ');
    return (
      <div role="status">
        <p className="mb-1">
          {state === 'checking' ? 'Checking every row' : `Importing, ${asPercent(share)}`}, {where}
        </p>
        {state === 'running' ? (
          <progress aria-label="Progress of the import" value={share} max={1} className="h-2 w-full accent-accent" />
        ) : null}
      </div>
    );
  }
  if (state === 'published') {
    return (
      <p role="status" className="text-accent">
        Published as version {version}.{' '}
        <Link href="/operate/records" className="underline">
          See the records
        </Link>
      </p>
    );
  }
  if (problem !== null) {
    return (
      <p role="alert" className="whitespace-pre-wrap text-danger">
        {problem}
      </p>
    );
  }
  if (state === 'cancelled') return <p>Cancelled. Nothing of it serves.</p>;
  return <p className="text-soft">{layoutText(value)}</p>;
}

function layoutText({ layout, mapping, source }: ImportDetails): string {
  if (layout !== null) return `The layout is that of ${layout}.`;
  if (mapping === null || source !== null) return 'No built-in layout has these columns.';
  return 'A file with these columns was imported before; its mapping is filled in.';
}

/** Chooses how the file is read; it is checked at once with a source, and after the form with a mapping. */
function LayoutChoice({ value: file, layouts }: { value: ImportDetails; layouts: Layouts }) {
  const [chosen, setChosen] = useState(
    file.mapping !== null || file.layout === null ? OWN : (file.source ?? file.layout),
  );
  const checking = useAdminChange(['imports'], (source: string) =>
    adminCall('POST', '/admin/v1/imports/preview', { query: { import: file.id }, body: { source } }),
  );
  const sources = [{ name: 'canonical', title: "Plat's own format" }, ...layouts.sources];
  return (
    <div className="space-y-4">
      <Choice
        label="Read as"
        value={chosen}
        onChange={(name) => {
          setChosen(name);
          if (name !== OWN) checking.mutate(name);
        }}
        options={[[OWN, 'Map the columns'] as const, ...sources.map(({ name, title }) => [name, title] as const)]}
      />
      <Problem error={checking.error} />
      {chosen === OWN ? <MappingForm value={file} kinds={layouts.kinds} /> : null}
    </div>
  );
}

/** Publishes what was checked. */
function StartForm({ value: file }: { value: ImportDetails }) {
  const { read = 0, kept = 0, rejected = 0 } = file.rows ?? {};
  const hasFailed = file.state === 'failed';
  const [accepts, setAccepts] = useState(false);
  const starting = useAdminChange(['imports'], () =>
    adminCall('POST', '/admin/v1/imports/start', {
      query: { import: file.id },
      body: accepts ? { max_rejected_share: 1, accept_rejected: true, allow_blanking: true } : {},
    }),
  );
  return (
    <div className="rounded-lg border border-line bg-surface p-4">
      {hasFailed || rejected > read * TOLERATED_SHARE ? (
        <label className="mb-3 flex items-start gap-2">
          <input
            type="checkbox"
            className="mt-0.5 accent-accent"
            checked={accepts}
            onChange={({ target }) => setAccepts(target.checked)}
          />
          Import it although many rows are bad or known values become empty
        </label>
      ) : null}
      <Button look="primary" disabled={starting.isPending || kept === 0} onClick={() => starting.mutate()}>
        Import and publish
      </Button>
      <p className="mt-2 text-soft text-xs">
        Until the import is complete, and if it fails, the version that serves now goes on serving.
      </p>
      <Problem error={starting.error} />
    </div>
  );
}
