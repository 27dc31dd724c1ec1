import type {
  Allowance,
  AllowanceName,
  CommitAnswer,
  ReservationAnswer,
  UsageRequest,
  UsageReservation,
  UsageSubject,
} from '@plat/contracts';
import type { Clock } from '@plat/kit';
import type { AllowanceId, Counter } from './allowance.ts';
import type { CallerFacts } from './standing.ts';
import type { ReportColumn, UsageReportRow } from './usage-report-row.ts';

/** A success to count. */
export interface UsageCommit {
  reservationId: string;
  /** True if a contact lookup ran. */
  skiptraced: boolean;
  /** Epoch milliseconds after which nothing is counted; later commits return `unknown`. */
  notAfterMs?: number | undefined;
}

export interface ReleaseAnswer {
  released: boolean;
  /** null for an unknown id. */
  allowance: Allowance | null;
}

/** A search in the companion application, counted once per id. */
export interface ApplicationSearch extends AllowanceId {
  /** Ledger id of the event; stable per search. */
  eventId: string;
  thing: UsageSubject;
  skiptraced: boolean;
  /** Epoch milliseconds. */
  searchedAtMs: number;
}

/** A derived figure that differs from the ledger and the open reservations. */
export interface UsageDifference extends AllowanceId {
  figure: 'used' | 'reserved';
  is: number;
  shouldBe: number;
}

export interface UsageVerification {
  /** Number of ledger rows, open reservations and counters compared. */
  events: number;
  reservations: number;
  counters: number;
  differences: UsageDifference[];
  /** Open reservations that the ledger has already counted. */
  countedButOpen: string[];
}

/** All keys of a company, or one key. */
export type KeysOf = { companyId: string } | { keyId: string };

/**
 * The usage ledger. `nowMs` (epoch milliseconds) selects the month and decides which holds have expired. Every
 * change is one transaction; answers are in request order.
 */
export interface UsageStore {
  reserve(reservations: readonly UsageReservation[], nowMs: number): Promise<ReservationAnswer[]>;
  /** Durable when it returns. */
  commit(commits: readonly UsageCommit[], nowMs: number): Promise<CommitAnswer[]>;
  release(reservationIds: readonly string[]): Promise<ReleaseAnswer[]>;
  preview(request: UsageRequest, nowMs: number): Promise<ReservationAnswer & { counted_before: boolean }>;
  /** Returns null for an unknown company. */
  recordApplicationSearch(search: ApplicationSearch): Promise<{ counted: boolean } | null>;
  /** Facts that decide each allowance of a key; empty for an unknown key. */
  callers(keyId: string, userId: string | null): Promise<ReadonlyMap<AllowanceName, CallerFacts>>;
  /** Counters of an owner in a month, without expired holds. */
  counters(ownerId: string, month: string, nowMs: number): Promise<Map<AllowanceName, Counter>>;
  /**
   * Sums by endpoint over end users and legacy keys, which have counters of their own. Excludes the shared pool of
   * subscriber keys and test keys.
   */
  countersOfKeys(of: KeysOf, month: string, nowMs: number): Promise<Map<AllowanceName, Counter>>;
  /**
   * Calls of a month grouped and sorted by the requested columns, without test keys.
   * @param month first day of the month.
   * @param companyId null: all companies.
   */
  report(
    month: string,
    columns: readonly ReportColumn[],
    companyId: string | null,
  ): Promise<Array<Omit<UsageReportRow, 'month'>>>;
  /** Releases a bounded number of expired holds. @returns how many. */
  dropLapsed(nowMs: number): Promise<number>;
  /** Compares all derived figures with the ledger in one snapshot. */
  verify(): Promise<UsageVerification>;
  /** Rebuilds the counters while holding off other changes. @returns the differences it corrected. */
  rebuild(): Promise<UsageDifference[]>;
}

/** Dependencies of the usage operations. */
export interface UsageDeps {
  ledger: UsageStore;
  clock: Clock;
}
