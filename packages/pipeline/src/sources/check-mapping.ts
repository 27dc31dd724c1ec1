import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value';
import { CANONICAL_FILES, type CanonicalColumn, type CanonicalKind } from '../canonical/canonical.ts';
import { describeError, expressionMistakes } from './expression-mistakes.ts';
import { importColumns, SourceMapping } from './mapping.ts';
import { contentMistakes, inputMistakes, unusableValues } from './mapping-mistakes.ts';

/** Maximum number of mistakes in one message. */
const MAX_TOLD = 20;

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

/**
 * Checks a parsed mapping file.
 * @param origin name of the mapping in messages, such as its path.
 * @throws MappingError with the JSON path of each mistake.
 */
export function checkMapping(value: unknown, origin: string): SourceMapping {
  const unusable = unusableValues(value);
  if (unusable.length > 0) throw new MappingError(origin, unusable.slice(0, MAX_TOLD));
  const shape = [...Value.Errors(SourceMapping, value)].flatMap(shapeMistakes);
  if (shape.length > 0) throw new MappingError(origin, [...new Set(shape)].slice(0, MAX_TOLD));
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
  mistakes.push(...inputMistakes(mapping), ...contentMistakes(mapping));
  if (mistakes.length > 0) throw new MappingError(origin, mistakes.slice(0, MAX_TOLD));
  return mapping;
}

/** Sets of columns of which a kind needs one. */
const ALTERNATIVES: Readonly<Partial<Record<CanonicalKind, readonly (readonly string[])[]>>> = {
  properties: [['address'], ['latitude', 'longitude']],
  suppressions: [['value'], ['first_name', 'last_name']],
};

/** The missing columns that rows of a kind need, each as words for a message. */
export function missingColumns(kind: CanonicalKind, has: (column: string) => boolean): string[] {
  const required = Object.entries<CanonicalColumn>(CANONICAL_FILES[kind])
    .filter(([name, column]) => column.required === true && !has(name))
    .map(([name]) => `"${name}"`);
  const alternatives = ALTERNATIVES[kind] ?? [];
  if (alternatives.length === 0 || alternatives.some((columns) => columns.every(has))) return required;
  const choices = alternatives.map((columns) => columns.map((column) => `"${column}"`).join(' and '));
  return [...required, choices.join(', or ')];
}

function shapeMistakes(error: ValueError): string[] {
  const { type, path } = error;
  if (type === ValueErrorType.Union && /\/columns\//.test(path)) return expressionMistakes(error.value, path);
  if (type === ValueErrorType.Union && path.endsWith('/kind'))
    return [`${path}: must be one of ${Object.keys(CANONICAL_FILES).join(', ')}`];
  return [describeError(error)];
}
