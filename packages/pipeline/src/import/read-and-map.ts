import { mkdir, rename } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { FactFile, RegionImport } from '@plat/dataset';
import type { GeocodeMemory } from '../map/geocode-memory.ts';
import type { Geocode } from '../map/geocode-properties.ts';
import { importFiles } from '../map/import-files.ts';
import { importIdentity } from '../map/import-identity.ts';
import { layoutHint } from '../map/recognise-layout.ts';
import { tryMapping } from '../map/try-mapping.ts';
import { type ImportSource, loadSource, UnknownSourceError } from '../sources/index.ts';
import { contentIdentity } from './content-identity.ts';
import { type FactsStore, keepFacts } from './facts-store.ts';
import { judgeRejects, type RejectLimits } from './judge-rejects.ts';
import { type MappedImport, mapImport } from './map-import.ts';
import type { ProgressReports } from './progress.ts';
import type { RecordedImport } from './report.ts';

/** The source of an import: canonical files, a built-in source, or a mapping file. */
export type SourceChoice = { kind: 'canonical' } | { kind: 'named'; name: string } | { kind: 'file'; path: string };

export interface ReadRequest extends RejectLimits {
  store: FactsStore;
  source: ImportSource;
  files: readonly string[];
  asOf: string;
  /** Fact files of serving properties. */
  knownProperties: readonly string[];
  geocode?: Geocode | undefined;
  geocodeMemory?: (() => GeocodeMemory) | undefined;
  progress: ProgressReports;
}

/**
 * @param files of the import: their columns may reveal the intended source.
 * @throws MappingError without such a source, or with mistakes in its mapping; before any file is read.
 */
export async function chooseSource(choice: SourceChoice, files: readonly string[]): Promise<ImportSource> {
  const named = choice.kind === 'canonical' ? 'canonical' : choice.kind === 'named' ? choice.name : choice.path;
  const source = await loadSource(named).catch(async (error: unknown) => {
    if (!(error instanceof UnknownSourceError) || error.why.endsWith('?')) throw error;
    const [first] = files;
    const hint = first === undefined ? '' : await layoutHint(first, null);
    throw new UnknownSourceError(error.given, `${error.why}${hint}`);
  });
  if (choice.kind === 'file' && source !== 'canonical') await tryMapping(source, choice.path);
  return source;
}

const sourceName = (source: ImportSource): string => (source === 'canonical' ? source : source.name);

/** Identity of an import before its rows are read: equal for the same files under the same mapping. */
export async function identify(
  source: ImportSource,
  paths: readonly string[],
): Promise<{ id: string; contentId: string }> {
  const { files } = await importFiles(source, paths);
  return { id: await importIdentity(source, files), contentId: await contentIdentity(files) };
}

/**
 * The stages read and map: turns files into canonical facts in the scratch folder, with counts and the reject
 * file.
 * @throws MarketError if more than the tolerated share of a file's rows is bad.
 */
export async function readAndMap(request: ReadRequest): Promise<{ mapped: MappedImport; recorded: RecordedImport }> {
  const { store, source, progress } = request;
  const mapped = await mapImport({
    source,
    files: request.files,
    workDirectory: join(store.temporaryDirectory, 'import'),
    asOf: request.asOf,
    knownProperties: request.knownProperties,
    geocode: request.geocode,
    geocodeMemory: request.geocodeMemory,
    onProgress: ({ stage, rowsDone, rowsTotal }) =>
      progress.stage({ stage, region: null, done: rowsDone, total: rowsTotal, unit: 'rows' }),
  });
  const rejectFile = await keepRejects(store, source, mapped);
  judgeRejects(mapped, request, rejectFile);
  const cells = mapped.leftOut.map(({ reason, count }) => `${count} cells left out: ${reason}.`);
  const codes = [...Map.groupBy(mapped.unknownCodes, ({ column }) => column)].map(([column, values]) => {
    const list = values
      .map(({ value, state, count }) => `${value}${state === undefined ? '' : ` in ${state}`} (${count})`)
      .join(', ');
    return `Unknown codes in ${column}, not guessed: ${list}.`;
  });
  const recorded: RecordedImport = {
    id: mapped.identity,
    source: sourceName(source),
    files: mapped.files,
    rejects: mapped.rejects,
    reject_file: rejectFile,
    notes: [...mapped.notes, ...cells, ...codes],
  };
  return { mapped, recorded };
}

async function keepRejects(store: FactsStore, source: ImportSource, mapped: MappedImport): Promise<string | null> {
  if (mapped.rejects.length === 0 && mapped.leftOut.length === 0) return null;
  await mkdir(store.rejectsDirectory, { recursive: true });
  const path = join(store.rejectsDirectory, `${sourceName(source)}-${mapped.identity.slice(0, 12)}.csv`);
  await rename(mapped.rejectFile, path);
  return path;
}

/** Moves an import's facts into the store. @returns the import as each of its regions holds it. */
export async function keepMapped(
  store: FactsStore,
  mapped: MappedImport,
  identity: { id: string; contentId: string },
  about: { source: string; pinnedDay: string | null; importedAt: string },
): Promise<Map<string, RegionImport>> {
  const importFolder = `${about.importedAt.replaceAll(/[^0-9]/g, '').slice(0, 17)}-${identity.id.slice(0, 12)}`;
  const factsFolder = join(store.temporaryDirectory, 'import', 'facts');
  await keepFacts(store, factsFolder, importFolder);
  const byRegion = new Map<string, FactFile[]>();
  for (const { kind, region, path, rows } of mapped.facts) {
    const files = byRegion.get(region) ?? [];
    files.push({ kind, path: join(importFolder, relative(factsFolder, path)), rows });
    byRegion.set(region, files);
  }
  const regions = [...byRegion.keys()];
  return new Map([...byRegion].map(([region, files]) => [region, { ...identity, ...about, files, regions }]));
}
