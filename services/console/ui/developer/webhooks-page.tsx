import type { WebhookDelivery } from '@plat/contracts';
import { useSearchParams } from 'wouter';
import { adminCall } from '../api/admin-call.ts';
import { useAdminChange, useAdminList } from '../api/admin-pages.ts';
import type { Role } from '../api/session.ts';
import { asMoment } from '../lib/format.ts';
import { DataTable } from '../parts/data-table.tsx';
import { ActionButton, Choice } from '../parts/form.tsx';
import { KeyChoice } from '../parts/key-choice.tsx';
import { PagedList } from '../parts/paged-list.tsx';

const PATH = '/admin/v1/webhooks';
const STATUSES = ['pending', 'delivered', 'failed'] as const;
const TONES = { pending: 'text-warn', delivered: 'text-accent', failed: 'text-danger' } as const;

/** What Plat sent to the receivers of a key, and what they answered. */
export default function WebhooksPage({ role }: { role: Role }) {
  return (
    <KeyChoice advice="A webhook belongs to the key of its request.">
      {({ id }) => <WebhooksOfKey key={id} keyId={id} mayReplay={role === 'owner' || role === 'operator'} />}
    </KeyChoice>
  );
}

function WebhooksOfKey({ keyId, mayReplay }: { keyId: string; mayReplay: boolean }) {
  const [query, setQuery] = useSearchParams();
  const status = STATUSES.find((one) => one === query.get('status'));
  const deliveries = useAdminList<WebhookDelivery>('deliveries', PATH, { key: keyId, status });
  const replaying = useAdminChange(['deliveries'], () =>
    adminCall('POST', `${PATH}/replay-failed`, { query: { key: keyId } }),
  );
  const hasFailed = deliveries.rows?.some((one) => one.status === 'failed') ?? false;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Choice
          label="State"
          value={status ?? ''}
          onChange={(chosen) =>
            setQuery(chosen === '' ? { key: keyId } : { key: keyId, status: chosen }, { replace: true })
          }
          options={[['', 'all'], ...STATUSES.map((one) => [one, one] as const)]}
        />
        {mayReplay && hasFailed ? (
          <ActionButton text="Send all failed again" confirm="Send every failed one again" action={replaying} />
        ) : null}
      </div>
      <PagedList
        list={deliveries}
        what="webhooks"
        empty={{ title: 'No webhooks', advice: 'Requests with a webhook_url make them, and deals with a deal_url.' }}
      >
        {(rows) => (
          <DataTable
            name="Webhooks"
            rows={rows}
            keyOf={({ delivery_id }) => delivery_id}
            columns={[
              { header: 'Made', cell: (one) => <span className="whitespace-nowrap">{asMoment(one.created_at)}</span> },
              { header: 'Event', cell: ({ event }) => <span className="font-medium">{event}</span> },
              { header: 'Receiver', cell: ({ url }) => hostOf(url) },
              { header: 'State', cell: (one) => <span className={TONES[one.status]}>{one.status}</span> },
              { header: 'Next attempt', cell: ({ next_attempt_at }) => asMoment(next_attempt_at) },
              { header: 'Attempts', cell: (one) => <Attempts attempts={one.attempts} /> },
              ...(mayReplay
                ? [{ header: 'Changes', cell: (one: WebhookDelivery) => <ReplayButton delivery={one} /> }]
                : []),
            ]}
          />
        )}
      </PagedList>
    </>
  );
}

/** The path and the query of a receiver may hold its secrets. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** The last answer, and the ones before it on demand. */
function Attempts({ attempts }: { attempts: WebhookDelivery['attempts'] }) {
  const last = attempts.at(-1);
  if (last === undefined) return 'none yet';
  return (
    <details>
      <summary className="cursor-pointer">
        {attempts.length}: {answerOf(last)}
      </summary>
      <ol className="mt-1 space-y-1 text-soft">
        {attempts.map((attempt) => (
          <li key={attempt.at}>
            {asMoment(attempt.at)}, {attempt.duration_ms} ms: {answerOf(attempt)}
          </li>
        ))}
      </ol>
    </details>
  );
}

const answerOf = ({ status, error }: WebhookDelivery['attempts'][number]): string =>
  error ?? (status === null ? 'no answer' : `HTTP ${status}`);

function ReplayButton({ delivery: { delivery_id, status } }: { delivery: WebhookDelivery }) {
  const replaying = useAdminChange(['deliveries'], () =>
    adminCall('POST', `${PATH}/replay`, { query: { delivery_id } }),
  );
  return (
    <ActionButton
      text="Send again"
      confirm={status === 'delivered' ? 'It arrived; send it again' : 'Send it now'}
      action={replaying}
    />
  );
}
