import type { LoggedRequest } from '@plat/contracts';
import { useSearchParams } from 'wouter';
import { useAdminList } from '../api/admin-pages.ts';
import { asCount, asMoment } from '../lib/format.ts';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Choice } from '../parts/form.tsx';
import { KeyChoice } from '../parts/key-choice.tsx';
import { PagedList } from '../parts/paged-list.tsx';

const OUTCOMES = [
  ['', 'all'],
  ['succeeded', 'succeeded (below 400)'],
  ['refused', 'refused (400 to 499)'],
  ['failed', 'failed (500 and more)'],
] as const;

/** What the key of a developer asked for in the last 24 hours. */
export default function RequestsPage() {
  return (
    <KeyChoice advice="A request belongs to the key that made it.">
      {({ id }) => <RequestsOfKey key={id} keyId={id} />}
    </KeyChoice>
  );
}

function RequestsOfKey({ keyId }: { keyId: string }) {
  const [query, setQuery] = useSearchParams();
  const outcome = OUTCOMES.find(([one]) => one !== '' && one === query.get('outcome'))?.[0];
  const requests = useAdminList<LoggedRequest>('requests', '/admin/v1/requests', { key: keyId, outcome });
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Choice
          label="Outcome"
          value={outcome ?? ''}
          onChange={(chosen) =>
            setQuery(chosen === '' ? { key: keyId } : { key: keyId, outcome: chosen }, { replace: true })
          }
          options={OUTCOMES}
        />
        <Button disabled={requests.isBusy} onClick={requests.retry}>
          Look again
        </Button>
        <p className="text-soft text-xs">The last 24 hours; requests appear within seconds. No bodies are kept.</p>
      </div>
      <PagedList
        list={requests}
        what="requests"
        empty={{ title: 'No requests', advice: 'The key made none of these in the last 24 hours.' }}
      >
        {(rows) => (
          <DataTable
            name="Requests"
            rows={rows}
            keyOf={({ request_id, at }) => `${request_id} ${at}`}
            columns={[
              { header: 'When', cell: ({ at }) => <span className="whitespace-nowrap">{asMoment(at)}</span> },
              { header: 'Status', cell: ({ status }) => <span className={toneOf(status)}>{status}</span> },
              {
                header: 'Request',
                cell: ({ method, path }) => (
                  <code className="whitespace-nowrap font-mono">
                    {method} {path}
                  </code>
                ),
              },
              { header: 'Milliseconds', cell: ({ duration_ms }) => asCount(duration_ms), isNumber: true },
              { header: 'Request id', cell: ({ request_id }) => <code className="font-mono">{request_id}</code> },
            ]}
          />
        )}
      </PagedList>
    </>
  );
}

const toneOf = (status: number): string =>
  status < 400 ? 'font-medium text-accent' : status < 500 ? 'font-medium text-warn' : 'font-medium text-danger';
