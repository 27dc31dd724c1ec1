import type { TSchema } from '@sinclair/typebox';
import { TypeCompiler, type ValueError, ValueErrorType } from '@sinclair/typebox/compiler';
import type { AnyEndpoint } from './endpoint.ts';
import type { FieldProblem } from './errors.ts';
import { type CheckSettings, STRICT_CHECKS } from './rules/callback-url.ts';

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
 * Never changes the input. Unknown fields are ignored.
 * @param headers if given, the headers that the endpoint requires are checked too.
 * @param settings of this installation; the strictest by default.
 * @returns the problems in schema order, one per field.
 */
export function checkInput(
  endpoint: Pick<AnyEndpoint, 'request'>,
  body: unknown,
  query: Record<string, string>,
  headers?: Headers,
  settings: CheckSettings = STRICT_CHECKS,
): CheckedInput {
  const { request } = endpoint;
  const problems: FieldProblem[] = [];
  if (request.body !== undefined) problems.push(...schemaProblems(request.body, body, 'body'));
  if (request.query !== undefined) problems.push(...schemaProblems(request.query, query, 'query'));
  const alternatives = request.requiresOneOf ?? [];
  if (alternatives[0] !== undefined && alternatives.every((name) => query[name] === undefined)) {
    problems.push({ field: alternatives[0], problem: 'is required' });
  }
  for (const [name, { required }] of Object.entries(request.headers ?? {})) {
    if (headers !== undefined && required && !headers.get(name)) problems.push({ field: name, problem: 'is required' });
  }
  if (problems.length === 0) for (const rule of request.rules ?? []) problems.push(...rule(body, query, settings));
  return problems.length === 0 ? { ok: true, body, query } : { ok: false, problems };
}

function schemaProblems(schema: TSchema, value: unknown, whole: string): FieldProblem[] {
  const check = compile(schema);
  if (check.Check(value)) return [];
  const byField = new Map<string, string>();
  for (const error of check.Errors(value)) {
    const { path, problem } = describe(error);
    const field = path === '' ? whole : path.slice(1).replaceAll('/', '.');
    if (!byField.has(field)) byField.set(field, problem);
  }
  return [...byField].map(([field, problem]) => ({ field, problem }));
}

/** Path and rule of a problem. In a union with null, the rule of the other alternative. */
function describe(error: ValueError): { path: string; problem: string } {
  const alternatives: TSchema[] = error.type === ValueErrorType.Union ? error.schema.anyOf : [];
  const values = literals(alternatives);
  if (values !== undefined) return { path: error.path, problem: `must be one of ${values.join(', ')}` };
  const words = flagWords(alternatives);
  if (words !== undefined) return { path: error.path, problem: `must be ${words}` };
  const meant = alternatives.findIndex((alternative) => alternative.type !== 'null');
  const inner = meant === -1 ? undefined : error.errors[meant]?.First();
  return inner === undefined ? { path: error.path, problem: describeProblem(error) } : describe(inner);
}

/** Values of a union of literals; undefined for any other union. */
function literals(alternatives: readonly TSchema[]): unknown[] | undefined {
  const isEnum = alternatives.length > 0 && alternatives.every((alternative) => 'const' in alternative);
  return isEnum ? alternatives.map((alternative) => alternative.const) : undefined;
}

/** Allowed values of a flag that also takes words, such as `true, false or "full"`; undefined for any other union. */
function flagWords(alternatives: readonly TSchema[]): string | undefined {
  const isFlag = alternatives.some((alternative) => alternative.type === 'boolean' && !('const' in alternative));
  const words = alternatives.flatMap((alternative) => ('const' in alternative ? [`"${alternative.const}"`] : []));
  return isFlag && words.length > 0 ? `true, false or ${words.join(' or ')}` : undefined;
}

function describeProblem({ type, schema }: ValueError): string {
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty:
      return 'is required';
    case ValueErrorType.ObjectMinProperties:
      return 'must not be empty';
    case ValueErrorType.ArrayMinItems:
      return schema.minItems === 1 ? 'must not be empty' : `must have at least ${schema.minItems} items`;
    case ValueErrorType.ArrayMaxItems:
      return `must have at most ${schema.maxItems} items`;
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
    case ValueErrorType.StringPattern:
      return `must match ${schema.pattern}`;
    default:
      return 'is not valid';
  }
}

/** Error sentence for invalid input: the first field and its problem. */
export const problemSentence = (problems: readonly FieldProblem[]): string =>
  problems.length === 0 ? 'Invalid request' : `${problems[0]?.field} ${problems[0]?.problem}`;
