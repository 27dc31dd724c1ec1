import { validationError } from '@plat/kit';
import type { Actor } from '../ports.ts';
import { API_KEY_KINDS, type ApiKeyKind, generateApiKey } from './api-key.ts';
import { authorizedEndpoints } from './authorized-endpoints.ts';
import { checkKeyTerms, type KeyTerms, nameProblems } from './key-problems.ts';
import type { KeyRecord, KeyStore } from './ports.ts';

interface DefaultLimits {
  rateLimit: number;
  rateWindowSeconds: number;
  monthlyLimit: number | null;
}

/** Defaults of new keys (docs/rules/limits.md). */
export const DEFAULT_LIMITS: Readonly<Record<ApiKeyKind, DefaultLimits>> = {
  subscriber: { rateLimit: 20, rateWindowSeconds: 60, monthlyLimit: null },
  enterprise: { rateLimit: 60, rateWindowSeconds: 60, monthlyLimit: null },
  legacy_search: { rateLimit: 100, rateWindowSeconds: 1, monthlyLimit: 100_000 },
};

export interface CreateKeyRequest extends KeyTerms {
  kind: string;
  name: string;
  /** Company of the key; defaults to the key's own name. */
  companyName?: string | undefined;
  isTest?: boolean | undefined;
}

/** Besides the result of `rotateKey`, the only value that contains a secret. */
export interface CreatedKey {
  record: KeyRecord;
  key: string;
}

export interface KeyMakingDeps {
  keys: KeyStore;
  /** Cryptographically secure. */
  randomBytes(count: number): Uint8Array;
}

/**
 * Creates a key, and its company if none has that name.
 * @throws AppError VALIDATION_ERROR listing every invalid field, NOT_FOUND for an unknown seat or plan.
 */
export async function createKey(deps: KeyMakingDeps, actor: Actor, request: CreateKeyRequest): Promise<CreatedKey> {
  const kind = API_KEY_KINDS.find((known) => known === request.kind);
  if (kind === undefined) {
    throw validationError([{ field: 'kind', problem: `must be one of ${API_KEY_KINDS.join(', ')}` }]);
  }
  checkKeyTerms(kind, request);
  const companyProblems = nameProblems('company', request.companyName);
  if (companyProblems.length > 0) throw validationError(companyProblems);
  const isTest = request.isTest ?? false;
  const { key, prefix, sha256 } = generateApiKey({ kind, isTest }, deps.randomBytes);
  const defaults = DEFAULT_LIMITS[kind];
  const record = await deps.keys.insert(actor, {
    kind,
    isTest,
    name: request.name.trim(),
    companyName: (request.companyName ?? request.name).trim(),
    keyPrefix: prefix,
    keySha256: sha256,
    rateLimit: request.rateLimit ?? defaults.rateLimit,
    rateWindowSeconds: defaults.rateWindowSeconds,
    monthlyLimit: request.monthlyLimit ?? defaults.monthlyLimit,
    authorizedEndpoints: authorizedEndpoints(request.authorizedEndpoints),
    allowedAddresses: request.allowedAddresses ?? null,
    seatName: request.seatName ?? null,
    planIds: request.planIds ?? [],
  });
  return { record, key };
}
