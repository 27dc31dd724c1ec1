import type { Point, RecordsWindow, WindowEnd } from '@plat/dataset';

/** Calendar days `YYYY-MM-DD`, both included. */
export interface DaySpan {
  from: string;
  to: string;
}

/** The window of a search; it ends on the last day of records. */
export interface DayWindow extends DaySpan {
  to: WindowEnd;
}

export interface RecordsWindows {
  /** The records window of a point. @param asOf the server's as-of day, `YYYY-MM-DD` */
  at(center: Point, asOf: string, signal: AbortSignal): Promise<RecordsWindow>;
}
