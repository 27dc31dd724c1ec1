import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '../api/call.ts';
import type { Endpoint } from '../lib/api-document.ts';
import type { ApiRequest } from '../lib/request-code.ts';
import { Button } from '../parts/button.tsx';
import { CodeBlock, CopyAs } from '../parts/copy-as.tsx';
import { Prose } from '../parts/prose.tsx';

interface Reply {
  status: number;
  ms: number;
  headers: readonly (readonly [string, string])[];
  text: string;
}

const SHOWN_HEADERS = /^(x-|ratelimit|retry-after|location|content-type)/;
const MAX_SHOWN_CHARACTERS = 200_000;

async function send({ path, method, body, query }: ApiRequest, apiKey: string): Promise<Reply> {
  const search = new URLSearchParams(query ?? {});
  const startedAt = performance.now();
  const response = await fetch(search.size === 0 ? path : `${path}?${search}`, {
    method,
    // The request is made with the key alone, as a program makes it.
    credentials: 'omit',
    headers: { 'x-api-key': apiKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const ms = Math.round(performance.now() - startedAt);
  const headers = [...response.headers].filter(([name]) => SHOWN_HEADERS.test(name));
  return { status: response.status, ms, headers, text: prettyText(text) };
}

function prettyText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, MAX_SHOWN_CHARACTERS);
  } catch {
    return text.slice(0, MAX_SHOWN_CHARACTERS);
  }
}

/** The body as JSON; a problem in words when it is none. */
function bodyOf(text: string | null): { body?: unknown; problem: string | null } {
  if (text === null) return { problem: null };
  try {
    return { body: JSON.parse(text), problem: null };
  } catch (error) {
    return { problem: `The body is not JSON: ${error instanceof Error ? error.message : error}` };
  }
}

/** One endpoint: its input, the request, and what came back. */
export function RequestForm({ endpoint, apiKey }: { endpoint: Endpoint; apiKey: string }) {
  const [text, setText] = useState(endpoint.exampleBody);
  const [given, setGiven] = useState<Record<string, string>>({});
  const { body, problem } = bodyOf(text);
  const query = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const request: ApiRequest = {
    operation: endpoint.operation,
    method: endpoint.method,
    path: endpoint.path,
    ...(body === undefined ? {} : { body }),
    ...(Object.keys(query).length === 0 ? {} : { query }),
  };
  const sending = useMutation({ mutationFn: () => send(request, apiKey) });
  return (
    <form
      className="mt-6"
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate();
      }}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="font-semibold text-base">{endpoint.summary}</h2>
        <CopyAs request={request} />
      </div>
      <p className="font-mono text-accent text-xs">
        {endpoint.method} {endpoint.path}
      </p>
      <p className="mt-2 max-w-prose text-soft">
        <Prose text={endpoint.description} />
      </p>
      <QueryFields endpoint={endpoint} given={given} onChange={setGiven} />
      {text === null ? null : (
        <label className="mt-4 block">
          <span className="label">Body</span>
          <textarea
            value={text}
            onChange={(event) => setText(event.target.value)}
            rows={Math.min(18, text.split('\n').length + 1)}
            spellCheck={false}
            aria-invalid={problem !== null}
            className="field w-full font-mono text-xs"
          />
        </label>
      )}
      {problem === null ? null : (
        <p role="alert" className="mt-1 text-danger text-xs">
          {problem}
        </p>
      )}
      <Button
        look="primary"
        type="submit"
        className="mt-4"
        disabled={problem !== null || apiKey === '' || sending.isPending}
      >
        {sending.isPending ? 'Sending' : 'Send'}
      </Button>
      {apiKey === '' ? <span className="ml-3 text-faint text-xs">Enter your key first.</span> : null}
      {sending.isError ? (
        <p role="alert" className="mt-4 text-danger">
          {failureOf(sending.error).advice}
        </p>
      ) : null}
      {sending.data === undefined ? null : <ReplyView reply={sending.data} />}
    </form>
  );
}

interface QueryFieldsProps {
  endpoint: Endpoint;
  given: Record<string, string>;
  onChange: (given: Record<string, string>) => void;
}

function QueryFields({ endpoint, given, onChange }: QueryFieldsProps) {
  return (
    <div className="mt-4 grid gap-3 sm:grid-cols-2">
      {endpoint.query.map((parameter) => (
        <QueryField
          key={parameter.name}
          parameter={parameter}
          value={given[parameter.name] ?? ''}
          onChange={(value) => onChange({ ...given, [parameter.name]: value })}
        />
      ))}
    </div>
  );
}

interface QueryFieldProps {
  parameter: Endpoint['query'][number];
  value: string;
  onChange: (value: string) => void;
}

function QueryField({ parameter: { name, required, description, schema }, value, onChange }: QueryFieldProps) {
  const id = `query-${name}`;
  return (
    <div>
      <label htmlFor={id} className="label block">
        {name}
        {required ? ' (required)' : ''}
      </label>
      {schema?.enum === undefined ? (
        <input
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          required={required}
          className="field w-full"
        />
      ) : (
        <select id={id} value={value} onChange={(event) => onChange(event.target.value)} className="field w-full">
          <option value="">default</option>
          {schema.enum.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
      <p className="mt-0.5 text-faint text-xs">
        <Prose text={description ?? ''} />
      </p>
    </div>
  );
}

function ReplyView({ reply }: { reply: Reply }) {
  return (
    <section aria-label="Answer" className="mt-6">
      <p className="figures mb-2" role="status">
        <span className={`font-semibold ${reply.status < 400 ? 'text-accent' : 'text-danger'}`}>
          HTTP {reply.status}
        </span>
        <span className="text-soft"> in {reply.ms} ms</span>
      </p>
      <dl className="mb-3 grid grid-cols-[auto_1fr] gap-x-4 font-mono text-xs">
        {reply.headers.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-faint">{name}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
      <CodeBlock text={reply.text} />
    </section>
  );
}
