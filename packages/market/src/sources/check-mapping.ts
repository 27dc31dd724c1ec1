import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value';
import { CANONICAL_FILES, type CanonicalColumn, type CanonicalKind } from '../canonical.ts';
import { importColumns, SourceMapping } from './mapping.ts';

/** A mapping that cannot be used; the message names every mistake with its JSON path. */
export class MappingError extends Error {
  override name = 'MappingError';
  constructor(
    readonly origin: string,
    readonly mistakes: readonly string[],
  ) {
    super(`${origin} is not a usable mapping:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`);
  }
}

const EXPRESSION_HELP =
  'is not a column expression: a header text, or one of {column}, {constant}, {firstOf}, {concat, separator}, {ownerName}, {streetLine}, ' +
  '{cityStateOf, part}, {scale, by}, {sum}, {difference}, {extract, pattern, group}, {codes, as, otherwise}, {without, values}';

/**
 * Checks a parsed mapping file.
 * @param origin how to call it in messages, for example its path
 * @throws MappingError naming the JSON path of each mistake
 */
export function checkMapping(value: unknown, origin: string): SourceMapping {
  const shape = [...Value.Errors(SourceMapping, value)].map(describeError);
  if (shape.length > 0) throw new MappingError(origin, [...new Set(shape)].slice(0, 20));
  const mapping = value as SourceMapping;
  const mistakes = mapping.inputs.flatMap((input, i) =>
    input.produces.flatMap((produced, j) => {
      const path = `/inputs/${i}/produces/${j}`;
      const known = importColumns(produced.kind);
      const unknown = Object.keys(produced.columns)
        .filter((column) => !known.includes(column))
        .map((column) => `${path}/columns/${column}: ${produced.kind} have no such column (${known.join(', ')})`);
      const missing = missingColumns(produced.kind, (column) => Object.hasOwn(produced.columns, column)).map(
        (columns) => `${path}/columns: ${produced.kind} need ${columns}`,
      );
      const bound = (produced.onlyWith ?? [])
        .filter((column) => !Object.hasOwn(produced.columns, column))
        .map((column) => `${path}/onlyWith: "${column}" is not among the columns mapped there`);
      return [...unknown, ...missing, ...bound];
    }),
  );
  mistakes.push(...patternMistakes(mapping));
  if (mistakes.length > 0) throw new MappingError(origin, mistakes);
  return mapping;
}

/** Sets of columns of which a kind needs one. */
const ALTERNATIVES: Readonly<Partial<Record<CanonicalKind, readonly (readonly string[])[]>>> = {
  properties: [['address'], ['latitude', 'longitude']],
  suppressions: [['value'], ['first_name', 'last_name']],
};

/** The columns that rows of a kind need and do not have, each as words for a message. */
export function missingColumns(kind: CanonicalKind, has: (column: string) => boolean): string[] {
  const required = Object.entries<CanonicalColumn>(CANONICAL_FILES[kind])
    .filter(([name, column]) => column.required === true && !has(name))
    .map(([name]) => `"${name}"`);
  const alternatives = ALTERNATIVES[kind] ?? [];
  if (alternatives.length === 0 || alternatives.some((columns) => columns.every(has))) return required;
  const choices = alternatives.map((columns) => columns.map((column) => `"${column}"`).join(' and '));
  return [...required, choices.join(', or ')];
}

/** Patterns run in DuckDB as RE2; what JavaScript cannot read or RE2 does not know is told here. */
function patternMistakes(mapping: SourceMapping): string[] {
  const mistakes: string[] = [];
  walk(mapping.inputs, '/inputs', (path, pattern) => {
    try {
      new RegExp(pattern.replace(/^\(\?i\)/, ''));
    } catch (error) {
      mistakes.push(`${path}: ${error instanceof Error ? error.message : 'not a regular expression'}`);
    }
    if (/\(\?[=!<](?!P)|\\[1-9]/.test(pattern))
      mistakes.push(`${path}: look-around and back references are not available`);
  });
  return mistakes;
}

function walk(value: unknown, path: string, onPattern: (path: string, pattern: string) => void): void {
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      walk(item, `${path}/${index}`, onPattern);
    });
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (key === 'pattern' && typeof item === 'string' && Object.hasOwn(value, 'extract'))
        onPattern(`${path}/${key}`, item);
      else walk(item, `${path}/${key}`, onPattern);
    }
  }
}

function describeError(error: ValueError): string {
  const path = error.path === '' ? '/' : error.path;
  if (error.type === ValueErrorType.Union && /\/columns\//.test(path)) return `${path}: ${EXPRESSION_HELP}`;
  if (error.type === ValueErrorType.Union && path.endsWith('/kind'))
    return `${path}: must be one of ${Object.keys(CANONICAL_FILES).join(', ')}`;
  if (error.type === ValueErrorType.ObjectAdditionalProperties) return `${path}: is not a known key`;
  if (error.type === ValueErrorType.ObjectRequiredProperty) return `${path}: is missing`;
  return `${path}: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`;
}
