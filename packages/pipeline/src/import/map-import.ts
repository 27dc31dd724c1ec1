import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlText } from '@plat/dataset';
import { utcDay } from '@plat/kit';
import { CANONICAL_KINDS, type CanonicalKind } from '../canonical/canonical.ts';
import { createDuck, mostRowsOf } from '../create-duck.ts';
import { type FactFile, writeFacts } from '../map/fact-files.ts';
import { fileProduces, usedHeaders } from '../map/file-mapping.ts';
import type { GeocodeMemory } from '../map/geocode-memory.ts';
import { type Geocode, type GeocodeOutcome, geocodeProperties } from '../map/geocode-properties.ts';
import { headerLookup } from '../map/header-lookup.ts';
import { type ImportFile, importFiles } from '../map/import-files.ts';
import { geocodedIdentity, importIdentity } from '../map/import-identity.ts';
import { coverageNotes } from '../map/import-notes.ts';
import { mapRows } from '../map/map-rows.ts';
import { createMappedTable, mappedTable } from '../map/mapped-table.ts';
import { createParcelRegions } from '../map/parcel-regions.ts';
import { defineReaders } from '../map/readers-sql.ts';
import { createReadings } from '../map/readings.ts';
import { layoutHint } from '../map/recognise-layout.ts';
import { type FileRejects, type ReasonCount, writeRejects } from '../map/reject-file.ts';
import { type UnknownCode, unknownCodes } from '../map/unknown-codes.ts';
import { fileHeaders } from '../read/file-headers.ts';
import { type OpenedFile, openFiles, withOwnName } from '../read/open-file.ts';
import { type RawTable, type ReadRequest, UnreadableFileError } from '../read/raw-table.ts';
import { readFile } from '../read/read-file.ts';
import type { ImportSource, ProducedRows } from '../sources/index.ts';

export interface ImportProgress {
  stage: 'read' | 'map' | 'geocode' | 'write';
  rowsDone: number;
  rowsTotal: number | null;
}

export interface MapImportRequest {
  source: ImportSource;
  /** Files and folders. */
  files: readonly string[];
  /** Folder for the results (`facts/`, `rejects.csv`) and scratch data; created if missing. */
  workDirectory: string;
  /** YYYY-MM-DD; dates after both this day and `today` are errors. */
  asOf: string;
  /** YYYY-MM-DD, today by default. */
  today?: string;
  /** Parquet fact files of properties of earlier imports. They give the state of transfers that name none. */
  knownProperties?: readonly string[];
  geocode?: Geocode;
  /** Opens the cached answers of earlier imports. */
  geocodeMemory?: () => GeocodeMemory;
  onProgress?(progress: ImportProgress): void;
}

/** Row counts of one kind in one file. Rows without data of the kind are not counted. */
export interface FileCount {
  path: string;
  kind: CanonicalKind;
  read: number;
  kept: number;
  rejected: number;
}

export interface MappedImport {
  /** SHA-256 over the mapping and the file contents, and whether the geocoder answered for all addresses. */
  identity: string;
  facts: FactFile[];
  files: FileCount[];
  /** Rows left out, by reason. */
  rejects: ReasonCount[];
  /** The same per file, of files that have any. */
  fileRejects: FileRejects[];
  /** Unreadable cells left out of rows that were kept, by reason. */
  leftOut: ReasonCount[];
  unknownCodes: UnknownCode[];
  rejectFile: string;
  notes: string[];
}

/**
 * Reads files through a source's mapping into canonical facts (the stages read and map). Bad rows are counted and
 * listed in the reject file; the import continues.
 * @throws ImportFilesError, UnreadableFileError if a file is missing, has no known format, or lacks a column.
 */
export async function mapImport(request: MapImportRequest): Promise<MappedImport> {
  const { files, ignored } = await importFiles(request.source, request.files);
  const scratch = join(request.workDirectory, 'scratch');
  await mkdir(scratch, { recursive: true });
  const read = [...files.map(({ path }) => path), ...(request.knownProperties ?? [])];
  const instance = await createDuck(await mostRowsOf(read), join(scratch, 'spill'));
  const duck = await instance.connect();
  try {
    const identity = await importIdentity(request.source, files);
    const progress = new Progress(request.onProgress);
    const opened = await openFiles(files, scratch);
    for (const { file, contentPath } of opened) {
      const headers = await fileHeaders(duck, contentPath, readingOf(file));
      if (headers !== null) await checkHeaders(request.source, { file, contentPath }, headers);
    }
    const raws: RawTable[] = [];
    for (const [fileNumber, each] of opened.entries()) {
      const { file, contentPath } = each;
      const reading = { ...readingOf(file), isUsed: usedHeaders(file) };
      const raw = await withOwnName(each, () =>
        readFile({ duck, scratch, path: contentPath, table: `raw_${fileNumber}`, ...reading }),
      );
      await checkHeaders(request.source, each, raw.headers);
      raws.push({ ...raw, path: file.path });
      progress.read(raw.rows);
    }
    const notes = ignored.map((path) => `${path}: not described by the source, passed over`);
    const produced: ProducedFile[] = files.flatMap((file, fileNumber) => {
      const raw = raws[fileNumber]!;
      const { produces, unknownColumns } = fileProduces(file, raw.headers);
      if (unknownColumns.length > 0) notes.push(`${file.path}: columns not used: ${unknownColumns.join(', ')}`);
      return produces.map((each, producedNumber) => ({ fileNumber, producedNumber, raw, produced: each }));
    });
    const kinds = CANONICAL_KINDS.filter((kind) => produced.some((each) => each.produced.kind === kind));
    await mapAll(duck, request, produced, kinds, progress);
    let isGeocoded = request.geocode !== undefined;
    if (request.geocode !== undefined && kinds.includes('properties')) {
      const outcome = await geocode(duck, request, progress);
      const left = outcome.wanted - outcome.known - outcome.asked;
      isGeocoded = outcome.failed === 0;
      notes.push(
        `geocoder: ${outcome.known} addresses known from earlier imports, ${outcome.asked} asked, ${outcome.found} found, ${outcome.failed} failed` +
          (left > 0 ? `; it seems to be down, so ${left} were not asked` : ''),
      );
      if (!isGeocoded) notes.push('The same import with --geocode asks again.');
    }
    const facts = await writeFacts(duck, kinds, join(request.workDirectory, 'facts'));
    const rejectFile = join(request.workDirectory, 'rejects.csv');
    const { rejects, fileRejects, leftOut } = await writeRejects(duck, kinds, raws, rejectFile);
    progress.written(facts.reduce((sum, fact) => sum + fact.rows, 0));
    notes.push(...(await coverageNotes(duck, kinds)));
    if (request.source !== 'canonical') notes.push(...(request.source.notes ?? []));
    return {
      identity: isGeocoded ? geocodedIdentity(identity) : identity,
      facts,
      files: await countFiles(duck, kinds, raws),
      rejects,
      fileRejects,
      leftOut,
      unknownCodes: await unknownCodes(duck, kinds),
      rejectFile,
      notes,
    };
  } finally {
    duck.closeSync();
    instance.closeSync();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** How to read a file: as its mapping says, or as a canonical file. */
function readingOf({ reads }: ImportFile): Pick<ReadRequest, 'headerLine' | 'delimiter' | 'sheet' | 'emptyValues'> {
  const input = reads.as === 'mapping' ? reads.input : null;
  return {
    headerLine: input?.headerLine ?? 1,
    delimiter: input?.delimiter,
    sheet: input?.sheet,
    emptyValues: input?.emptyValues ?? [],
  };
}

/** Names the source of files that lack the columns of the requested source. */
async function checkHeaders(
  source: ImportSource,
  { file, contentPath }: OpenedFile<ImportFile>,
  headers: readonly string[],
): Promise<void> {
  try {
    fileProduces(file, headers);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    const given = source === 'canonical' ? source : source.name;
    const hint = await layoutHint(contentPath, given, basename(file.zipEntry ?? file.path));
    throw hint === '' ? error : new UnreadableFileError(file.path, `${error.why}${hint}`);
  }
}

async function geocode(
  duck: DuckDBConnection,
  { geocode: ask, geocodeMemory }: MapImportRequest,
  progress: Progress,
): Promise<GeocodeOutcome> {
  const memory = geocodeMemory?.();
  try {
    return await geocodeProperties(duck, ask!, memory, (done, total) => progress.geocode(done, total));
  } finally {
    memory?.close();
  }
}

interface ProducedFile {
  fileNumber: number;
  producedNumber: number;
  raw: RawTable;
  produced: ProducedRows;
}

/** Properties first: their parcels give the state of transfers and listings that name none. */
async function mapAll(
  duck: DuckDBConnection,
  request: MapImportRequest,
  produced: readonly ProducedFile[],
  kinds: readonly CanonicalKind[],
  progress: Progress,
): Promise<void> {
  const today = request.today ?? utcDay(Date.now());
  const latest = [today, request.asOf].sort().at(-1)!;
  await defineReaders(duck);
  await createReadings(duck);
  progress.mapping(produced.reduce((sum, { raw }) => sum + raw.rows, 0));
  for (const kind of kinds) {
    await createMappedTable(duck, kind);
    if (kind === 'transfers' || kind === 'listings')
      await createParcelRegions(duck, kinds.includes('properties'), request.knownProperties ?? []);
    for (const { fileNumber, producedNumber, raw, produced: rows } of produced) {
      if (rows.kind !== kind) continue;
      const lookup = headerLookup(raw.headers);
      await mapRows({ duck, rawTable: raw.table, lookup, produced: rows, fileNumber, producedNumber, latest });
      progress.mapped(raw.rows);
    }
  }
}

async function countFiles(
  duck: DuckDBConnection,
  kinds: readonly CanonicalKind[],
  raws: readonly RawTable[],
): Promise<FileCount[]> {
  const counts = kinds.map(
    (kind) => `SELECT source_file, ${sqlText(kind)} AS kind, count(*)::INTEGER, count(failed_check)::INTEGER
      FROM ${mappedTable(kind)} GROUP BY source_file`,
  );
  const found = await duck.runAndReadAll(`${counts.join(' UNION ALL ')} ORDER BY 1, 2`);
  return found.getRows().map(([file, kind, read, rejected]) => ({
    path: raws[Number(file)]!.path,
    kind: String(kind) as CanonicalKind,
    read: Number(read),
    kept: Number(read) - Number(rejected),
    rejected: Number(rejected),
  }));
}

class Progress {
  private rowsRead = 0;
  private rowsMapped = 0;
  private rowsToMap = 0;
  constructor(private readonly report: ((progress: ImportProgress) => void) | undefined) {}
  read(rows: number): void {
    this.rowsRead += rows;
    this.report?.({ stage: 'read', rowsDone: this.rowsRead, rowsTotal: null });
  }
  mapping(rows: number): void {
    this.rowsToMap = rows;
    this.report?.({ stage: 'map', rowsDone: 0, rowsTotal: rows });
  }
  mapped(rows: number): void {
    this.rowsMapped += rows;
    this.report?.({ stage: 'map', rowsDone: this.rowsMapped, rowsTotal: this.rowsToMap });
  }
  geocode(done: number, total: number): void {
    this.report?.({ stage: 'geocode', rowsDone: done, rowsTotal: total });
  }
  written(rows: number): void {
    this.report?.({ stage: 'write', rowsDone: rows, rowsTotal: rows });
  }
}
