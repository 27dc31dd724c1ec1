import type { WebhookDeliveryStatus, WebhookEvent } from '@plat/contracts';
import type { DeliveryOutcome } from '@plat/egress';
import type { Lane } from './fair-shares.ts';

/** A webhook event, to be queued for a URL. */
export interface NewWebhookEvent {
  event: WebhookEvent;
  /** The search or deal of the event. */
  subject: { searchId: string } | { dealId: string };
  companyId: string;
  keyId: string;
  /** End user of an enterprise key. */
  userId: string | null;
  url: string;
}

/**
 * Queues events in the transaction that causes them, so that both commit or neither does.
 * @typeParam Transaction of the shared database
 */
export interface WebhookOutbox<Transaction> {
  add(transaction: Transaction, news: NewWebhookEvent): Promise<void>;
}

/** The content of a webhook. */
export interface WebhookMessage {
  body: unknown;
  headers: Readonly<Record<string, string>>;
}

/**
 * Writes the current message about a search or deal, with today's do-not-contact lists applied.
 * @returns null when the search or deal no longer exists
 */
export type WebhookWriter = (subjectId: string, signal: AbortSignal) => Promise<WebhookMessage | null>;
export type WebhookWriters = Readonly<Record<WebhookEvent, WebhookWriter>>;

/** A delivery that this process has claimed for its next attempt. */
export interface ClaimedDelivery {
  id: string;
  /** Number of the attempt or replay, from 1. */
  attemptNumber: number;
  event: WebhookEvent;
  subjectId: string;
  companyId: string;
  keyId: string;
  url: string;
  retries: boolean;
  /** Number of earlier calls. */
  attempts: number;
  /** How often this attempt was started, including now: more than once after failures on our side. */
  starts: number;
  /** End of the claim, as the store writes it. */
  claimedUntil: string;
  /** The request that caused the event; null when unknown. */
  cause: { requestId: string; traceparent?: string } | null;
}

/**
 * Outcome of a call; `gone` when its search or deal no longer exists, `unsent` when its message could not be written,
 * `revoked` when its key is no longer valid.
 */
export type AttemptOutcome = DeliveryOutcome | 'gone' | 'unsent' | 'revoked';

export interface Attempt {
  outcome: AttemptOutcome;
  /** HTTP status of the receiver; null when there was no response. */
  status: number | null;
  durationMs: number;
}

/** State of a delivery after an attempt. */
export type DeliveryStanding = { status: 'delivered' | 'failed' } | { status: 'pending'; delayMs: number };

/** One attempt at a delivery; obsolete once the delivery is at a later attempt. */
export interface DeliveryAttempt {
  deliveryId: string;
  attemptNumber: number;
}

/** An attempt that no process is making. */
export interface DueDelivery extends DeliveryAttempt {
  lane: Lane;
}

/** Deliveries, for those who send them. */
export interface DeliveryQueue {
  /** Some due attempts of every lane, due longest first. */
  due(): Promise<DueDelivery[]>;
  /**
   * Claims a delivery for an attempt, unless it is gone or at a later attempt.
   * @returns `busy` while another process holds it
   */
  claim(attempt: DeliveryAttempt, claimMs: number): Promise<ClaimedDelivery | 'busy' | null>;
  /** Cancels a claim, unless another process holds the delivery by then. */
  release(delivery: ClaimedDelivery): Promise<void>;
  /** Releases a claim for a later attempt, unless another process holds the delivery by then. */
  postpone(delivery: ClaimedDelivery, delayMs: number): Promise<void>;
  /** Logs the attempt and updates the delivery, unless that is at a later attempt. */
  finish(delivery: ClaimedDelivery, attempt: Attempt, standing: DeliveryStanding): Promise<void>;
}

/** A delivery with its attempts. Instants are ISO 8601 in UTC. */
export interface DeliveryRecord {
  id: string;
  event: WebhookEvent;
  url: string;
  searchId: string | null;
  dealId: string | null;
  status: WebhookDeliveryStatus;
  /** The latest attempts, oldest first. */
  attempts: readonly (Attempt & { at: string })[];
  nextAttemptAt: string | null;
  createdAt: string;
}

/** The position of a delivery in the list, newest first. */
export interface DeliveryPlace {
  /** ISO 8601 in UTC, microseconds. */
  createdAt: string;
  id: string;
}

export interface DeliveryLog {
  /** Newest first. `after` is the last delivery of the page before. */
  list(
    keyId: string,
    page: { status: WebhookDeliveryStatus | null; after: DeliveryPlace | null; limit: number },
  ): Promise<{ deliveries: DeliveryRecord[]; end: DeliveryPlace | null }>;
  /**
   * Makes an attempt due now, unless one is due already. An ended delivery gets one more attempt.
   * @param keyId the owner; null for any key
   * @returns null when there is no such delivery
   */
  replay(keyId: string | null, deliveryId: string): Promise<DeliveryRecord | null>;
  /** Makes one more attempt due for each delivery of the key that has failed by now. @returns how many */
  replayFailed(keyId: string): Promise<number>;
}

export interface WebhookKeySettings {
  signingSecret: string;
  /** The secrets that sign now, including the former one for a while after a rotation. */
  activeSecrets: readonly string[];
  retries: boolean;
  dealUrl: string | null;
}

/** Missing fields stay unchanged. */
export interface WebhookKeySettingsChange {
  retries?: boolean;
  dealUrl?: string | null;
  /** How long the former secret also signs. */
  rotateSecret?: { formerForMs: number };
}

/** Whether keys may still receive webhooks. */
export interface KeyStandings {
  /** False after the key or its company was revoked or deactivated. */
  mayBeTold(keyId: string, signal: AbortSignal): Promise<boolean>;
}

export interface WebhookKeyOwner {
  keyId: string;
  companyId: string;
}

export interface WebhookSettingsStore {
  /** Creates settings with a new signing secret if there are none. */
  ofKey(owner: WebhookKeyOwner): Promise<WebhookKeySettings>;
  change(owner: WebhookKeyOwner, change: WebhookKeySettingsChange): Promise<WebhookKeySettings>;
}
