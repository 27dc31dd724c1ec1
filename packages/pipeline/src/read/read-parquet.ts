import { sqlName, sqlText } from '@plat/dataset';
import { type RawTable, type ReadRequest, tidyCellSql, UnreadableFileError, uniqueHeaders } from './raw-table.ts';

/** Reads a Parquet file, every column as text. Lines are row numbers from 1. @throws UnreadableFileError */
export async function readParquet(request: ReadRequest): Promise<RawTable> {
  const { duck, table, path } = request;
  try {
    const described = await duck.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet(${sqlText(path)})`);
    const names = described.getRows().map((row) => String(row[0]));
    const headers = uniqueHeaders(names);
    const cells = names.flatMap((name, index) =>
      request.isUsed(headers[index]!)
        ? [`${tidyCellSql(`CAST(${sqlName(name)} AS VARCHAR)`, request.emptyValues)} AS c${index}`]
        : [],
    );
    await duck.run(`CREATE OR REPLACE TEMP TABLE ${table} AS
      SELECT ${[...cells, 'NULL::VARCHAR AS too_long'].join(', ')} FROM read_parquet(${sqlText(path)})`);
    const counted = await duck.runAndReadAll(`SELECT count(*)::INTEGER FROM ${table}`);
    return {
      path,
      table,
      headers,
      rows: Number(counted.getRows()[0]?.[0] ?? 0),
      linesOf: async (records) => new Map(records.map((record) => [record, record + 1])),
    };
  } catch (error) {
    throw new UnreadableFileError(path, String(error instanceof Error ? error.message : error).split('\n')[0]!);
  }
}
