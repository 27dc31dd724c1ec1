import type { TSchema } from '@sinclair/typebox';
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value';
import { ColumnExpression } from './mapping.ts';

const EXPRESSION_HELP =
  'is not a column expression: a header text, or one of {column}, {constant}, {firstOf}, {concat, separator}, {ownerName}, {streetLine}, ' +
  '{cityStateOf, part}, {scale, by}, {sum}, {difference}, {extract, pattern, group}, {codes, as, otherwise}, {without, values}';

/** The key that identifies the type of an expression object. */
const KINDS = [
  'column',
  'constant',
  'firstOf',
  'concat',
  'ownerName',
  'streetLine',
  'cityStateOf',
  'scale',
  'sum',
  'difference',
  'extract',
  'codes',
  'without',
] as const;

/** Mistakes in the form of a column expression, each with its JSON path. */
export function expressionMistakes(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path}: ${EXPRESSION_HELP}`];
  const kind = KINDS.find((key) => Object.hasOwn(value, key));
  const variants: readonly TSchema[] = ColumnExpression.anyOf;
  const variant = variants.find((schema) => kind !== undefined && Object.hasOwn(schema.properties ?? {}, kind));
  if (variant === undefined) return [`${path}: ${EXPRESSION_HELP}`];
  return [...Value.Errors(variant, [ColumnExpression], value)].flatMap((error) =>
    error.type === ValueErrorType.Union && error.path !== '/part' && error.path !== '/otherwise'
      ? expressionMistakes(error.value, `${path}${error.path}`)
      : [describeError(error, path)],
  );
}

/** A form mistake in words. */
export function describeError({ type, path, message }: ValueError, parent = ''): string {
  const place = `${parent}${path}` === '' ? '/' : `${parent}${path}`;
  if (type === ValueErrorType.ObjectAdditionalProperties) return `${place}: is not a known key`;
  if (type === ValueErrorType.ObjectRequiredProperty) return `${place}: is missing`;
  if (type === ValueErrorType.Union && path === '/part') return `${place}: must be "city" or "state"`;
  if (type === ValueErrorType.Union && path === '/otherwise') return `${place}: must be "keep" or "drop"`;
  return `${place}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}
