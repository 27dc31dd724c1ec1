import type { RegionImport, RegionState } from '@plat/dataset';
import { ensureMarketSchema, schemaOf, servingStates, withImportLock } from '@plat/dataset';
import type { Sql } from '@plat/db';
import { type Realm, utcDay } from '@plat/kit';
import { type GeocodeMemory, openGeocodeMemory } from '../map/geocode-memory.ts';
import type { Geocode } from '../map/geocode-properties.ts';
import { geocodedIdentity } from '../map/import-identity.ts';
import { publish } from '../publish/publish.ts';
import { checkBlanking } from './check-blanking.ts';
import { cleanStore } from './clean-store.ts';
import { explainNoDeals } from './explain-no-deals.ts';
import { type FactsStore, factPaths } from './facts-store.ts';
import { mergeImport } from './merge-import.ts';
import { plainFailure } from './plain-failure.ts';
import { type OnProgress, reportProgress } from './progress.ts';
import { chooseSource, identify, keepMapped, readAndMap, type SourceChoice } from './read-and-map.ts';
import { type ImportReport, type RecordedImport, summarise } from './report.ts';
import { takeSampleOutOf } from './take-sample-out.ts';

export interface ImportRequest {
  /** Home of this Plat; facts, rejects and scratch files live in its folder `market`. */
  home: string;
  /** Needs at least four connections and the right to create tables. */
  sql: Sql;
  source: SourceChoice;
  /** Files and folders. */
  files: readonly string[];
  /**
   * YYYY-MM-DD: windows of the counties of this import count back from this day, until an import of the county
   * without it brings newer sales. Without it they count back from the county's newest sale.
   */
  asOf?: string | undefined;
  /** Only reads and checks the files. */
  dryRun?: boolean;
  /** Maximum share of bad rows in a file; 0.2 by default. */
  maxRejectedShare?: number;
  /** Imports a do-not-contact list without its bad rows; otherwise a list may lose none. */
  acceptRejected?: boolean;
  /** Imports even if more than a fifth of the filled cells of a column become empty. */
  allowBlanking?: boolean;
  /** Finds coordinates of properties without any. */
  geocode?: Geocode | undefined;
  /** URL and settings of the geocoder. The home caches its answers under this name, and not without one. */
  geocoderName?: string | undefined;
  /** Target realm, live by default. Only the generated market goes to the sample. */
  realm?: Realm;
  onProgress?: OnProgress | undefined;
}

const DEFAULT_MAX_REJECTED_SHARE = 0.2;

/**
 * Reads the mapping of a source before anything is opened or created.
 * @throws MarketError without such a source, or with a wrong mapping.
 */
export async function checkSource(source: SourceChoice, files: readonly string[]): Promise<void> {
  try {
    await chooseSource(source, files);
  } catch (error) {
    throw plainFailure(error, '');
  }
}

/**
 * Imports public records: reads and maps the files, builds the affected regions beside the live ones, and switches
 * to them at once. Until then the previous version serves, whatever happens.
 * @throws MarketError or DatabaseError in plain sentences for what an operator can fix.
 */
export async function importMarket(request: ImportRequest): Promise<ImportReport> {
  const { home, sql, realm = 'live' } = request;
  try {
    await ensureMarketSchema(sql);
    return await withImportLock(sql, async () => {
      const store = await cleanStore(sql, realm, home);
      try {
        if (realm === 'live' && !request.dryRun)
          await takeSampleOutOf(store, sql, request.asOf ?? utcDay(Date.now()), request.onProgress);
        return await importInto(store, realm, request);
      } finally {
        // A cleanup failure must not fail a published import; the next run cleans up again.
        await cleanStore(sql, realm, home).catch(() => {});
      }
    });
  } catch (error) {
    throw plainFailure(error, home);
  }
}

async function importInto(store: FactsStore, realm: Realm, request: ImportRequest): Promise<ImportReport> {
  const { sql } = request;
  const pinnedDay = request.asOf ?? null;
  const asOf = pinnedDay ?? utcDay(Date.now());
  const progress = reportProgress(request.onProgress);
  const source = await chooseSource(request.source, request.files);
  const serving = await servingStates(sql, realm);
  const identity = await identify(source, request.files);
  const known = [geocodedIdentity(identity.id), ...(request.geocode === undefined ? [identity.id] : [])];
  const { outdated } = await ensureMarketSchema(sql);
  const layoutChanged = outdated.includes(realm);
  const held = known.find((id) => isHeld(serving, id, pinnedDay));
  if (!request.dryRun && held !== undefined && !layoutChanged) return unchangedReport(sql, realm, held);

  const { mapped, recorded } = await readAndMap({
    store,
    source,
    files: request.files,
    asOf,
    progress,
    geocode: request.geocode,
    geocodeMemory: memoryOf(request),
    maxRejectedShare: request.maxRejectedShare ?? DEFAULT_MAX_REJECTED_SHARE,
    acceptRejected: request.acceptRejected ?? false,
    knownProperties: propertyFacts(store, serving),
  });
  const { id: _, ...report } = recorded;

  const about = { source: recorded.source, pinnedDay, importedAt: new Date().toISOString() };
  const added = await keepMapped(store, mapped, { ...identity, id: mapped.identity }, about);
  const merged = mergeImport(realm, serving, added);
  const isAllowed = realm === 'sample' || (request.allowBlanking ?? false);
  merged.notes.push(...(await checkBlanking({ store, serving, added, regions: merged.regions, isAllowed })));
  if (request.dryRun) return reportNow(sql, realm, report, [...merged.notes, 'Dry run: nothing was changed.']);
  const regions = new Map(merged.regions);
  if (layoutChanged) {
    for (const [region, state] of serving) if (!regions.has(region)) regions.set(region, state.imports);
    merged.notes.push('The dataset was made by another release of Plat; all of it was rebuilt from its facts.');
  }
  if (regions.size === 0) return reportNow(sql, realm, report, [...merged.notes, 'Nothing was left to import.']);
  const imports = [{ ...recorded, notes: [...recorded.notes, ...merged.notes] }];
  const kind = layoutChanged ? 'rebuild' : 'import';
  await publish({ sql, realm, store, regions, kind, asOf, imports, newLayout: layoutChanged, progress });
  const silence = await explainNoDeals(sql, realm, added.keys());
  return reportNow(sql, realm, report, [...merged.notes, ...silence]);
}

/** True if an import changes what serves: it pins another day, or part of it was removed. */
function isHeld(serving: ReadonlyMap<string, RegionState>, id: string, pinnedDay: string | null): boolean {
  const parts = [...serving].flatMap(([region, { imports }]) =>
    imports.flatMap((one) => (one.id === id ? [{ region, one }] : [])),
  );
  const regions = new Set(parts.map(({ region }) => region));
  const isWhole = ({ regions: all = [], withoutCounties = [], isPartial = false }: RegionImport): boolean =>
    !isPartial && withoutCounties.length === 0 && all.every((region) => regions.has(region));
  return (
    parts.some(({ one }) => pinnedDay === null || one.pinnedDay === pinnedDay) && parts.every(({ one }) => isWhole(one))
  );
}

const memoryOf = ({ home, geocoderName }: ImportRequest): (() => GeocodeMemory) | undefined =>
  geocoderName === undefined ? undefined : () => openGeocodeMemory(home, geocoderName, utcDay(Date.now()));

/** Known parcels give the state of rows of an import that name none. */
export function propertyFacts(store: FactsStore, serving: ReadonlyMap<string, RegionState>): string[] {
  return [...serving].flatMap(([region, state]) => factPaths(store, region, state.imports).properties);
}

async function unchangedReport(sql: Sql, realm: Realm, id: string): Promise<ImportReport> {
  const [row] = await sql<{ recorded: RecordedImport }[]>`
    select one as recorded from ${schemaOf(sql, realm)}.version, jsonb_array_elements(imports) one
    where one ->> 'id' = ${id} order by version desc limit 1`;
  const { id: _, ...report } = row!.recorded;
  return reportNow(sql, realm, report, ['These files were imported before with the same mapping; nothing changed.']);
}

async function reportNow(
  sql: Sql,
  realm: Realm,
  report: Omit<RecordedImport, 'id'>,
  notes: readonly string[],
): Promise<ImportReport> {
  const dataset = await summarise(sql, realm);
  const { source, files, rejects, reject_file } = report;
  return { source, version: dataset.version, files, rejects, reject_file, notes: [...report.notes, ...notes], dataset };
}
