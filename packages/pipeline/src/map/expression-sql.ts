import { sqlText, sqlTexts } from '@plat/dataset';
import type { ColumnExpression } from '../sources/index.ts';
import { OWNER_PAIR_SEPARATOR, readingTable } from './readings.ts';

/** A column that a mapping names and a file lacks. */
export class MissingColumnError extends Error {
  override name = 'MissingColumnError';
  constructor(readonly column: string) {
    super(`has no column "${column}"`);
  }
}

/** SQL of a header's cell; null if the file does not have it. */
export type ColumnLookup = (header: string) => string | null;

export interface ExpressionContext {
  lookup: ColumnLookup;
  /**
   * Receives the SQL of each pair of owner columns. The reading `owner_name` must hold its texts before the SQL
   * runs.
   */
  onOwnerPair(pairSql: string): void;
}

const CITY_STATE = String.raw`^(.*?)[,\s]+([A-Za-z]{2})\.?(?:\s+\d{5}(?:-?\d{4})?)?$`;

/**
 * DuckDB SQL (of type VARCHAR) of a mapping's column expression.
 * @throws MissingColumnError if the file lacks a column that is not marked optional.
 */
export function expressionSql(expression: ColumnExpression, context: ExpressionContext): string {
  const sql = (inner: ColumnExpression): string => expressionSql(inner, context);
  if (typeof expression === 'string') return columnSql(expression, false, context.lookup);
  if ('column' in expression) return columnSql(expression.column, expression.optional === true, context.lookup);
  if ('constant' in expression) return sqlText(expression.constant);
  if ('firstOf' in expression) return `coalesce(${expression.firstOf.map(sql).join(', ')})`;
  if ('concat' in expression) {
    const separator = sqlText(expression.separator ?? ' ');
    return `nullif(concat_ws(${separator}, ${expression.concat.map(sql).join(', ')}), '')`;
  }
  if ('ownerName' in expression) {
    const [first, second] = expression.ownerName.map(sql) as [string, string];
    const pair = `${first} || '${OWNER_PAIR_SEPARATOR}' || ${second}`;
    context.onOwnerPair(pair);
    const joined = `(SELECT r.value FROM ${readingTable('owner_name')} AS r WHERE r.text = ${pair})`;
    return `CASE WHEN ${first} IS NULL THEN ${second} WHEN ${second} IS NULL THEN ${first} ELSE ${joined} END`;
  }
  if ('streetLine' in expression) return streetLineSql(...(expression.streetLine.map(sql) as [string, string]));
  if ('cityStateOf' in expression) {
    const group = expression.part === 'city' ? 1 : 2;
    return `nullif(regexp_extract(${sql(expression.cityStateOf)}, ${sqlText(CITY_STATE)}, ${group}), '')`;
  }
  if ('scale' in expression) return `CAST(read_number(${sql(expression.scale)}) * ${expression.by} AS VARCHAR)`;
  if ('sum' in expression) {
    const terms = expression.sum.map((term) => `read_number(${sql(term)})`);
    const total = terms.map((term) => `coalesce(${term}, 0)`).join(' + ');
    return `CASE WHEN coalesce(${terms.join(', ')}) IS NULL THEN NULL ELSE CAST(${total} AS VARCHAR) END`;
  }
  if ('difference' in expression) {
    const [whole, part] = expression.difference;
    return `CAST(read_number(${sql(whole)}) - read_number(${sql(part)}) AS VARCHAR)`;
  }
  if ('extract' in expression) {
    const pattern = sqlText(expression.pattern);
    return `nullif(regexp_extract(${sql(expression.extract)}, ${pattern}, ${expression.group ?? 0}), '')`;
  }
  if ('codes' in expression) {
    const inner = sql(expression.codes);
    const cases = Object.entries(expression.as).map(
      ([from, to]) => `WHEN ${sqlText(from)} THEN ${to === '' ? 'NULL' : sqlText(to)}`,
    );
    return `CASE ${inner} ${cases.join(' ')} ELSE ${expression.otherwise === 'drop' ? 'NULL' : inner} END`;
  }
  const inner = sql(expression.without);
  return `CASE WHEN ${inner} IN (${sqlTexts(expression.values)}) THEN NULL ELSE ${inner} END`;
}

/** Every header that an expression names. */
export function expressionHeaders(expression: ColumnExpression): string[] {
  const headers: string[] = [];
  const lookup: ColumnLookup = (header) => {
    headers.push(header);
    return 'NULL';
  };
  expressionSql(expression, { lookup, onOwnerPair: () => undefined });
  return headers;
}

/** The street of a two-line address with its unit, without a recipient on the other line. */
function streetLineSql(first: string, second: string): string {
  const isStreet = (line: string): string => `regexp_matches(${line}, '(?i)^(\\d|P\\.? ?O\\.?\\b|(BOX|RR|HC)\\b)')`;
  const isUnit = (line: string): string =>
    `regexp_matches(${line}, '(?i)^(#|(APT|APARTMENT|UNIT|STE|SUITE|FL|FLOOR|BLDG|BUILDING|RM|ROOM)\\b|[A-Z]?\\d+[A-Z]?$)')`;
  return `CASE WHEN ${first} IS NULL OR ${second} IS NULL THEN coalesce(${first}, ${second})
    WHEN ${isUnit(second)} THEN ${first} || ', ' || ${second}
    WHEN ${isStreet(second)} AND ${isUnit(first)} THEN ${second} || ', ' || ${first}
    WHEN ${isStreet(second)} AND NOT ${isStreet(first)} THEN ${second}
    WHEN ${isStreet(first)} THEN ${first}
    ELSE ${first} || ', ' || ${second} END`;
}

function columnSql(header: string, isOptional: boolean, lookup: ColumnLookup): string {
  const sql = lookup(header);
  if (sql !== null) return sql;
  if (isOptional) return 'NULL::VARCHAR';
  throw new MissingColumnError(header);
}
