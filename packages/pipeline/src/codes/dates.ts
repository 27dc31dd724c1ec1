import { DAY_MS } from '@plat/kit/clock';
/** The content of a date cell. `unknown` is a placeholder for no date. */
export type DateReading =
  | { status: 'date'; date: string }
  | { status: 'unknown' }
  | { status: 'future' }
  | { status: 'unreadable' };

const UNKNOWN_DATES: ReadonlySet<string> = new Set([
  '0001-01-01',
  '1700-01-01',
  '1753-01-01',
  '1800-01-01',
  '1899-12-30',
  '1899-12-31',
  '1900-01-01',
  '1901-01-01',
  '9999-12-31',
]);
const EARLIEST_YEAR = 1600;
/** Day 0 of Excel's serial dates, after its leap-year bug of 1900. */
const EXCEL_EPOCH_MS = Date.UTC(1899, 11, 30);
const EXCEL_SERIAL = /^(\d{5})(?:\.\d+)?$/;
const TIME = String.raw`(?:[T\s]+\d{1,2}:\d{2}.*)?`;
const ISO = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}$`, 'i');
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:\.0+)?$/;
const MONTH_FIRST = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})${TIME}$`, 'i');
const DAY_MONTH_NAME = new RegExp(String.raw`^(\d{1,2})[-\s]([A-Z]{3})[A-Z]*[-\s,]+(\d{4}|\d{2})${TIME}$`, 'i');
const MONTH_NAME_DAY = new RegExp(String.raw`^([A-Z]{3})[A-Z]*\.?\s+(\d{1,2}),?\s+(\d{4})${TIME}$`, 'i');
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/**
 * Reads a date in the spellings of public records: ISO, M/D/YYYY, M/D/YY, YYYYMMDD, 5-JAN-2020, January 5, 2020,
 * Excel serials, each with or without a time of day. Placeholders such as 1/1/1900 and 00000000 are `unknown`.
 * @param latest YYYY-MM-DD; a later date is `future`. A two-digit year is of the last century if it would be
 *   later.
 */
export function readDate(text: string, latest: string): DateReading {
  const trimmed = text.trim();
  if (/^[0\-/.:\sT]*$/.test(trimmed)) return { status: 'unknown' };
  const parts = splitDate(trimmed, latest);
  if (parts === null) return { status: 'unreadable' };
  const date = isoDate(...parts);
  if (date === null) return { status: 'unreadable' };
  if (UNKNOWN_DATES.has(date)) return { status: 'unknown' };
  if (date > latest) return { status: 'future' };
  return { status: 'date', date };
}

function splitDate(text: string, latest: string): [year: number, month: number, day: number] | null {
  const iso = ISO.exec(text) ?? COMPACT.exec(text);
  if (iso) return [Number(iso[1]), Number(iso[2]), Number(iso[3])];
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst) return withYear(monthFirst[3]!, Number(monthFirst[1]), Number(monthFirst[2]), latest);
  const dayFirst = DAY_MONTH_NAME.exec(text);
  if (dayFirst) return withYear(dayFirst[3]!, monthNumber(dayFirst[2]!), Number(dayFirst[1]), latest);
  const named = MONTH_NAME_DAY.exec(text);
  if (named) return [Number(named[3]), monthNumber(named[1]!), Number(named[2])];
  const serial = EXCEL_SERIAL.exec(text);
  if (serial) {
    const day = new Date(EXCEL_EPOCH_MS + Number(serial[1]) * DAY_MS);
    return [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()];
  }
  return null;
}

const monthNumber = (name: string): number => MONTHS.indexOf(name.toUpperCase()) + 1;

function withYear(year: string, month: number, day: number, latest: string): [number, number, number] {
  if (year.length === 4) return [Number(year), month, day];
  const century = Math.floor(Number(latest.slice(0, 4)) / 100) * 100;
  const thisCentury = isoDate(century + Number(year), month, day);
  const isLater = thisCentury !== null && thisCentury > latest;
  return [century + Number(year) - (isLater ? 100 : 0), month, day];
}

function isoDate(year: number, month: number, day: number): string | null {
  if (month < 1 || month > 12 || day < 1 || (year < EARLIEST_YEAR && year !== 1)) return null;
  const lastDay = new Date(Date.UTC(2000, month, 0)).getUTCDate();
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (day > (month === 2 && !isLeap ? 28 : lastDay)) return null;
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
