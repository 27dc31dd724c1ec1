import type { WebhookDeliveryStatus, WebhookEvent } from '@plat/contracts';
import type { DeliveryOutcome } from '@plat/egress';
import type { Lane } from './fair-shares.ts';

/** Something that happened and that a URL is to be told of. */
export interface WebhookNews {
  event: WebhookEvent;
  /** The search or deal that it is about. */
  subject: { searchId: string } | { dealId: string };
  companyId: string;
  keyId: string;
  /** End user of an enterprise key. */
  userId: string | null;
  url: string;
}

/**
 * Keeps news in the transaction of what happened, so that neither is without the other.
 * @typeParam Transaction of the store that both belong to.
 */
export interface WebhookOutbox<Transaction> {
  add(transaction: Transaction, news: WebhookNews): Promise<void>;
}

/** What is sent. */
export interface WebhookMessage {
  body: unknown;
  headers: Readonly<Record<string, string>>;
}

/**
 * Writes the message about a search or deal as it is now, contacts as the do-not-contact lists allow at this moment.
 * @returns null when it is gone.
 */
export type WebhookWriter = (subjectId: string, signal: AbortSignal) => Promise<WebhookMessage | null>;
export type WebhookWriters = Readonly<Record<WebhookEvent, WebhookWriter>>;

/** A delivery that this process has to itself for a while, to make its next attempt. */
export interface ClaimedDelivery {
  id: string;
  /** Which attempt or replay it is, counted from 1. */
  turn: number;
  event: WebhookEvent;
  subjectId: string;
  companyId: string;
  keyId: string;
  url: string;
  retries: boolean;
  /** Calls made before. */
  attempts: number;
  /** How often this attempt was begun, this time included: more than once after failures on our side. */
  starts: number;
  /** Until when it is this process's own, as the store writes it. */
  claimedUntil: string;
  /** The request that caused it; null when none is known. */
  cause: { requestId: string; traceparent?: string } | null;
}

/**
 * What became of a call; or `gone` when what it is about is no more, `unsent` when its message could not be written, and
 * `revoked` when its key may not be used any more.
 */
export type AttemptOutcome = DeliveryOutcome | 'gone' | 'unsent' | 'revoked';

export interface Attempt {
  outcome: AttemptOutcome;
  /** HTTP status of the receiver; null when there was no answer. */
  status: number | null;
  durationMs: number;
}

/** Where a delivery stands after an attempt. */
export type DeliveryStanding = { status: 'delivered' | 'failed' } | { status: 'pending'; delayMs: number };

/** One attempt at a delivery; there is nothing to do once the delivery is at a later turn. */
export interface DeliveryAttempt {
  deliveryId: string;
  turn: number;
}

/** An attempt that nobody is making. */
export interface DueDelivery extends DeliveryAttempt {
  lane: Lane;
}

/** Deliveries as those who send them see them. */
export interface DeliveryQueue {
  /** Some attempts of every lane that are due, due longest first. */
  due(): Promise<DueDelivery[]>;
  /**
   * Takes a delivery for an attempt, unless it is gone or at a later turn.
   * @returns `busy` while another process has it.
   */
  claim(attempt: DeliveryAttempt, claimMs: number): Promise<ClaimedDelivery | 'busy' | null>;
  /** Gives it back as if it had not been claimed, unless somebody else has it by now. */
  release(delivery: ClaimedDelivery): Promise<void>;
  /** Gives it back, to be claimed again later, unless somebody else has it by now. */
  postpone(delivery: ClaimedDelivery, delayMs: number): Promise<void>;
  /** Logs the attempt and, while the delivery is at that turn, moves it on. */
  finish(delivery: ClaimedDelivery, attempt: Attempt, standing: DeliveryStanding): Promise<void>;
}

/** A delivery as those see it who ask what became of it. Instants are ISO 8601 in UTC. */
export interface DeliveryRecord {
  id: string;
  event: WebhookEvent;
  url: string;
  searchId: string | null;
  dealId: string | null;
  status: WebhookDeliveryStatus;
  /** The newest, oldest of them first. */
  attempts: readonly (Attempt & { at: string })[];
  nextAttemptAt: string | null;
  createdAt: string;
}

/** Where a page of deliveries, newest first, goes on. */
export interface DeliveryPlace {
  /** ISO 8601 in UTC, microseconds. */
  createdAt: string;
  id: string;
}

export interface DeliveryLog {
  /** Newest first. `after` is where the page before ended. */
  list(
    keyId: string,
    page: { status: WebhookDeliveryStatus | null; after: DeliveryPlace | null; limit: number },
  ): Promise<{ deliveries: DeliveryRecord[]; end: DeliveryPlace | null }>;
  /**
   * Makes an attempt due now, unless one is due already. One that has ended gets a single attempt more.
   * @param keyId whose it must be; null takes anyone's.
   * @returns null when there is none.
   */
  replay(keyId: string | null, deliveryId: string): Promise<DeliveryRecord | null>;
}

export interface WebhookKeySettings {
  signingSecret: string;
  /** Those that sign now: the former one too for a while after a rotation. */
  activeSecrets: readonly string[];
  retries: boolean;
  dealUrl: string | null;
}

/** Fields that are left out stay as they are. */
export interface WebhookKeySettingsChange {
  retries?: boolean;
  dealUrl?: string | null;
  /** The one before signs too for so long. */
  rotateSecret?: { formerForMs: number };
}

/** How keys stand that webhooks are sent for. */
export interface KeyStandings {
  /** False once the key or its company was revoked or deactivated. */
  mayBeTold(keyId: string, signal: AbortSignal): Promise<boolean>;
}

export interface WebhookKeyOwner {
  keyId: string;
  companyId: string;
}

export interface WebhookSettingsStore {
  /** Made with a new signing secret when there are none yet. */
  ofKey(owner: WebhookKeyOwner): Promise<WebhookKeySettings>;
  change(owner: WebhookKeyOwner, change: WebhookKeySettingsChange): Promise<WebhookKeySettings>;
}
