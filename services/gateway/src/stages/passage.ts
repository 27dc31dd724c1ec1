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
import type { MinuteDecision, MinuteLimiter } from '@plat/limits';
import type { IgnoredField } from '../domain/ignored-fields.ts';
import type { KeyDirectory } from '../domain/key-directory.ts';
import type { UsageLedger } from '../domain/usage-ledger.ts';
import type { RequestLog } from '../store/request-log.ts';
import type { Edge } from './edge.ts';

/** Principal of the gateway's own calls. */
export const GATEWAY: Principal = {
  keyId: 'gateway',
  keyKind: 'service',
  companyId: 'plat',
  userId: null,
  realm: 'live',
};

/** State of one request as it passes the stages. */
export interface Passage {
  readonly exchange: Exchange;
  readonly endpoint: AnyEndpoint;
  /** Absolute, in epoch milliseconds. */
  readonly deadlineMs: number;
  /** Aborts at the deadline or when the caller disconnects. */
  signal: AbortSignal;
  /** Trimmed `x-user-id`; null when missing or empty. */
  readonly userId: string | null;
  /** Token of the console's session, in place of a key. */
  sessionToken?: string;
  key?: VerifiedKey;
  /** True for operators, who see the records without an allowance. */
  isUncounted?: boolean;
  minute?: MinuteDecision;
  body?: JsonObjectText;
  /** Parameters gathered from several places; undefined means the request's own query. */
  query?: Record<string, string>;
  /** Input fields that the endpoint does not define. */
  ignored?: readonly IgnoredField[];
  /** The id that stores the first response and names its reservation, so that a rerun counts once. */
  idempotentRequestId?: string;
  /** The monthly reservation, from its request until it is settled. */
  hold?: { id: string; reservation: UsageReservation; answered: Promise<ReservationAnswer> };
  /** The latest known monthly allowance. */
  allowance?: Allowance;
  /** Number of results that the service reports, where the count depends on it. */
  resultCount?: number;
  /** The resolved address that the service returned with the usage subject, to send with the search. */
  searchedAddress?: string;
  /** True if the service reports a contact lookup. */
  skiptraced?: boolean;
  /** The ledger's outcome for the reservation; `failed` when it did not answer. */
  quota?: ReservationAnswer['outcome'] | 'failed';
  /** Outcome of the hold; `handed_on` when the service settles it. */
  settled?: CommitAnswer['outcome'] | 'released' | 'unconfirmed' | 'handed_on';
  /** State found under the request's idempotency key. */
  idempotent?: 'begun' | 'replayed' | 'in_flight' | 'mismatch';
  /** A commit was sent, but its result is unknown. */
  unconfirmed?: boolean;
}

/** Dependencies that all stages share. */
export interface StageTools {
  directory: KeyDirectory;
  edge: Edge;
  ledger: UsageLedger;
  client: ServiceClient;
  tokens: InternalTokens;
  transport: Transport;
  clock: Clock;
  checkSettings: CheckSettings;
  limiter: MinuteLimiter;
  /** Absent where nobody reads it. */
  requestLog?: Pick<RequestLog, 'add'>;
  /** True if a console signs people in, whose sessions are accepted in place of a key. */
  hasSessions: boolean;
}

/** One check in the order of `index.ts`. It throws to refuse, returns a response, or returns undefined to continue. */
export type Stage = (passage: Passage, tools: StageTools) => Promise<Response | undefined> | Response | undefined;

/** The key that `keyKnown` set; later stages rely on it. */
export function verifiedKey({ key }: Passage): VerifiedKey {
  if (key === undefined) throw new Error('a stage that needs the key ran before the key was verified');
  return key;
}

/** True if the call acts for an end user whom the caller names. */
export const namesUser = (passage: Passage): boolean =>
  verifiedKey(passage).key_kind === 'enterprise' && passage.endpoint.policy.missingUserStatus !== null;

/** The principal for services; it names an end user only after a check. */
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
