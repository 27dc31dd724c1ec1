import type { TSchema } from '@sinclair/typebox';
import { TypeCompiler, type ValueError, ValueErrorType } from '@sinclair/typebox/compiler';
import type { AnyEndpoint } from './endpoint.ts';
import type { FieldProblem } from './errors.ts';

export type CheckedInput =
  | { ok: true; body: unknown; query: Record<string, string> }
  | { ok: false; problems: FieldProblem[] };

const compiled = new WeakMap<TSchema, ReturnType<typeof TypeCompiler.Compile>>();

function compile(schema: TSchema) {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const fresh = TypeCompiler.Compile(schema);
  compiled.set(schema, fresh);
  return fresh;
}

/**
 * Checks a parsed request against its endpoint: first the schema of each part, then the rules that span fields.
 * Never changes the input; unknown fields pass (they are ignored everywhere, decision 37).
 * @returns the problems in the order of the schema, one per field.
 */
export function checkInput(endpoint: AnyEndpoint, body: unknown, query: Record<string, string>): CheckedInput {
  const problems: FieldProblem[] = [];
  if (endpoint.request.body !== undefined) problems.push(...schemaProblems(endpoint.request.body, body, 'body'));
  if (endpoint.request.query !== undefined) problems.push(...schemaProblems(endpoint.request.query, query, 'query'));
  if (problems.length === 0) for (const rule of endpoint.request.rules ?? []) problems.push(...rule(body, query));
  return problems.length === 0 ? { ok: true, body, query } : { ok: false, problems };
}

function schemaProblems(schema: TSchema, value: unknown, whole: string): FieldProblem[] {
  const check = compile(schema);
  if (check.Check(value)) return [];
  const byField = new Map<string, string>();
  for (const error of check.Errors(value)) {
    const field = error.path === '' ? whole : error.path.slice(1).replaceAll('/', '.');
    if (!byField.has(field)) byField.set(field, describeProblem(error));
  }
  return [...byField].map(([field, problem]) => ({ field, problem }));
}

/** Says what a field must be, looking through "or null" to the rule that the value was meant to meet. */
function describeProblem(error: ValueError): string {
  if (error.type === ValueErrorType.ObjectRequiredProperty) return 'is required';
  if (error.type === ValueErrorType.Union) {
    const alternative = (error.schema.anyOf as TSchema[] | undefined)?.find((schema) => schema.type !== 'null');
    const inner = alternative === undefined ? undefined : [...compile(alternative).Errors(error.value)][0];
    if (inner !== undefined) return describeProblem(inner);
  }
  const { schema } = error;
  if (Array.isArray(schema.enum)) return `must be one of ${schema.enum.join(', ')}`;
  switch (error.type) {
    case ValueErrorType.StringMinLength:
      return schema.minLength === 1 ? 'must not be empty' : `must have at least ${schema.minLength} characters`;
    case ValueErrorType.StringMaxLength:
      return `must have at most ${schema.maxLength} characters`;
    case ValueErrorType.NumberMinimum:
    case ValueErrorType.IntegerMinimum:
      return `must be at least ${schema.minimum}`;
    case ValueErrorType.NumberMaximum:
    case ValueErrorType.IntegerMaximum:
      return `must be at most ${schema.maximum}`;
    case ValueErrorType.NumberExclusiveMinimum:
    case ValueErrorType.IntegerExclusiveMinimum:
      return `must be greater than ${schema.exclusiveMinimum}`;
    case ValueErrorType.Integer:
      return 'must be a whole number';
    case ValueErrorType.Number:
      return 'must be a number';
    case ValueErrorType.String:
      return 'must be a string';
    case ValueErrorType.Boolean:
      return 'must be true or false';
    case ValueErrorType.Array:
      return 'must be an array';
    case ValueErrorType.Object:
      return 'must be an object';
    default:
      return error.message.charAt(0).toLowerCase() + error.message.slice(1);
  }
}

/** The sentence of an answer to rejected input: the first field and its problem (decision 60). */
export const problemSentence = (problems: readonly FieldProblem[]): string =>
  problems.length === 0 ? 'Invalid request' : `${problems[0]?.field} ${problems[0]?.problem}`;
