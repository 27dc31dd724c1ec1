import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { asCount, asMoment } from '../lib/format.ts';
import { CopyAs } from '../parts/copy-as.tsx';
import { EmptyNote, FailureNote, WaitingLines } from '../parts/notes.tsx';

const ENDPOINT_NAMES: Readonly<Record<string, string>> = {
  autocomplete: 'Address suggestions',
  buyer_search: 'Buyer searches',
  retail_comps: 'Values and comps',
  offers: 'Offers',
  investor_comps: 'Deals of investors',
  linked_deals: 'Buyer profiles and deals',
  analytics_search: 'Market searches',
  analytics_summary: 'Market summaries',
};

/** What is used and left of this month. */
export default function UsagePage() {
  const usage = useQuery({
    queryKey: ['usage'],
    queryFn: async ({ signal }) => (await call((plat) => plat.usage({ signal }))).body,
  });
  return (
    <div className="mx-auto max-w-3xl px-4 py-8">
      <div className="mb-4 flex items-baseline justify-between">
        <h1 className="font-semibold text-2xl tracking-tight">Usage this month</h1>
        <CopyAs request={{ operation: 'usage', method: 'GET', path: '/v1/usage' }} />
      </div>
      {usage.isPending ? <WaitingLines lines={6} what="usage" /> : null}
      {usage.isError ? <FailureNote error={usage.error} retry={() => usage.refetch()} /> : null}
      {usage.data === undefined ? null : <UsageTable endpoints={usage.data.endpoints} />}
    </div>
  );
}

interface EndpointUsage {
  endpoint: string;
  limit: number | null;
  used: number;
  remaining: number | null;
  resets_at: string;
}

function UsageTable({ endpoints }: { endpoints: readonly EndpointUsage[] }) {
  const [first] = endpoints;
  if (first === undefined)
    return <EmptyNote title="Nothing is counted">Your company has no counted endpoints.</EmptyNote>;
  return (
    <>
      <table className="figures w-full">
        <thead className="label text-left">
          <tr>
            <th className="py-2 font-medium">Endpoint</th>
            <th className="py-2 text-right font-medium">Used</th>
            <th className="py-2 text-right font-medium">Limit</th>
            <th className="w-1/3 py-2 pl-6 font-medium">Share</th>
          </tr>
        </thead>
        <tbody>
          {endpoints.map(({ endpoint, used, limit }) => (
            <tr key={endpoint} className="border-line border-t">
              <td className="py-2.5">{ENDPOINT_NAMES[endpoint] ?? endpoint}</td>
              <td className="py-2.5 text-right">{asCount(used)}</td>
              <td className="py-2.5 text-right text-soft">{limit === null ? 'unlimited' : asCount(limit)}</td>
              <td className="py-2.5 pl-6">
                {limit === null || limit === 0 ? null : (
                  <div className="h-1.5 rounded-full bg-sunken" aria-hidden="true">
                    <div
                      className={`h-1.5 rounded-full ${used >= limit ? 'bg-danger' : 'bg-accent'}`}
                      style={{ width: `${Math.min(100, (100 * used) / limit)}%` }}
                    />
                  </div>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4 text-soft text-xs">Counting begins again on {asMoment(first.resets_at)}.</p>
    </>
  );
}
