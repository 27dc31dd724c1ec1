import type { WebhookEvent } from '@plat/contracts';

/** Something that happened and that a URL is to be told of. */
export interface WebhookNews {
  event: WebhookEvent;
  /** The search or deal that it is about. */
  subject: { searchId: string } | { dealId: string };
  companyId: string;
  keyId: string;
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
