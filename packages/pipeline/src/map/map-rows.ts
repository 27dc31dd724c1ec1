import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlText } from '@plat/dataset';
import type { CanonicalKind } from '../canonical/canonical.ts';
import { type ColumnExpression, importColumns, type ProducedRows } from '../sources/index.ts';
import { MAPS, mapsText } from '../stages/normalise/mapped-columns.ts';
import { cellReader, cellTextSql, readingType } from './cell-types.ts';
import { type ColumnLookup, expressionHeaders, expressionSql } from './expression-sql.ts';
import { factColumns, isRegional, mappedTable } from './mapped-table.ts';
import { addReadings, type Reading, readingTable } from './readings.ts';
import { rowChecks } from './row-checks.ts';
import { addPeople, personTextSql, suppressionValueSql } from './suppression-value.ts';

/** Table of the states of each parcel on the rolls: `parcel_id`, `region`, `regions`. */
export const PARCEL_REGIONS = 'parcel_region';

export interface MapRowsRequest {
  duck: DuckDBConnection;
  rawTable: string;
  lookup: ColumnLookup;
  produced: ProducedRows;
  /** Position of the file in the import, and of these rows in its output. */
  fileNumber: number;
  producedNumber: number;
  /** YYYY-MM-DD; later dates are errors. */
  latest: string;
}

/** Reads every row of a raw table as one kind, and appends the result with its rejects to the kind's mapped table. */
export async function mapRows(request: MapRowsRequest): Promise<void> {
  const { duck, produced, rawTable } = request;
  const { kind } = produced;
  const columns = importColumns(kind);
  const ownerPairs: string[] = [];
  const context = { lookup: request.lookup, onOwnerPair: (pair: string) => void ownerPairs.push(pair) };
  const texts = columns.map((column) => {
    const expression = mappedExpression(produced, column, request.lookup);
    const text = expression === undefined ? 'NULL::VARCHAR' : expressionSql(expression, context);
    return { column, text: cellTextSql(column, text), isMapped: expression !== undefined };
  });
  const mapped = texts.filter(({ isMapped }) => isMapped);
  const pairSelects = ownerPairs.map((pair) => `SELECT ${pair} FROM ${rawTable}`);
  if (pairSelects.length > 0) await addReadings(duck, 'owner_name', pairSelects.join(' UNION ALL '), request.latest);
  const readings = mapped.flatMap(({ column, text }) => {
    const reader = cellReader(kind, column);
    return reader.by === 'readings' ? [{ column, text, reading: reader.reading }] : [];
  });
  for (const reading of new Set(readings.map((each) => each.reading))) {
    const selects = readings
      .filter((each) => each.reading === reading)
      .map(({ text }) => `SELECT ${text} FROM ${rawTable}`);
    await addReadings(duck, reading, selects.join(' UNION ALL '), request.latest);
  }
  const textOf = (wanted: string): string => texts.find(({ column }) => column === wanted)!.text;
  const person = kind === 'suppressions' ? personTextSql(textOf) : null;
  if (person !== null) await addPeople(duck, rawTable, { kind: textOf('kind'), person }, request.latest);
  const textSelect = `SELECT rowid AS source_row, too_long, ${texts
    .map(({ column, text }) => `${text} AS t_${column}`)
    .concat(person === null ? [] : [`${person} AS t_person`])
    .join(', ')} FROM ${rawTable}`;
  const maps = mapsText(mapped.map(({ column }) => column));
  const columnNames = [
    ...factColumns(kind).map(({ name }) => name),
    MAPS,
    'region',
    'produced',
    'failed_check',
    'failed_text',
    'left_out',
  ];
  await duck.run(`INSERT INTO ${mappedTable(kind)} (${columnNames.join(', ')})
    SELECT ${request.fileNumber}, source_row, ${columns.map((column) => `v_${column}`).join(', ')}, ${sqlText(maps)},
      v_region, ${request.producedNumber}, ${failedCheckSql(kind, 'index')}, ${failedCheckSql(kind, 'text')}, ${leftOutSql(kind, mapped)}
    FROM (${valuesSql(kind, columns, readings, textSelect)}) AS mapped
    ${onlyWithSql(produced)}`);
}

/** The expression of a column; also undefined if the file lacks every optional column in it. */
function mappedExpression(
  { columns }: ProducedRows,
  column: string,
  lookup: ColumnLookup,
): ColumnExpression | undefined {
  const expression = Object.hasOwn(columns, column) ? columns[column] : undefined;
  if (expression === undefined) return undefined;
  const headers = expressionHeaders(expression);
  return headers.length === 0 || headers.some((header) => lookup(header) !== null) ? expression : undefined;
}

function valuesSql(
  kind: CanonicalKind,
  columns: readonly string[],
  readings: readonly { column: string; reading: Reading }[],
  textSelect: string,
): string {
  const joins = readings.map(
    ({ column, reading }) => `LEFT JOIN ${readingTable(reading)} AS r_${column} ON r_${column}.text = t.t_${column}`,
  );
  const isRead = new Set(readings.map(({ column }) => column));
  const values = columns.map((column) => `${valueSql(kind, column, isRead.has(column))} AS v_${column}`);
  const problems = readings.map(({ column }) => `r_${column}.problem AS p_${column}`);
  const unread = columns
    .filter((column) => cellReader(kind, column).by === 'readings' && !isRead.has(column))
    .map((column) => `NULL::VARCHAR AS p_${column}`);
  const placed = kind === 'transfers' || kind === 'listings';
  if (kind === 'suppressions')
    joins.push(`LEFT JOIN ${readingTable('person')} AS r_person ON r_person.text = t.t_person`);
  if (placed) joins.push(`LEFT JOIN ${PARCEL_REGIONS} AS roll ON roll.parcel_id = t.t_parcel_id`);
  const state = isRead.has('state') ? 'r_state.value' : 'NULL::VARCHAR';
  const roll = 'CASE WHEN roll.regions = 1 THEN roll.region END';
  const region = placed ? `coalesce(${state}, ${roll})` : isRegional(kind) ? state : `'ALL'`;
  const extras = [`${region} AS v_region`, ...(placed ? ['roll.regions AS roll_regions'] : [])];
  return `SELECT t.*, ${[...values, ...problems, ...unread, ...extras].join(', ')}
    FROM (${textSelect}) AS t ${joins.join(' ')}`;
}

function valueSql(kind: CanonicalKind, column: string, isRead: boolean): string {
  const reader = cellReader(kind, column);
  const text = `t.t_${column}`;
  if (column === 'latitude' || column === 'longitude') return coordinateSql(kind, column);
  if (kind === 'suppressions' && column === 'value') return suppressionValueSql(text);
  if (reader.by === 'number') return reader.sql(text);
  if (reader.by === 'macro') return `${reader.macro}(${text})`;
  if (reader.by === 'text')
    return `CASE WHEN contains(${text}, '  ') THEN regexp_replace(${text}, ' +', ' ', 'g') ELSE ${text} END`;
  const type = readingType(reader.reading);
  return isRead ? `CAST(r_${column}.value AS ${type})` : `NULL::${type}`;
}

/** A coordinate is valid only with the other one, within the globe, and not at 0, 0. */
function coordinateSql(kind: CanonicalKind, column: 'latitude' | 'longitude'): string {
  const read = (name: string): string => {
    const reader = cellReader(kind, name);
    return reader.by === 'number' ? reader.sql(`t.t_${name}`) : 'NULL';
  };
  const [latitude, longitude] = [read('latitude'), read('longitude')];
  return `CASE WHEN ${latitude} IS NOT NULL AND ${longitude} IS NOT NULL AND NOT (${latitude} = 0 AND ${longitude} = 0)
    THEN ${column === 'latitude' ? latitude : longitude} END`;
}

function failedCheckSql(kind: CanonicalKind, what: 'index' | 'text'): string {
  const cases = rowChecks(kind).map(
    ({ fails, text }, index) => `WHEN ${fails} THEN ${what === 'index' ? index : text}`,
  );
  return what === 'index' ? `CASE ${cases.join(' ')} END` : `left(CASE ${cases.join(' ')} END, 200)`;
}

/** Cells with an unreadable value in an optional column. */
function leftOutSql(kind: CanonicalKind, mapped: readonly { column: string }[]): string {
  const cells = mapped.flatMap(({ column }) => {
    const reader = cellReader(kind, column);
    const text = `left(t_${column}, 200)`;
    const cell = (fails: string, problem: string) => [
      { fails, sql: `${sqlText(column)} || e'\\t' || ${problem} || e'\\t' || ${text}` },
    ];
    if (reader.by === 'text') return [];
    if (reader.by === 'readings') return cell(`p_${column} IS NOT NULL`, `p_${column}`);
    const isCoordinate = column === 'latitude' || column === 'longitude';
    const problem = isCoordinate
      ? 'not a usable coordinate'
      : reader.by === 'number'
        ? 'not a number in range'
        : reader.macro === 'read_phone'
          ? 'not a 10-digit phone number'
          : 'not an e-mail address';
    return cell(`(t_${column} IS NOT NULL AND v_${column} IS NULL)`, sqlText(problem));
  });
  if (cells.length === 0) return 'NULL::VARCHAR[]';
  return `CASE WHEN ${cells.map(({ fails }) => fails).join(' OR ')} THEN list_filter([${cells
    .map(({ fails, sql }) => `CASE WHEN ${fails} THEN ${sql} END`)
    .join(', ')}], lambda cell : cell IS NOT NULL) END`;
}

/** Drops rows without data of this kind: all columns of `onlyWith` are empty, not merely unreadable. */
function onlyWithSql({ kind, onlyWith }: ProducedRows): string {
  if (onlyWith === undefined) return '';
  const says = onlyWith.map((column) => {
    const isReading = cellReader(kind, column).by === 'readings';
    return isReading ? `v_${column} IS NOT NULL OR p_${column} IS NOT NULL` : `t_${column} IS NOT NULL`;
  });
  return `WHERE too_long IS NOT NULL OR ${says.join(' OR ')}`;
}
