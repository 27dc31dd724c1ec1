import type { AllowanceName, KeyKind } from '@plat/contracts';
import { endUserLimit, legacyLimit, type OwnLimit, type PlanLimitSums, subscriberLimit } from './limits.ts';

/** Everything that decides which allowance a caller uses, and its size. */
export interface CallerFacts {
  keyId: string;
  kind: KeyKind;
  companyId: string;
  /** False if the key or its company was revoked or deactivated. */
  isActive: boolean;
  isTest: boolean;
  /** Legacy keys only. */
  monthlyLimit: number | null;
  /** The company's own limits for the endpoint. */
  ownLimit: OwnLimit;
  /** The end user that an enterprise key named; null if unknown. */
  endUser: {
    id: string;
    isActive: boolean;
    /** Sum over the active subscriptions. */
    planLimits: PlanLimitSums;
  } | null;
}

/** A caller's allowance for one endpoint. */
export type Standing =
  | { refused: 'key_inactive' | 'user_inactive' | 'not_covered' }
  | {
      refused: null;
      ownerId: string;
      /** Per month; null: never counted. */
      limit: number | null;
      /** True if a property or location counts only once: for subscriber keys (docs/rules/limits.md). */
      countsOnce: boolean;
    };

/** @param caller undefined for an unknown key. */
export function standingOf(caller: CallerFacts | undefined, endpoint: AllowanceName): Standing {
  if (caller === undefined || !caller.isActive) return { refused: 'key_inactive' };
  if (caller.kind === 'enterprise' && caller.endUser?.isActive !== true) return { refused: 'user_inactive' };
  const ownerId = ownerOf(caller);
  if (caller.isTest) return { refused: null, ownerId, limit: null, countsOnce: false };
  const limit = limitOf(caller, endpoint);
  if (limit === null) return { refused: 'not_covered' };
  return { refused: null, ownerId, limit, countsOnce: caller.kind === 'subscriber' };
}

/** Owner of a caller's allowances: the company, the end user, or the key. */
export function ownerOf(caller: CallerFacts): string {
  if (caller.kind === 'subscriber') return caller.companyId;
  return caller.kind === 'enterprise' && caller.endUser !== null ? caller.endUser.id : caller.keyId;
}

/** The caller's current monthly limit, even if it may not call; null if the endpoint is not covered or never counts. */
export function limitOf(caller: CallerFacts, endpoint: AllowanceName): number | null {
  if (caller.isTest) return null;
  if (caller.kind === 'legacy_search') return legacyLimit(endpoint, caller.monthlyLimit);
  if (caller.kind === 'enterprise') return endUserLimit(endpoint, caller.endUser?.planLimits ?? null);
  return subscriberLimit(endpoint, caller.ownLimit);
}
