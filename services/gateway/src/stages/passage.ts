import type {
  Allowance,
  AnyEndpoint,
  CheckSettings,
  CommitAnswer,
  ReservationAnswer,
  UsageReservation,
  VerifiedKey,
} from '@plat/contracts';
import type { Clock, Exchange, InternalTokens, JsonObjectText, Principal, ServiceClient, Transport } from '@plat/kit';
import type { MinuteDecision } from '@plat/limits';
import type { IgnoredField } from '../domain/ignored-fields.ts';
import type { KeyDirectory } from '../domain/key-directory.ts';
import type { UsageLedger } from '../domain/usage-ledger.ts';
import type { Edge } from './edge.ts';

/** On whose behalf the gateway asks what is not a caller's own question. */
export const GATEWAY: Principal = {
  keyId: 'gateway',
  keyKind: 'service',
  companyId: 'plat',
  userId: null,
  realm: 'live',
};

/** One request on its way through the stages, and what they have learnt of it so far. */
export interface Passage {
  readonly exchange: Exchange;
  readonly endpoint: AnyEndpoint;
  /** Absolute, in epoch milliseconds. */
  readonly deadlineMs: number;
  /** Aborts at the deadline and when the caller goes away. */
  signal: AbortSignal;
  /** Trimmed `x-user-id`; null when missing or empty (decision 62). */
  readonly userId: string | null;
  key?: VerifiedKey;
  minute?: MinuteDecision;
  body?: JsonObjectText;
  /** Where parameters may come in other places too, all of them; else the query is the request's own. */
  query?: Record<string, string>;
  /** Fields of the input that the endpoint does not know. */
  ignored?: readonly IgnoredField[];
  /** The id that the first answer is kept under; it doubles as the reservation's, so that a rerun counts once. */
  idempotentRequestId?: string;
  /** What is held of the monthly allowance, from when it is asked for until it is settled. */
  hold?: { id: string; reservation: UsageReservation; answered: Promise<ReservationAnswer> };
  /** The monthly allowance as last heard of. */
  allowance?: Allowance;
  /** How many results the service says that it found, where that matters for the count. */
  resultCount?: number;
  /** Whether the service says that it looked contacts up. */
  skiptraced?: boolean;
  /** What the ledger said to the reservation; `failed` when it said nothing. */
  quota?: ReservationAnswer['outcome'] | 'failed';
  /** What became of what was held; `handed_on` when the service that does the work settles it. */
  settled?: CommitAnswer['outcome'] | 'released' | 'unconfirmed' | 'handed_on';
  /** What there was under the request's idempotency key. */
  idempotent?: 'begun' | 'replayed' | 'in_flight' | 'mismatch';
  /** A commit was sent, and whether it counted is not known. */
  unconfirmed?: boolean;
}

/** What stages share beyond one request. */
export interface StageTools {
  directory: KeyDirectory;
  edge: Edge;
  ledger: UsageLedger;
  client: ServiceClient;
  tokens: InternalTokens;
  transport: Transport;
  clock: Clock;
  checkSettings: CheckSettings;
}

/** A check in the order of the list in `index.ts`: it refuses by throwing, or answers, or lets the request pass. */
export type Stage = (passage: Passage, tools: StageTools) => Promise<Response | undefined> | Response | undefined;

/** The key that `keyKnown` found; stages after it rely on it. */
export function verifiedKey({ key }: Passage): VerifiedKey {
  if (key === undefined) throw new Error('a stage that needs the key ran before the key was verified');
  return key;
}

/** Whether the call is made for an end user, whom the caller names. */
export const namesUser = (passage: Passage): boolean =>
  verifiedKey(passage).key_kind === 'enterprise' && passage.endpoint.policy.missingUserStatus !== null;

/** On whose behalf the services work; an end user is named only where it was checked. */
export function principalOf(passage: Passage): Principal {
  if (passage.endpoint.policy.missingKeyStatus === null) return GATEWAY;
  const { key_id, key_kind, company_id, is_test } = verifiedKey(passage);
  return {
    keyId: key_id,
    keyKind: key_kind,
    companyId: company_id,
    userId: namesUser(passage) ? passage.userId : null,
    realm: is_test ? 'sample' : 'live',
  };
}
