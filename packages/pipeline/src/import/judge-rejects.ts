import { MarketError } from '@plat/dataset';
import type { FileCount, MappedImport } from './map-import.ts';

export interface RejectLimits {
  /** A file with a larger share of bad rows fails the import. */
  maxRejectedShare: number;
  /** True if a do-not-contact list may lose rows within that share; otherwise it may lose none. */
  acceptRejected: boolean;
}

/** Maximum number of reasons listed for one file. */
const MAX_REASONS = 10;

/**
 * Judges each file of an import separately, so that a large good file does not hide a bad one.
 * @param rejectFile the kept list of rejected rows.
 * @throws MarketError that names every file with too many bad rows, with its reasons.
 */
export function judgeRejects(
  { files, fileRejects }: Pick<MappedImport, 'files' | 'fileRejects'>,
  { maxRejectedShare, acceptRejected }: RejectLimits,
  rejectFile: string | null,
): void {
  const reasonsOf = new Map(fileRejects.map(({ path, reasons }) => [path, reasons]));
  const refused = [...Map.groupBy(files, ({ path }) => path)].flatMap(([path, counts]) => {
    const read = sum(counts, 'read');
    const rejected = sum(counts, 'rejected');
    const isList = !acceptRejected && counts.some(({ kind, rejected: bad }) => kind === 'suppressions' && bad > 0);
    if (!isList && rejected <= read * maxRejectedShare) return [];
    const reasons = (reasonsOf.get(path) ?? []).map(({ reason, count }) => `${reason} (${count})`);
    const more = reasons.length - MAX_REASONS;
    const listed = [...reasons.slice(0, MAX_REASONS), ...(more > 0 ? [`${more} more reasons`] : [])].join(', ');
    const tolerated = isList
      ? 'a do-not-contact list may lose no row'
      : `more than the tolerated ${percent(maxRejectedShare)}`;
    const text = `${path}: ${rejected} of ${read} rows (${percent(rejected / read, 1)}) are bad, ${tolerated}: ${listed}.`;
    return [{ text, isList }];
  });
  if (refused.length === 0) return;
  const advice = [
    rejectFile === null ? 'The report counts them.' : `Every bad row is listed in ${rejectFile} with its line.`,
    'Correct the files or the mapping and import again.',
    ...(refused.some(({ isList }) => !isList) ? ['--max-rejected tolerates a larger share.'] : []),
    ...(refused.some(({ isList }) => isList)
      ? ['--accept-rejected imports a list without its bad rows; the people in them stay contactable.']
      : []),
  ];
  throw new MarketError(
    `Nothing was imported, because too many rows are bad. ${refused.map(({ text }) => text).join(' ')}`,
    advice.join(' '),
  );
}

const sum = (counts: readonly FileCount[], column: 'read' | 'rejected'): number =>
  counts.reduce((total, count) => total + count[column], 0);

const percent = (share: number, digits?: number): string => {
  const value = 100 * share;
  return `${digits === undefined ? Number(value.toFixed(2)) : value.toFixed(digits)} %`;
};
