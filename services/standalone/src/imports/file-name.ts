import { validationError } from '@plat/kit';

const MAX_CHARACTERS = 100;
const READABLE = /\.(?:csv|tsv|psv|txt|xlsx|parquet|zip)(?:\.gz)?$/i;

/**
 * The name of an uploaded file, safe as the name of a file and as a text: letters, digits, dots, blanks and dashes.
 * @throws AppError VALIDATION_ERROR for an ending that no import reads.
 */
export function safeFileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const name = last
    .replaceAll(/[^\p{L}\p{N} ._-]/gu, '_')
    .replace(/^[. ]+/, '')
    .slice(-MAX_CHARACTERS);
  if (READABLE.test(name) && !name.startsWith('.')) return name;
  throw validationError([
    { field: 'name', problem: 'must end with .csv, .tsv, .psv, .txt, .xlsx, .parquet or .zip, or one of them and .gz' },
  ]);
}
