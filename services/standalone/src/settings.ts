import { dirname, resolve } from 'node:path';
import { DAY_MS, isCalendarDay } from '@plat/kit/clock';
import { InvalidArgumentError, Option } from 'commander';
import { MisuseError } from './failures.ts';

/** Options of every command on a home. */
export interface HomeOptions {
  home: string;
  json: boolean;
}

export const homeOption = () =>
  new Option('--home <folder>', 'folder with all files of this installation').env('PLAT_HOME').default('.plat');

export const jsonOption = () =>
  new Option('--json', 'print exactly one JSON document on stdout and everything else on stderr').default(false);

export const asOfOption = () =>
  new Option('--as-of <YYYY-MM-DD>', 'UTC day that every window counts back from (default: today)')
    .env('PLAT_AS_OF')
    .argParser(parseDay);

/**
 * Makes a command line path absolute, relative to the user's folder: `bun run` starts scripts in the folder of
 * package.json and keeps the user's folder in `npm_config_local_prefix`.
 */
export function userPath(path: string, env: Readonly<Record<string, string | undefined>> = process.env): string {
  const { npm_package_json: manifest, npm_config_local_prefix: userDirectory } = env;
  const isScript = manifest !== undefined && dirname(manifest) === process.cwd();
  return resolve(isScript && userDirectory !== undefined ? userDirectory : process.cwd(), path);
}

/** @throws InvalidArgumentError unless the text is a calendar day. */
export function parseDay(text: string): string {
  if (isCalendarDay(text)) return text;
  throw new InvalidArgumentError('It must be a calendar day such as 2026-01-31.');
}

/** @throws InvalidArgumentError unless the text is a whole number within the bounds. */
export const parseWhole =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };

/** @throws InvalidArgumentError unless the text is a share, such as `0.2` or `20%`. */
export function parseShare(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(%?)$/.exec(text);
  const value = match === null ? Number.NaN : Number(match[1]) / (match[2] === '%' ? 100 : 1);
  if (value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('It must be a share from 0 to 1, such as 0.2 or 20%.');
}

/** @throws InvalidArgumentError unless the text is a duration such as `90s`, `30m`, `24h` or `7d`, up to `maxMs`. */
export const parseDurationMs =
  (maxMs: number) =>
  (text: string): number => {
    const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: DAY_MS };
    const match = /^(\d{1,9})([smhd])$/.exec(text);
    const ms = match === null ? Number.NaN : Number(match[1]) * unitMs[match[2] as keyof typeof unitMs];
    if (ms <= maxMs) return ms;
    throw new InvalidArgumentError(`It must be a duration such as 90s, 30m, 24h or 7d, at most ${maxMs / unitMs.d}d.`);
  };

/** The requested changes. @throws MisuseError if there are none. */
export function requireChange<T extends object>(change: T): Partial<T> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length > 0) return given as Partial<T>;
  throw new MisuseError('There is nothing to change; see --help for the options');
}
