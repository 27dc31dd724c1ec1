import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { type ApiDocument, type Endpoint, endpointsByTag, endpointsOf } from '../lib/api-document.ts';
import { FailureNote, WaitingLines } from '../parts/notes.tsx';
import { KeyField } from './key-field.tsx';
import { RequestForm } from './request-form.tsx';

async function readDocument(signal: AbortSignal): Promise<Endpoint[]> {
  const response = await fetch('/docs/json', { signal });
  if (!response.ok) throw new Error(`The OpenAPI document could not be read (HTTP ${response.status}).`);
  return endpointsOf((await response.json()) as ApiDocument);
}

/** Calls any endpoint with one's own key. The key stays in the memory of this page. */
export default function PlaygroundPage() {
  const document = useQuery({
    queryKey: ['openapi'],
    queryFn: ({ signal }) => readDocument(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [query, setQuery] = useSearchParams();
  const [key, setKey] = useState('');
  if (document.isPending)
    return (
      <div className="p-6">
        <WaitingLines lines={6} what="the endpoints" />
      </div>
    );
  if (document.isError) return <FailureNote error={document.error} retry={() => document.refetch()} />;
  const wanted = query.get('endpoint') ?? 'buyerSearch';
  const chosen = document.data.find(({ operation }) => operation === wanted) ?? document.data[0];
  const choose = (operation: string) => setQuery({ endpoint: operation }, { replace: true });
  return (
    <div className="mx-auto grid max-w-6xl gap-x-10 gap-y-4 px-4 py-8 lg:grid-cols-[15rem_1fr]">
      <div>
        <h1 className="mb-4 font-semibold text-2xl tracking-tight">Playground</h1>
        <EndpointSelect endpoints={document.data} chosen={chosen?.operation} choose={choose} />
        <EndpointList endpoints={document.data} chosen={chosen?.operation} choose={choose} />
      </div>
      <div className="min-w-0">
        <KeyField value={key} onChange={setKey} />
        {chosen === undefined ? null : <RequestForm key={chosen.operation} endpoint={chosen} apiKey={key} />}
      </div>
    </div>
  );
}

interface EndpointListProps {
  endpoints: readonly Endpoint[];
  chosen: string | undefined;
  choose: (operation: string) => void;
}

function EndpointList({ endpoints, chosen, choose }: EndpointListProps) {
  return (
    <nav aria-label="Endpoints" className="hidden space-y-4 lg:block">
      {[...endpointsByTag(endpoints)].map(([tag, ofTag]) => (
        <div key={tag}>
          <h2 className="label mb-1">{tag}</h2>
          <ul>
            {ofTag.map(({ operation, summary }) => (
              <li key={operation}>
                <button
                  type="button"
                  onClick={() => choose(operation)}
                  aria-current={operation === chosen ? 'true' : undefined}
                  className={`w-full rounded-md px-2 py-1 text-left text-xs ${operation === chosen ? 'bg-accent-soft text-accent' : 'hover:bg-sunken'}`}
                >
                  {summary}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** The same on narrow screens. */
function EndpointSelect({ endpoints, chosen, choose }: EndpointListProps) {
  return (
    <label className="block lg:hidden">
      <span className="label">Endpoint</span>
      <select value={chosen} onChange={(event) => choose(event.target.value)} className="field w-full">
        {[...endpointsByTag(endpoints)].map(([tag, ofTag]) => (
          <optgroup key={tag} label={tag}>
            {ofTag.map(({ operation, summary }) => (
              <option key={operation} value={operation}>
                {summary}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}
