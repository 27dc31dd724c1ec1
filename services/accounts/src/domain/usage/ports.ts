import type {
  Allowance,
  AllowanceName,
  CommitAnswer,
  CountedThing,
  ReservationAnswer,
  UsageRequest,
  UsageReservation,
} from '@plat/contracts';
import type { Clock } from '@plat/kit';
import type { AllowanceId, Counter } from './allowance.ts';
import type { CallerFacts } from './standing.ts';
import type { ReportColumn, UsageReportRow } from './usage-report.ts';

/** A success that is to be counted. */
export interface UsageCommit {
  reservationId: string;
  /** Whether a contact lookup ran. */
  skiptraced: boolean;
  /** Epoch milliseconds from which on nothing is counted; what is not counted by then is `unknown`. */
  notAfterMs?: number | undefined;
}

export interface ReleaseAnswer {
  released: boolean;
  /** null when nothing is known under the id. */
  allowance: Allowance | null;
}

/** A search in a company's own application, ready to be counted once under its id. */
export interface ApplicationSearch extends AllowanceId {
  /** The ledger's id of the event; the same for the same search. */
  eventId: string;
  thing: CountedThing;
  skiptraced: boolean;
  /** Epoch milliseconds. */
  searchedAtMs: number;
}

/** What a derived figure is, and what the ledger and the open reservations say that it should be. */
export interface UsageDifference extends AllowanceId {
  figure: 'used' | 'reserved';
  is: number;
  shouldBe: number;
}

export interface UsageVerification {
  /** Ledger rows, open reservations and counters that were compared. */
  events: number;
  reservations: number;
  counters: number;
  differences: UsageDifference[];
  /** Reservations that are open although the ledger has counted them. */
  countedButOpen: string[];
}

/** Whose keys: all of a company, or one. */
export type KeysOf = { companyId: string } | { keyId: string };

/**
 * The usage ledger. `nowMs` (epoch milliseconds) decides the month of a reservation and what has lapsed. Every change
 * is one transaction, and answers are in the order of what was asked.
 */
export interface UsageStore {
  reserve(reservations: readonly UsageReservation[], nowMs: number): Promise<ReservationAnswer[]>;
  /** Durable when it returns. */
  commit(commits: readonly UsageCommit[], nowMs: number): Promise<CommitAnswer[]>;
  release(reservationIds: readonly string[]): Promise<ReleaseAnswer[]>;
  preview(request: UsageRequest, nowMs: number): Promise<ReservationAnswer & { counted_before: boolean }>;
  /** null: no such company. */
  recordApplicationSearch(search: ApplicationSearch): Promise<{ counted: boolean } | null>;
  /** What decides for each allowance; empty when there is no such key. */
  callers(keyId: string, userId: string | null): Promise<ReadonlyMap<AllowanceName, CallerFacts>>;
  /** Counters of an owner in a month, without holds that have lapsed. */
  counters(ownerId: string, month: string, nowMs: number): Promise<Map<AllowanceName, Counter>>;
  /**
   * Counters that end users of keys and keys of the earlier API have of their own, added up by endpoint; the pool that
   * subscriber keys share is not among them, and neither is what test keys used.
   */
  countersOfKeys(of: KeysOf, month: string, nowMs: number): Promise<Map<AllowanceName, Counter>>;
  /**
   * Calls of a month by the columns that are asked for, sorted by them, without test keys.
   * @param month first day of the month.
   * @param companyId null: of all companies.
   */
  report(
    month: string,
    columns: readonly ReportColumn[],
    companyId: string | null,
  ): Promise<Array<Omit<UsageReportRow, 'month'>>>;
  /** Gives back holds that have lapsed, a bounded number. @returns how many reservations were dropped. */
  dropLapsed(nowMs: number): Promise<number>;
  /** Compares everything that is derived with the ledger, in one snapshot. */
  verify(): Promise<UsageVerification>;
  /** Derives the counters anew while nobody else changes them. @returns what differed before. */
  rebuild(): Promise<UsageDifference[]>;
}

/** What the verbs of usage work with. */
export interface UsageDeps {
  ledger: UsageStore;
  clock: Clock;
}
