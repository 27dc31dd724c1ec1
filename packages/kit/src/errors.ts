import { ERROR_CODES, type ErrorCode, type FieldProblem } from '@plat/contracts';

/** Limits whose error code is shared with other refusals. The list is fixed because the names are metric labels. */
export type LimitName = 'body_bytes' | 'body_time' | 'running_triggers';

export interface AppErrorDetails {
  /** Overrides the code's usual status, for endpoints that document another one. */
  status?: number;
  fields?: readonly FieldProblem[];
  /** `reason` of a 429. */
  reason?: string;
  headers?: Readonly<Record<string, string>>;
  /** The limit that refused the request, for metrics only. */
  limit?: LimitName;
  /** For the log only; never sent to the caller. */
  cause?: unknown;
}

/** An error whose message, code and status are meant for the caller. Any other error becomes a plain 500. */
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

  /** The documented error body. */
  toBody(): { error: string; code: ErrorCode; reason?: string; fields?: FieldProblem[] } {
    return {
      error: this.message,
      code: this.code,
      ...(this.reason === undefined ? {} : { reason: this.reason }),
      ...(this.fields === undefined ? {} : { fields: [...this.fields] }),
    };
  }
}
