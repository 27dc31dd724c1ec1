import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Schema } from './odd-requests.ts';

const OURS = /^5\d\d$/;
const TOLD = new Set([502, 504]);
/** The gateway's response to a burst. */
export const TOO_FAST = 'Too many requests\n';
const MAX_HEAD = 15_000;
const PROXY_SETTINGS = join(import.meta.dir, '../../../infra/compose/nginx.conf.template');
const settings = readFileSync(PROXY_SETTINGS, 'utf8');
/** The proxy's own response to an oversized head, as its settings word it. */
const HEAD_TOO_LARGE = settings.match(/return 400 '(\{"error":"The request headers[^']+)'/)?.[1];
/** The proxy's own response without a gateway: documented, but none is down here. */
const NO_GATEWAY = settings.match(/return 502 '([^']+)'/)?.[1];
/**
 * Internals that no caller may see: code, file names, libraries, database statements and messages, network
 * addresses.
 */
const LEAKS = [
  /\bat [^"\n]{1,200}:\d+:\d+/,
  /node_modules|\/services\/|\/packages\/|\/src\/|\.(?:ts|js):\d|bun:|file:\/\//,
  /\b(?:Type|Syntax|Range|Reference|Postgres|Assertion|Unhandled)\w*Error\b/,
  /\bselect\b[^"]{1,200}\bfrom\b|\binsert into\b|\bupdate \w+ set\b|relation \\"|column \\"|invalid input syntax/i,
  /syntax error at|violates \w+[\w ]* constraint|SQLSTATE|invalid byte sequence|deadlock detected|permission denied/i,
  /ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|\.internal\b|postgres:\/\/|redis:\/\//,
  /undefined is not|Cannot read prop|is not a function|is not an object/,
];

export interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { content?: { 'application/json'?: { schema: Schema } } }>;
  'x-aliases'?: string[];
  'x-methods'?: string[];
  'x-dry-run'?: Schema;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface OddRequest {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: Uint8Array | null;
}

/** Judges responses by the served OpenAPI document: documented, and without internals. */
export function createJudge(url: () => string, document: () => Document) {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  const validators = new Map<string, ValidateFunction>();
  const validatorOf = (name: string, schema: Schema): ValidateFunction => {
    const made = validators.get(name) ?? ajv.compile({ ...schema, components: document().components });
    validators.set(name, made);
    return made;
  };
  const problemOf = (operation: Operation, request: OddRequest, status: number, text: string): string | null => {
    const { operationId, responses, 'x-dry-run': dryRun } = operation;
    const schema = responses[status]?.content?.['application/json']?.schema;
    if (schema === undefined) return `status ${status} is not documented`;
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return 'the body is not JSON';
    }
    const right = validatorOf(`${operationId} ${status}`, schema);
    const isDryRun = Object.entries(request.headers).some(
      ([name, value]) => /^x-dry-run$/i.test(name) && value === 'true',
    );
    if (isDryRun && dryRun !== undefined && validatorOf(`${operationId} dry run`, dryRun)(body)) return null;
    return right(body) ? null : `the body does not match the document: ${ajv.errorsText(right.errors)}`;
  };

  /** @returns the problem with a response, or null, and its status. */
  const judge = async (operation: Operation, request: OddRequest): Promise<[string | null, number]> => {
    const { method, path, query, headers, body } = request;
    const target = `${url()}${path}${query === '' ? '' : `?${query}`}`;
    const response = await fetch(target, { method, headers, ...(body === null ? {} : { body }), redirect: 'manual' });
    const text = await response.text();
    const { status } = response;
    if (OURS.test(String(status)) && !TOLD.has(status)) return [`an internal failure: ${text}`, status];
    // Plat never sees an oversized head: Bun rejects it in one way, the proxy in another.
    const isHeadLarge = JSON.stringify(request.headers).length + target.length > MAX_HEAD;
    if (isHeadLarge && ((status === 431 && text === '') || (status === 400 && text.trim() === HEAD_TOO_LARGE)))
      return [null, status];
    if (status === 502 && text.trim() === NO_GATEWAY) return ['the proxy lost the response of the gateway', status];
    const told = `${text}\n${[...response.headers].join('\n')}`;
    const leak = LEAKS.find((one) => one.test(status === 200 ? withoutTexts(text) : told));
    if (leak !== undefined) return [`it reveals internals (${leak}): ${text.slice(0, 500)}`, status];
    // Documented for bursts, for example of unknown keys.
    if (status === 429 && text === TOO_FAST) return [null, status];
    if (!response.headers.has('x-request-id')) return ['it has no request id', status];
    const problem = problemOf(operation, request, status, text);
    return [problem === null ? null : `${problem}: ${text.slice(0, 500)}`, status];
  };

  return judge;
}

/** Names and addresses may contain anything; the JSON around them may not. */
const withoutTexts = (json: string): string => json.replace(/"(?:[^"\\]|\\.)*"/g, '""');
