import type { ImportDetails, ImportDocument, ImportState } from '@plat/contracts/admin';
import { validationError } from '@plat/kit';
import type { JobProgress } from './import-job.ts';

/** An import as its folder keeps it. Progress is never kept, and a preview has a file of its own. */
export interface ImportRecord extends Omit<ImportDetails, 'progress' | 'preview' | 'is_file_kept'> {
  /** Name of the file in its folder; null when it was removed. */
  file: string | null;
}

/** States in which a process works on the file. */
export const BUSY: readonly ImportState[] = ['checking', 'running'];

/** The import as a list shows it. */
export const importDocument = (record: ImportRecord, progress: JobProgress | null): ImportDocument => {
  const { id, file_name, bytes, state, layout, source, rows, version, problem, file } = record;
  const { uploaded_by, uploaded_at, finished_at } = record;
  const is_file_kept = file !== null;
  return {
    id,
    file_name,
    bytes,
    state,
    layout,
    source,
    progress,
    rows,
    version,
    problem,
    is_file_kept,
    uploaded_by,
    uploaded_at,
    finished_at,
  };
};

/** Sums of the counts of each file and kind. */
export function rowsOf(counts: readonly { read: number; kept: number; rejected: number }[]): ImportRecord['rows'] {
  const sum = (column: 'read' | 'kept' | 'rejected') => counts.reduce((total, one) => total + one[column], 0);
  return { read: sum('read'), kept: sum('kept'), rejected: sum('rejected') };
}

/** @throws AppError VALIDATION_ERROR unless the import is in one of the states and has its file. */
export function requireState(record: ImportRecord, states: readonly ImportState[], what: string): void {
  if (!states.includes(record.state)) throw importProblem(`is ${record.state} and cannot be ${what} now`);
  if (record.file === null) throw importProblem(`cannot be ${what}, because its file was removed; upload it again`);
}

export const importProblem = (problem: string, field = 'import') => validationError([{ field, problem }]);
