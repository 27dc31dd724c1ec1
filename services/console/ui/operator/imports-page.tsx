import type { ImportDocument } from '@plat/contracts/admin';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';
import { adminCall } from '../api/admin-call.ts';
import { useAdminChange, useAdminList } from '../api/admin-pages.ts';
import type { Role } from '../api/session.ts';
import { FileDrop } from '../imports/file-drop.tsx';
import { ImportSection, isBusy } from '../imports/import-section.tsx';
import { asCount, asMoment } from '../lib/format.ts';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { ActionButton } from '../parts/form.tsx';
import { PagedList } from '../parts/paged-list.tsx';

const PATH = '/admin/v1/imports';
const POLL_MS = 2_000;

/** Files of records on their way into the live records. */
export default function ImportsPage({ role }: { role: Role }) {
  const mayChange = role !== 'viewer';
  const imports = useAdminList<ImportDocument>('imports', PATH);
  const [query, setQuery] = useSearchParams();
  const shown = query.get('import');
  const isWorking = imports.rows?.some(({ state }) => isBusy(state)) ?? false;
  const { retry } = imports;
  const refresh = useRef(retry);
  refresh.current = retry;
  useEffect(() => {
    if (!isWorking) return;
    const polling = setInterval(() => refresh.current(), POLL_MS);
    return () => clearInterval(polling);
  }, [isWorking]);
  const show = (id: string | null) => setQuery(id === null ? {} : { import: id }, { replace: true });
  return (
    <>
      {mayChange ? <FileDrop onUploaded={show} /> : null}
      {shown === null ? null : <ImportSection key={shown} id={shown} mayChange={mayChange} />}
      <PagedList
        list={imports}
        what="imports"
        empty={{ title: 'No file was imported here yet', advice: 'plat import does the same on the machine of Plat.' }}
      >
        {(rows) => (
          <DataTable
            name="Imports"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                header: 'File',
                cell: ({ id, file_name }) => (
                  <Button small look="quiet" aria-expanded={id === shown} onClick={() => show(id)}>
                    {file_name}
                  </Button>
                ),
              },
              { header: 'State', cell: (one) => <State value={one} /> },
              { header: 'Read as', cell: ({ source, layout }) => source ?? layout ?? '–' },
              { header: 'Rows kept', cell: ({ rows: counts }) => asCount(counts?.kept), isNumber: true },
              { header: 'Bad rows', cell: ({ rows: counts }) => asCount(counts?.rejected), isNumber: true },
              { header: 'By', cell: ({ uploaded_by }) => uploaded_by.replace('operator:', '') },
              { header: 'Uploaded', cell: ({ uploaded_at }) => asMoment(uploaded_at) },
              ...(mayChange
                ? [
                    {
                      header: 'Changes',
                      cell: (one: ImportDocument) => (
                        <Removal value={one} onRemoved={() => (one.id === shown ? show(null) : undefined)} />
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </PagedList>
    </>
  );
}

const LOOKS: Readonly<Partial<Record<ImportDocument['state'], string>>> = {
  published: 'text-accent',
  failed: 'text-danger',
};

const State = ({ value: { state, version } }: { value: ImportDocument }) => (
  <span className={LOOKS[state] ?? ''}>{version === null ? state : `${state}, version ${version}`}</span>
);

function Removal({ value: { id, state }, onRemoved }: { value: ImportDocument; onRemoved: () => void }) {
  const removing = useAdminChange(['imports'], async () => {
    if (!isBusy(state)) onRemoved();
    await adminCall('DELETE', PATH, { query: { import: id } });
  });
  if (isBusy(state)) {
    return <ActionButton text="Cancel" confirm="Cancel the import" look="danger" action={removing} />;
  }
  return <ActionButton text="Remove" confirm="Remove the file and its entry" look="danger" action={removing} />;
}
