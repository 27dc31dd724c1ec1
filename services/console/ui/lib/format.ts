const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const shortDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const decimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** Shown where the records tell nothing. */
export const UNKNOWN = '–';

type Maybe<Value> = Value | null | undefined;

const shown = <Value>(value: Maybe<Value>, format: (value: Value) => string): string =>
  value === null || value === undefined ? UNKNOWN : format(value);

/** `$271,000` */
export const asDollars = (value: Maybe<number>): string => shown(value, (known) => dollars.format(known));
/** `$271K` */
export const asShortDollars = (value: Maybe<number>): string => shown(value, (known) => shortDollars.format(known));
/** `12,480` */
export const asCount = (value: Maybe<number>): string => shown(value, (known) => whole.format(known));
/** At most two decimals. */
export const asNumber = (value: Maybe<number>): string => shown(value, (known) => decimal.format(known));
/** @param share 0 to 1 */
export const asPercent = (share: Maybe<number>): string => shown(share, (known) => `${whole.format(known * 100)}%`);
/** @param date `YYYY-MM-DD` */
export const asDay = (date: Maybe<string>): string =>
  shown(date, (known) => day.format(new Date(`${known.slice(0, 10)}T00:00:00Z`)));
/** @param date `YYYY-MM-DD` or `YYYY-MM` */
export const asMonth = (date: Maybe<string>): string =>
  shown(date, (known) => month.format(new Date(`${known.slice(0, 7)}-01T00:00:00Z`)));
/** Local date and time of an ISO 8601 instant. */
export const asMoment = (instant: Maybe<string>): string => shown(instant, (known) => moment.format(new Date(known)));
/** `(602) 555-0142` */
export const asPhone = (phone: Maybe<number>): string =>
  shown(phone, (known) => String(known).replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3'));
/** `1 buyer`, `2 buyers` */
export const asPlural = (count: number, one: string, many = `${one}s`): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`;

const KEPT_UPPER = /^(LLC|LP|LLP|LLLP|INC|CO|II|III|IV|USA|US|REI|NA|PLLC|LTD|[A-Z]{1,2}\d+|[B-DF-HJ-NP-TV-XZ]{2,3})$/;

/** Recorded names are in capitals; shows them as a person writes them. */
export const asName = (recorded: Maybe<string>): string =>
  shown(recorded?.replace(/\bLIMITED LIABILITY COMPANY\b/, 'LLC'), (known) =>
    known === known.toUpperCase()
      ? known.replace(/[A-Z0-9']+/g, (word) =>
          KEPT_UPPER.test(word) ? word : word.charAt(0) + word.slice(1).toLowerCase(),
        )
      : known,
  );
