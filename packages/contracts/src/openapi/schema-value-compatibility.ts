/** A JSON schema, as parsed. */
export type Json = Record<string, unknown>;

/** One change that breaks callers: its place in the document, and a description. */
export interface Problem {
  where: string;
  problem: string;
}

/**
 * `request`: accepted values stay accepted. `response`: only values that were possible before. `error`: codes may
 * be added.
 */
export type Direction = 'request' | 'response' | 'error';

/** Marks a list of response values to which more may be added. */
const OPEN_ENUM = 'x-open-enum';

/** Keywords that do not restrict values. */
const TEXTS: readonly string[] = [
  'description',
  'title',
  'example',
  'examples',
  'deprecated',
  '$id',
  '$comment',
  OPEN_ENUM,
];
const COMPARED: readonly string[] = [
  ...['type', 'enum', 'const', 'anyOf', 'allOf', '$ref', 'properties', 'required', 'additionalProperties', 'items'],
  ...['default'],
];
/** Limits, by whether a larger number is stricter. */
const BOUNDS: Readonly<Record<string, 'lower' | 'upper'>> = {
  minimum: 'lower',
  exclusiveMinimum: 'lower',
  minLength: 'lower',
  minItems: 'lower',
  minProperties: 'lower',
  maximum: 'upper',
  exclusiveMaximum: 'upper',
  maxLength: 'upper',
  maxItems: 'upper',
  maxProperties: 'upper',
};

/** Which schema must fit into the other: old requests must stay valid, and new responses must have been possible. */
const narrowAndWide = (direction: Direction, before: Json, after: Json): [narrow: Json, wide: Json] =>
  direction === 'request' ? [before, after] : [after, before];

const typesOf = ({ type }: Json): string[] | null =>
  type === undefined ? null : ((Array.isArray(type) ? type : [type]) as string[]);

export function typeProblems(where: string, direction: Direction, before: Json, after: Json): Problem[] {
  const [narrow, wide] = narrowAndWide(direction, before, after);
  const [inner, outer] = [typesOf(narrow), typesOf(wide)];
  if (outer === null) return [];
  const isIn = (type: string) => outer.includes(type) || (type === 'integer' && outer.includes('number'));
  if (inner?.every(isIn) === true) return [];
  return [{ where, problem: `the type was ${typesOf(before) ?? 'any'} and is ${typesOf(after) ?? 'any'}` }];
}

const valuesOf = ({ enum: values, const: only }: Json): unknown[] | null =>
  Array.isArray(values) ? values : only === undefined ? null : [only];

/** Removing a value breaks callers that send or expect it, and an unexpected value breaks callers that receive it. */
export function valueProblems(where: string, direction: Direction, before: Json, after: Json): Problem[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  if (old === null && now === null) return [];
  const told = (values: unknown[] | null) => (values === null ? 'any value' : values.join(', '));
  const gone = now !== null && (old === null || old.some((value) => !now.includes(value)));
  const come = old !== null && (now === null || now.some((value) => !old.includes(value)));
  const mayCome = direction !== 'response' || (now !== null && after[OPEN_ENUM] === true);
  const isBroken = mayCome ? gone : gone || come;
  return isBroken ? [{ where, problem: `the values were ${told(old)} and are ${told(now)}` }] : [];
}

export function boundProblems(where: string, direction: Direction, before: Json, after: Json): Problem[] {
  const [narrow, wide] = narrowAndWide(direction, before, after);
  return Object.entries(BOUNDS).flatMap(([keyword, side]) => {
    const [inner, outer] = [narrow[keyword], wide[keyword]];
    if (outer === undefined) return [];
    const isInside =
      typeof inner === 'number' && typeof outer === 'number' && (side === 'lower' ? inner >= outer : inner <= outer);
    if (isInside) return [];
    const told = (value: unknown) => value ?? 'none';
    return [{ where, problem: `${keyword} was ${told(before[keyword])} and is ${told(after[keyword])}` }];
  });
}

/** A changed default breaks callers that omit the field. */
export const defaultProblems = (where: string, direction: Direction, before: Json, after: Json): Problem[] =>
  direction !== 'request' || before.default === undefined || Bun.deepEquals(before.default, after.default)
    ? []
    : [{ where, problem: 'the default changed' }];

export function unknownProblems(where: string, before: Json, after: Json): Problem[] {
  const keywords = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keywords]
    .filter((keyword) => !TEXTS.includes(keyword) && !COMPARED.includes(keyword) && BOUNDS[keyword] === undefined)
    .filter((keyword) => !Bun.deepEquals(before[keyword], after[keyword]))
    .map((keyword) => ({ where, problem: `${keyword} changed` }));
}
