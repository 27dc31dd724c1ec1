import type { AllowanceName, KeyKind } from '@plat/contracts';
import { endUserLimit, legacyLimit, type OwnLimit, type PlanLimitSums, subscriberLimit } from './limits.ts';

/** All that decides whose allowance of an endpoint a caller draws on, and how much of it there is. */
export interface CallerFacts {
  keyId: string;
  kind: KeyKind;
  companyId: string;
  /** Neither the key was revoked or deactivated, nor its company. */
  isActive: boolean;
  isTest: boolean;
  /** Of a key of the earlier API. */
  monthlyLimit: number | null;
  /** What the company has of its own for the endpoint. */
  ownLimit: OwnLimit;
  /** The end user that an enterprise key named; null when there is none of that id. */
  endUser: {
    id: string;
    isActive: boolean;
    /** Limits of the active subscriptions, added up. */
    planLimits: PlanLimitSums;
  } | null;
}

/** Where a caller stands with one endpoint. */
export type Standing =
  | { refused: 'key_inactive' | 'user_inactive' | 'not_covered' }
  | {
      refused: null;
      ownerId: string;
      /** Per month; null: never counted. */
      limit: number | null;
      /** Whether the same property or location is counted once only: for subscriber keys (decision 70). */
      countsOnce: boolean;
    };

/** @param caller undefined when there is no such key. */
export function standingOf(caller: CallerFacts | undefined, endpoint: AllowanceName): Standing {
  if (caller === undefined || !caller.isActive) return { refused: 'key_inactive' };
  if (caller.kind === 'enterprise' && caller.endUser?.isActive !== true) return { refused: 'user_inactive' };
  const ownerId = ownerOf(caller);
  if (caller.isTest) return { refused: null, ownerId, limit: null, countsOnce: false };
  const limit = limitOf(caller, endpoint);
  if (limit === null) return { refused: 'not_covered' };
  return { refused: null, ownerId, limit, countsOnce: caller.kind === 'subscriber' };
}

/** Whose allowances a caller draws on: of the company, of the end user, or of the key itself. */
export function ownerOf(caller: CallerFacts): string {
  if (caller.kind === 'subscriber') return caller.companyId;
  return caller.kind === 'enterprise' && caller.endUser !== null ? caller.endUser.id : caller.keyId;
}

/**
 * The monthly limit that applies to a caller now, whether or not it may call; null where the endpoint is not covered or
 * nothing is ever counted.
 */
export function limitOf(caller: CallerFacts, endpoint: AllowanceName): number | null {
  if (caller.isTest) return null;
  if (caller.kind === 'legacy_search') return legacyLimit(endpoint, caller.monthlyLimit);
  if (caller.kind === 'enterprise') return endUserLimit(endpoint, caller.endUser?.planLimits ?? null);
  return subscriberLimit(endpoint, caller.ownLimit);
}
