import { constantMistakes } from './constant-mistakes.ts';
import type { ColumnExpression, SourceInput, SourceMapping } from './mapping.ts';

/** Deeper expressions come from a faulty generator. */
const MAX_DEPTH = 20;
const LOOK_AROUND = /\(\?[=!<](?!P)|\\[1-9]/;

/** Texts and depths that make all other checks useless: checked before the form. */
export function unusableValues(value: unknown): string[] {
  const mistakes: string[] = [];
  const pending: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value: one, path, depth } = next;
    if (typeof one === 'string' && one.includes('\0')) mistakes.push(`${path}: contains a NUL character`);
    if (typeof one !== 'object' || one === null) continue;
    // A level of an expression is an object, and a list in some of them; five levels lie above the expressions.
    if (depth > 2 * MAX_DEPTH + 5) {
      mistakes.push(`${path.split('/').slice(0, 7).join('/')}: is nested more than ${MAX_DEPTH} levels deep`);
      break;
    }
    for (const [key, item] of Object.entries(one))
      pending.push({ value: item, path: `${path}/${key}`, depth: depth + 1 });
  }
  return mistakes;
}

/** Mistakes in the inputs of a well-formed mapping, each with its JSON path. */
export function inputMistakes({ inputs }: SourceMapping): string[] {
  return inputs.flatMap(({ file, delimiter }, at) => [
    ...(file.includes('/') ? [`/inputs/${at}/file: is matched against the name of a file, without its folder`] : []),
    ...taken(inputs, at),
    ...(delimiter !== undefined && /["\r\n]/.test(delimiter)
      ? [`/inputs/${at}/delimiter: a quote or line break cannot part cells`]
      : []),
  ]);
}

function taken(inputs: readonly SourceInput[], at: number): string[] {
  const earlier = inputs.findIndex(({ file }) => file.toLowerCase() === inputs[at]?.file.toLowerCase());
  return earlier < at ? [`/inputs/${at}/file: /inputs/${earlier} takes every file of this name`] : [];
}

/** Mistakes in the expressions of a well-formed mapping, each with its JSON path. */
export function contentMistakes({ inputs }: SourceMapping): string[] {
  return inputs.flatMap(({ produces }, i) =>
    produces.flatMap(({ kind, columns }, j) =>
      Object.entries(columns).flatMap(([column, expression]) => {
        const path = `/inputs/${i}/produces/${j}/columns/${column}`;
        return [...partMistakes(expression, path), ...constantMistakes(kind, column, expression, path)];
      }),
    ),
  );
}

function partMistakes(expression: ColumnExpression, path: string): string[] {
  if (typeof expression === 'string') return [];
  const here =
    'extract' in expression
      ? patternMistakes(expression.pattern, expression.group ?? 0, path)
      : 'codes' in expression && Object.keys(expression.as).length === 0
        ? [`${path}/as: names no code`]
        : [];
  const within = Object.entries(expression).flatMap(([key, part]: [string, unknown]) => {
    if (!INNER.has(key)) return [];
    return Array.isArray(part)
      ? part.flatMap((one: ColumnExpression, at) => partMistakes(one, `${path}/${key}/${at}`))
      : partMistakes(part as ColumnExpression, `${path}/${key}`);
  });
  return [...here, ...within];
}

/** Keys of nested expressions. */
const INNER: ReadonlySet<string> = new Set(
  'firstOf concat ownerName streetLine cityStateOf scale sum difference extract codes without'.split(' '),
);

/** DuckDB runs patterns as RE2, which `tryMapping` checks; JavaScript finds these mistakes early. */
function patternMistakes(pattern: string, group: number, path: string): string[] {
  const mistakes = LOOK_AROUND.test(pattern)
    ? [`${path}/pattern: look-around and back references are not available`]
    : [];
  try {
    const groups = new RegExp(`${pattern.replace(/^\(\?[ims]+\)/, '')}|`).exec('')!.length - 1;
    const has = groups === 0 ? 'no groups' : groups === 1 ? '1 group' : `${groups} groups`;
    if (group > groups) mistakes.push(`${path}/group: the pattern has ${has}, so there is no group ${group}`);
  } catch (error) {
    mistakes.push(`${path}/pattern: ${error instanceof Error ? error.message : 'not a regular expression'}`);
  }
  return mistakes;
}
