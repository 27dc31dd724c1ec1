import { isAddressBlock } from '@plat/contracts';
import { FormatRegistry, type Static, type TObject, type TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { isCalendarDay } from './clock.ts';

/** All mistakes of a configuration in one message for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Checks for a schema's `format`, and the message when a text fails. */
const FORMATS: Readonly<Record<string, { holds(text: string): boolean; problem: string }>> = {
  'address-block': { holds: isAddressBlock, problem: 'is neither an IP address nor a CIDR block' },
  'calendar-day': { holds: isCalendarDay, problem: 'is not a calendar day' },
};
for (const [name, { holds }] of Object.entries(FORMATS)) FormatRegistry.Set(name, holds);

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the variables that a schema names. Empty counts as unset. Numbers, booleans (`true`, `false`, `1`, `0`) and
 * comma-separated arrays are converted, and defaults are applied. Messages never quote a value, because it may be a
 * secret.
 * @throws ConfigError listing every wrong variable with its problem and the schema's first example.
 */
export function readConfig<S extends TObject>(schema: S, env: Environment): Static<S> {
  const values: Record<string, unknown> = {};
  const mistakes: string[] = [];
  for (const [name, property] of Object.entries<TSchema>(schema.properties)) {
    const text = env[name]?.trim();
    const value = text === undefined || text === '' ? property.default : convert(property, text);
    if (value !== undefined) values[name] = value;
    else if (!(schema.required ?? []).includes(name)) continue;
    const problem = value === undefined ? 'is required' : problemOf(property, value);
    if (problem !== undefined) mistakes.push(describe(name, property, problem));
  }
  if (mistakes.length > 0) throw new ConfigError(`The configuration has mistakes:\n${mistakes.join('\n')}`);
  return values as Static<S>;
}

function problemOf(schema: TSchema, value: unknown): string | undefined {
  const error = Value.Errors(schema, value).First();
  const choices = (schema.anyOf as TSchema[] | undefined)?.map((choice) => String(choice.const));
  if (error === undefined) return undefined;
  if (choices !== undefined) return `must be one of ${choices.join(', ')}`;
  const format = FORMATS[String(error.schema.format)];
  if (format === undefined) return error.message;
  const entry = error.path === '' ? '' : `entry ${Number(error.path.slice(1)) + 1} `;
  return `${entry}${format.problem}`;
}

function convert(schema: TSchema, text: string): unknown {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
    case 'boolean':
      return (
        ({ true: true, '1': true, false: false, '0': false } as Record<string, unknown>)[text.toLowerCase()] ?? text
      );
    case 'array':
      return text.split(',').map((item) => convert(schema.items as TSchema, item.trim()));
    default:
      return text;
  }
}

function describe(name: string, schema: TSchema, problem: string): string {
  const sentence = problem.charAt(0).toLowerCase() + problem.slice(1);
  const meaning = typeof schema.description === 'string' ? ` (${schema.description})` : '';
  const example: unknown = Array.isArray(schema.examples) ? schema.examples[0] : schema.default;
  return `  ${name}: ${sentence}${meaning}${example === undefined ? '' : `, for example ${name}=${String(example)}`}`;
}

/**
 * Returns the configuration, or ends the process. With `--check-config` it prints `configuration is valid` and
 * exits 0. Mistakes go to stderr with exit status 2.
 */
export function configOrExit<T>(read: () => T, args: readonly string[] = process.argv.slice(2)): T {
  try {
    const config = read();
    if (!args.includes('--check-config')) return config;
    console.log('configuration is valid');
    process.exit(0);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}
