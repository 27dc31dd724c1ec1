import { ERROR_CODES, type ErrorCode, type FieldProblem } from '@plat/contracts';

/** Limits that refuse with a code which others refuse with too; a fixed list, for these are labels of a metric. */
export type LimitName = 'body_bytes' | 'body_time' | 'running_triggers';

export interface AppErrorDetails {
  /** Overrides the code's usual status, for endpoints that document another one. */
  status?: number;
  fields?: readonly FieldProblem[];
  /** `reason` of a 429 (doc 1 section 7). */
  reason?: string;
  headers?: Readonly<Record<string, string>>;
  /** Which limit refused, for the metrics only. */
  limit?: LimitName;
  /** For the log only; never reaches the caller. */
  cause?: unknown;
}

/** An error whose message, code and status are meant for the caller. Anything else becomes a bare 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: readonly FieldProblem[] | undefined;
  readonly reason: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly limit: LimitName | undefined;

  constructor(code: ErrorCode, message: string, details: AppErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = details.status ?? ERROR_CODES[code];
    this.fields = details.fields;
    this.reason = details.reason;
    this.headers = details.headers ?? {};
    this.limit = details.limit;
  }

  /** The documented error body (doc 1 section 7). */
  toBody(): { error: string; code: ErrorCode; reason?: string; fields?: FieldProblem[] } {
    return {
      error: this.message,
      code: this.code,
      ...(this.reason === undefined ? {} : { reason: this.reason }),
      ...(this.fields === undefined ? {} : { fields: [...this.fields] }),
    };
  }
}
