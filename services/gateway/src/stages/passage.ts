import type { AnyEndpoint, VerifiedKey } from '@plat/contracts';
import type { Clock, Exchange, InternalTokens, JsonObjectText, Transport } from '@plat/kit';
import type { MinuteDecision } from '@plat/limits';
import type { KeyDirectory } from '../domain/key-directory.ts';
import type { Edge } from './edge.ts';

/** One request on its way through the stages, and what they have learnt of it so far. */
export interface Passage {
  readonly exchange: Exchange;
  readonly endpoint: AnyEndpoint;
  /** Absolute, in epoch milliseconds. */
  readonly deadlineMs: number;
  /** Aborts at the deadline and when the caller goes away. */
  readonly signal: AbortSignal;
  /** Trimmed `x-api-key`; empty when missing. */
  readonly apiKey: string;
  /** Trimmed `x-user-id`; null when missing or empty (decision 62). */
  readonly userId: string | null;
  key?: VerifiedKey;
  minute?: MinuteDecision;
  body?: JsonObjectText;
}

/** What stages share beyond one request. */
export interface StageTools {
  directory: KeyDirectory;
  edge: Edge;
  tokens: InternalTokens;
  transport: Transport;
  clock: Clock;
}

/** A check in the order of the list in `index.ts`: it refuses by throwing, or answers, or lets the request pass. */
export type Stage = (passage: Passage, tools: StageTools) => Promise<Response | undefined> | Response | undefined;

/** The key that `keyKnown` found; stages after it rely on it. */
export function verifiedKey({ key }: Passage): VerifiedKey {
  if (key === undefined) throw new Error('a stage that needs the key ran before the key was verified');
  return key;
}
