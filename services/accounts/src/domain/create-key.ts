import { ENDPOINT_NAMES, type EndpointName, type FieldProblem } from '@plat/contracts';
import { AppError } from '@plat/kit';
import { API_KEY_KINDS, type ApiKeyKind, generateApiKey } from './api-key.ts';
import type { KeyRecord, KeyStore } from './ports.ts';

/** Requests per minute, all endpoints together (doc 1 section 8; the enterprise default is ours). */
export const DEFAULT_RATE_LIMIT_PER_MINUTE: Readonly<Record<ApiKeyKind, number>> = { subscriber: 20, enterprise: 60 };
export const MAX_RATE_LIMIT_PER_MINUTE = 100_000;
export const MAX_NAME_CHARACTERS = 200;

export interface CreateKeyRequest {
  kind: string;
  name: string;
  /** Company that the key belongs to; the key's own name unless given, so that a rotated key keeps its company. */
  companyName?: string | undefined;
  rateLimitPerMinute?: number | undefined;
  authorizedEndpoints?: readonly string[] | undefined;
}

/** The only answer that ever holds the key itself. */
export interface CreatedKey {
  record: KeyRecord;
  key: string;
}

export interface CreateKeyDeps {
  store: KeyStore;
  /** Cryptographically secure. */
  randomBytes(count: number): Uint8Array;
}

/** @throws AppError VALIDATION_ERROR naming every field that is wrong. */
export async function createKey(deps: CreateKeyDeps, request: CreateKeyRequest): Promise<CreatedKey> {
  const problems = problemsOf(request);
  const [first] = problems;
  if (first !== undefined) {
    throw new AppError('VALIDATION_ERROR', `${first.field} ${first.problem}`, { fields: problems });
  }
  const kind = request.kind as ApiKeyKind;
  const { key, prefix, sha256 } = generateApiKey(kind, deps.randomBytes);
  const record = await deps.store.insert({
    kind,
    name: request.name.trim(),
    companyName: (request.companyName ?? request.name).trim(),
    keyPrefix: prefix,
    keySha256: sha256,
    rateLimitPerMinute: request.rateLimitPerMinute ?? DEFAULT_RATE_LIMIT_PER_MINUTE[kind],
    authorizedEndpoints: (request.authorizedEndpoints as readonly EndpointName[] | undefined) ?? null,
    subscription: kind === 'subscriber' ? 'active' : null,
  });
  return { record, key };
}

function problemsOf(request: CreateKeyRequest): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (!API_KEY_KINDS.includes(request.kind as ApiKeyKind)) {
    problems.push({ field: 'kind', problem: `must be one of ${API_KEY_KINDS.join(', ')}` });
  }
  for (const [field, text] of [
    ['name', request.name],
    ['company', request.companyName],
  ] as const) {
    if (text === undefined) continue;
    if (text.trim() === '') problems.push({ field, problem: 'must not be empty' });
    else if (text.length > MAX_NAME_CHARACTERS) {
      problems.push({ field, problem: `must have at most ${MAX_NAME_CHARACTERS} characters` });
    }
  }
  const limit = request.rateLimitPerMinute ?? 1;
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_RATE_LIMIT_PER_MINUTE) {
    problems.push({
      field: 'rate limit',
      problem: `must be a whole number from 1 to ${MAX_RATE_LIMIT_PER_MINUTE} requests per minute`,
    });
  }
  const endpoints = request.authorizedEndpoints;
  const unknown = endpoints?.filter((name) => !ENDPOINT_NAMES.includes(name as EndpointName)) ?? [];
  if (unknown.length > 0 || endpoints?.length === 0) {
    problems.push({ field: 'endpoints', problem: `must be among ${ENDPOINT_NAMES.join(', ')}` });
  }
  return problems;
}
