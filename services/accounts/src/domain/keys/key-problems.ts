import { ENDPOINT_NAMES, type EndpointName, type FieldProblem, isAddressBlock } from '@plat/contracts';
import { validationError } from '@plat/kit';
import { MAX_MONTHLY_LIMIT, MAX_RATE_LIMIT } from '../terms.ts';
import type { ApiKeyKind } from './api-key.ts';
import { WITHOUT_OFFERS } from './authorized-endpoints.ts';

const MAX_NAME_CHARACTERS = 200;
const MAX_ADDRESSES = 100;

/** Settings of a key as someone typed them. */
export interface KeyTerms {
  name?: string | undefined;
  rateLimit?: number | undefined;
  monthlyLimit?: number | undefined;
  authorizedEndpoints?: readonly string[] | null | undefined;
  allowedAddresses?: readonly string[] | null | undefined;
  seatName?: string | null | undefined;
  planIds?: readonly string[] | undefined;
}

/** @throws AppError VALIDATION_ERROR listing every field that is invalid or that this kind of key does not have. */
export function checkKeyTerms(kind: ApiKeyKind, terms: KeyTerms): void {
  const problems = [
    ...nameProblems('name', terms.name),
    ...wholeNumberProblems('rate limit', terms.rateLimit, 1, MAX_RATE_LIMIT),
    ...wholeNumberProblems('monthly limit', terms.monthlyLimit, 0, MAX_MONTHLY_LIMIT),
    ...endpointProblems(kind, terms.authorizedEndpoints),
    ...addressProblems(terms.allowedAddresses),
    ...onlyOf('legacy_search', kind, 'monthly limit', terms.monthlyLimit),
    ...onlyOf('subscriber', kind, 'seat', terms.seatName),
    ...onlyOf('enterprise', kind, 'plan', terms.planIds?.[0]),
  ];
  if (problems.length > 0) throw validationError(problems);
}

export function nameProblems(field: string, name: string | undefined): FieldProblem[] {
  if (name === undefined) return [];
  if (name.trim() === '') return [{ field, problem: 'must not be empty' }];
  if (name.length > MAX_NAME_CHARACTERS) {
    return [{ field, problem: `must have at most ${MAX_NAME_CHARACTERS} characters` }];
  }
  return /\p{Cc}/u.test(name) ? [{ field, problem: 'must not contain control characters' }] : [];
}

export function wholeNumberProblems(
  field: string,
  value: number | null | undefined,
  min: number,
  max: number,
): FieldProblem[] {
  if (value === undefined || value === null) return [];
  if (Number.isInteger(value) && value >= min && value <= max) return [];
  return [{ field, problem: `must be a whole number from ${min} to ${max}` }];
}

function endpointProblems(kind: ApiKeyKind, endpoints: readonly string[] | null | undefined): FieldProblem[] {
  if (endpoints === undefined || endpoints === null) return [];
  if (kind === 'legacy_search')
    return [{ field: 'endpoints', problem: 'cannot be chosen for a key of the earlier API' }];
  const isKnown = (name: string): boolean => ENDPOINT_NAMES.includes(name as EndpointName);
  const names = endpoints.filter((name) => name !== WITHOUT_OFFERS);
  if (names.length > 0 && names.every(isKnown)) return [];
  return [{ field: 'endpoints', problem: `must be among ${ENDPOINT_NAMES.join(', ')}` }];
}

function addressProblems(addresses: readonly string[] | null | undefined): FieldProblem[] {
  if (addresses === undefined || addresses === null) return [];
  if (addresses.length === 0 || addresses.length > MAX_ADDRESSES) {
    return [{ field: 'allowed addresses', problem: `must be 1 to ${MAX_ADDRESSES} addresses` }];
  }
  return addresses
    .filter((address) => !isAddressBlock(address))
    .map((address) => ({
      field: 'allowed addresses',
      problem: `must be IP addresses or CIDR blocks such as 203.0.113.0/24, which ${JSON.stringify(address)} is not`,
    }));
}

const onlyOf = (owner: ApiKeyKind, kind: ApiKeyKind, field: string, value: unknown): FieldProblem[] =>
  value === undefined || value === null || kind === owner ? [] : [{ field, problem: `is for ${owner} keys only` }];
