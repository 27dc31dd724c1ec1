import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlText, sqlTexts } from '@plat/dataset';
import type { CanonicalKind } from '../canonical/canonical.ts';
import type { RawTable } from '../read/raw-table.ts';
import { mappedTable } from './mapped-table.ts';
import { rowChecks } from './row-checks.ts';

export interface ReasonCount {
  reason: string;
  count: number;
}

/** Rows left out of one file, by reason. */
export interface FileRejects {
  path: string;
  reasons: ReasonCount[];
}

/**
 * Writes the reject file: `file, line, kind, column, value, reason, effect`, in order of file and line. The effect is
 * `row rejected`, or `value left out` for an unreadable cell of a row that was kept. @returns both tallied by reason,
 * and the rejected rows also per file.
 */
export async function writeRejects(
  duck: DuckDBConnection,
  kinds: readonly CanonicalKind[],
  raws: readonly RawTable[],
  path: string,
): Promise<{ rejects: ReasonCount[]; fileRejects: FileRejects[]; leftOut: ReasonCount[] }> {
  await duck.run(`CREATE OR REPLACE TEMP TABLE reject (
    source_file INTEGER, source_row BIGINT, kind VARCHAR, "column" VARCHAR, value VARCHAR, reason VARCHAR, effect VARCHAR)`);
  for (const kind of kinds) {
    const checks = rowChecks(kind);
    const columns = `[${sqlTexts(checks.map((check) => check.column))}]`;
    const reasons = `[${sqlTexts(checks.map((check) => check.reason))}]`;
    await duck.run(`INSERT INTO reject
      SELECT source_file, source_row, '${kind}', nullif(${columns}[failed_check + 1], ''), failed_text, ${reasons}[failed_check + 1], 'row rejected'
      FROM ${mappedTable(kind)} WHERE failed_check IS NOT NULL
      UNION ALL
      SELECT source_file, source_row, '${kind}', cell[1], cell[3], cell[1] || ' is ' || cell[2], 'value left out'
      FROM (SELECT source_file, source_row, string_split(unnest(left_out), e'\\t') AS cell
        FROM ${mappedTable(kind)} WHERE failed_check IS NULL AND left_out IS NOT NULL)`);
  }
  await addLines(duck, raws);
  await duck.run(`COPY (
    SELECT [${sqlTexts(raws.map((raw) => raw.path))}][source_file + 1] AS file, line, kind, "column", value, reason, effect
    FROM reject LEFT JOIN reject_line USING (source_file, source_row)
    ORDER BY source_file, line, kind, "column"
  ) TO ${sqlText(path)} (FORMAT csv, HEADER true)`);
  const [rejects, leftOut] = [await tally(duck, 'row rejected'), await tally(duck, 'value left out')];
  const fileRejects: FileRejects[] = [];
  for (const [fileNumber, { path: file }] of raws.entries())
    fileRejects.push({ path: file, reasons: await tally(duck, 'row rejected', `source_file = ${fileNumber}`) });
  return { rejects, fileRejects: fileRejects.filter(({ reasons }) => reasons.length > 0), leftOut };
}

async function addLines(duck: DuckDBConnection, raws: readonly RawTable[]): Promise<void> {
  await duck.run('CREATE OR REPLACE TEMP TABLE reject_line (source_file INTEGER, source_row BIGINT, line BIGINT)');
  const appender = await duck.createAppender('reject_line');
  for (const [fileNumber, raw] of raws.entries()) {
    const found = await duck.runAndReadAll(
      `SELECT DISTINCT source_row FROM reject WHERE source_file = ${fileNumber} ORDER BY source_row`,
    );
    const records = found.getRows().map((row) => Number(row[0]));
    if (records.length === 0) continue;
    for (const [record, line] of await raw.linesOf(records)) {
      appender.appendInteger(fileNumber);
      appender.appendBigInt(BigInt(record));
      appender.appendBigInt(BigInt(line));
      appender.endRow();
    }
  }
  appender.closeSync();
}

async function tally(duck: DuckDBConnection, effect: string, condition = 'true'): Promise<ReasonCount[]> {
  const found = await duck.runAndReadAll(
    `SELECT reason, count(*)::INTEGER FROM reject WHERE effect = ${sqlText(effect)} AND ${condition} GROUP BY reason ORDER BY 2 DESC, 1`,
  );
  return found.getRows().map(([reason, count]) => ({ reason: String(reason), count: Number(count) }));
}
