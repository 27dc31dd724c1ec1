import { InvalidArgumentError, Option } from 'commander';

/** `--month`, as the first day of the month. */
export const monthOption = () =>
  new Option('--month <YYYY-MM>', 'month in UTC (default: current month)').argParser(parseMonth);

/** `YYYY-MM-01` in UTC. */
export const firstOfThisMonth = (clock: { nowMs(): number }): string =>
  `${new Date(clock.nowMs()).toISOString().slice(0, 7)}-01`;

/** @returns the first day of the month. @throws InvalidArgumentError unless the text is a month. */
function parseMonth(text: string): string {
  if (/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/.test(text)) return `${text}-01`;
  throw new InvalidArgumentError('It must be a month such as 2026-01.');
}
