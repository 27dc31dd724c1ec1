import { rm } from 'node:fs/promises';
import { type RegionState, schemaOf, servingStates, sqlText, sqlTexts } from '@plat/dataset';
import type { Sql } from '@plat/db';
import { utcDay } from '@plat/kit';
import type { CanonicalKind } from '../canonical/canonical.ts';
import { createDuck } from '../create-duck.ts';
import { storeOf } from '../import/facts-store.ts';
import { type MappedImport, mapImport } from '../import/map-import.ts';
import { plainFailure } from '../import/plain-failure.ts';
import { chooseSource, type SourceChoice } from '../import/read-and-map.ts';
import { propertyFacts } from '../import/runner.ts';
import type { ReasonCount } from '../map/reject-file.ts';

export interface PreviewRequest {
  home: string;
  sql: Sql;
  source: SourceChoice;
  file: string;
  /** Folder for scratch data, which is removed afterwards. */
  scratch: string;
  onRows?(rows: number): void;
}

type Cell = string | number | boolean | null;

/** The rows of a file as an import would read them. */
export interface ImportPreview {
  kinds: {
    kind: CanonicalKind;
    read: number;
    kept: number;
    rejected: number;
    /** Columns with a value in the sample. */
    columns: string[];
    sample: Cell[][];
  }[];
  /** Where the kept rows are; without contacts and do-not-contact lists, which belong to no place. */
  places: { state: string; county: string | null; rows: number }[];
  rejects: ReasonCount[];
  left_out: ReasonCount[];
  rejected_rows: {
    line: number | null;
    kind: string;
    column: string | null;
    value: string | null;
    reason: string;
  }[];
  notes: string[];
}

const SAMPLE_ROWS = 50;
const SHOWN_REJECTS = 50;

/**
 * Reads and checks every row of a file and changes nothing.
 * @throws MarketError in plain sentences for what an operator can fix.
 */
export async function previewImport(request: PreviewRequest): Promise<ImportPreview> {
  try {
    const source = await chooseSource(request.source, [request.file]);
    const mapped = await mapImport({
      source,
      files: [request.file],
      workDirectory: request.scratch,
      asOf: utcDay(Date.now()),
      knownProperties: await servingProperties(request),
      onProgress: ({ rowsDone }) => request.onRows?.(rowsDone),
    });
    return await describe(mapped);
  } catch (error) {
    throw plainFailure(error, request.home);
  } finally {
    await rm(request.scratch, { recursive: true, force: true });
  }
}

async function servingProperties({ sql, home }: PreviewRequest): Promise<string[]> {
  const [dataset] = await sql<{ id: string }[]>`select id from ${schemaOf(sql, 'live')}.dataset`;
  if (dataset === undefined) return [];
  const serving: ReadonlyMap<string, RegionState> = await servingStates(sql, 'live');
  return propertyFacts(storeOf(home, dataset.id), serving);
}

async function describe(mapped: MappedImport): Promise<ImportPreview> {
  const instance = await createDuck(1);
  const duck = await instance.connect();
  const rowsOf = async (statement: string) => (await duck.runAndReadAll(statement)).getRowObjectsJson();
  try {
    const kinds: ImportPreview['kinds'] = [];
    for (const { kind, read, kept, rejected } of mapped.files) {
      const paths = mapped.facts.filter((fact) => fact.kind === kind).map(({ path }) => path);
      const rows =
        paths.length === 0
          ? []
          : await rowsOf(`SELECT * EXCLUDE (source_file, source_row, maps) FROM read_parquet([${sqlTexts(paths)}])
              ORDER BY source_row LIMIT ${SAMPLE_ROWS}`);
      const columns = Object.keys(rows[0] ?? {}).filter((column) => rows.some((row) => row[column] !== null));
      const sample = rows.map((row) => columns.map((column) => cellOf(row[column])));
      kinds.push({ kind, read, kept, rejected, columns, sample });
    }
    const rejected = await rowsOf(
      `SELECT line, kind, "column", value, reason FROM read_csv(${sqlText(mapped.rejectFile)}, header = true,
        all_varchar = true) WHERE effect = 'row rejected' LIMIT ${SHOWN_REJECTS}`,
    );
    return {
      kinds,
      places: await placesOf(mapped, rowsOf),
      rejects: mapped.rejects,
      left_out: mapped.leftOut,
      rejected_rows: rejected.map(({ line, kind, column, value, reason }) => ({
        line: line === null ? null : Number(line),
        kind: String(kind),
        column: textOf(column),
        value: textOf(value),
        reason: String(reason),
      })),
      notes: mapped.notes,
    };
  } finally {
    duck.closeSync();
    instance.closeSync();
  }
}

async function placesOf(
  { facts }: MappedImport,
  rowsOf: (statement: string) => Promise<Record<string, unknown>[]>,
): Promise<ImportPreview['places']> {
  const parts = facts
    .filter(({ region }) => region !== 'ALL')
    .map(({ kind, region, path }) => {
      const county = kind === 'rents' ? 'NULL::VARCHAR' : 'county';
      return `SELECT ${sqlText(region)} AS state, ${county} AS county FROM read_parquet(${sqlText(path)})`;
    });
  if (parts.length === 0) return [];
  const rows = await rowsOf(
    `SELECT state, county, count(*)::INTEGER AS rows FROM (${parts.join(' UNION ALL ')}) GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2`,
  );
  return rows.map(({ state, county, rows: count }) => ({
    state: String(state),
    county: textOf(county),
    rows: Number(count),
  }));
}

const textOf = (value: unknown): string | null => (value === null ? null : String(value));

const cellOf = (value: unknown): Cell =>
  value === null || typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
