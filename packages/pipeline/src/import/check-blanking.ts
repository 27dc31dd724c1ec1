import type { DuckDBConnection } from '@duckdb/node-api';
import type { RegionImport, RegionState } from '@plat/dataset';
import { MarketError, sqlTexts } from '@plat/dataset';
import { createDuck } from '../create-duck.ts';
import { importColumns } from '../sources/index.ts';
import { createFactView } from '../stages/normalise/fact-rows.ts';
import { joinParcelRows } from '../stages/normalise/join-parcel-rows.ts';
import { CONVEYANCE, joinTransferRows } from '../stages/normalise/join-transfer-rows.ts';
import { mapsTexts } from '../stages/normalise/mapped-columns.ts';
import { type FactsStore, factPaths } from './facts-store.ts';

/** Share of the filled cells of a column that an import may blank. A larger share needs the operator's consent. */
const MAX_BLANKED_SHARE = 0.2;
const MAX_COLUMNS_NAMED = 5;

export interface BlankingRequest {
  store: FactsStore;
  serving: ReadonlyMap<string, RegionState>;
  /** The import, by region. */
  added: ReadonlyMap<string, RegionImport>;
  /** Every changed region with the imports of its new build. */
  regions: ReadonlyMap<string, readonly RegionImport[]>;
  isAllowed: boolean;
}

interface Blanked {
  region: string;
  kind: Joined;
  column: string;
  filled: number;
  blanked: number;
}

type Joined = 'properties' | 'transfers';

/**
 * Compares the parcels and sales of an import before and after it, column by column.
 * @returns notes for the report.
 * @throws MarketError if it would blank more than a fifth of the filled cells of a column without permission.
 */
export async function checkBlanking(request: BlankingRequest): Promise<string[]> {
  const blanked: Blanked[] = [];
  const notes: string[] = [];
  for (const [region, one] of request.added) {
    const before = request.serving.get(region)?.imports ?? [];
    const after = request.regions.get(region) ?? [];
    const rows = [...before, one].flatMap(({ files }) => files).reduce((sum, file) => sum + file.rows, 0);
    if (before.length === 0 || after.length === 0) continue;
    const instance = await createDuck(rows, `${request.store.temporaryDirectory}/blanking`);
    try {
      const duck = await instance.connect();
      for (const kind of ['properties', 'transfers'] as const) {
        const paths = (imports: readonly RegionImport[]) => factPaths(request.store, region, imports)[kind];
        const replaced = before.filter((held) => !after.includes(held));
        const sides = { before: paths(before), after: paths(after), added: paths([one]), replaced: paths(replaced) };
        if (sides.before.length === 0 || sides.added.length === 0) continue;
        blanked.push(...(await compare(duck, region, kind, sides)));
        if (kind === 'properties') notes.push(...(await movedParcels(duck, region)));
      }
      duck.closeSync();
    } finally {
      instance.closeSync();
    }
  }
  const tooMany = blanked.filter(({ filled, blanked: lost }) => lost > filled * MAX_BLANKED_SHARE);
  if (tooMany.length > 0 && !request.isAllowed) throw blankingError(tooMany);
  return [...notes, ...tooMany.map((one) => `${sentence(one)}, as allowed.`)];
}

/** Counts, for every replaced column, the cells filled before and those of them that are empty after. */
async function compare(
  duck: DuckDBConnection,
  region: string,
  kind: Joined,
  paths: Record<'before' | 'after' | 'added' | 'replaced', readonly string[]>,
): Promise<Blanked[]> {
  await createFactView(duck, kind, [...paths.added, ...paths.replaced]);
  const texts = await mapsTexts(duck, `fact_${kind}`);
  const columns = importColumns(kind).filter((column) => texts.some((text) => text.includes(`,${column},`)));
  await duck.run(`CREATE OR REPLACE TEMP TABLE added_parcel AS
    SELECT DISTINCT parcel_id FROM read_parquet([${sqlTexts(paths.added)}])`);
  for (const side of ['before', 'after'] as const) {
    await createFactView(duck, kind, paths[side], {
      only: 'parcel_id IN (SELECT parcel_id FROM added_parcel)',
    });
    await createJoined(duck, kind, `${side}_${kind}`, columns);
  }
  const counts = columns.map(
    (column) => `count(b.${column}), count(b.${column}) FILTER (a.${column} IS NULL) AS ${column}`,
  );
  const found = await duck.runAndReadAll(
    `SELECT ${counts.join(', ')} FROM before_${kind} AS b JOIN after_${kind} AS a USING (joined_key)`,
  );
  const row = found.getRows()[0]!.map(Number);
  return columns.map((column, index) => ({
    region,
    kind,
    column,
    filled: row[2 * index]!,
    blanked: row[2 * index + 1]!,
  }));
}

/** A table of one row per parcel or conveyance from the fact view, with the columns and `joined_key`. */
async function createJoined(duck: DuckDBConnection, kind: Joined, table: string, columns: readonly string[]) {
  const kept = columns.map((column) => `any_value(${column}) AS ${column}`).join(', ');
  if (kind === 'properties') {
    await joinParcelRows(duck);
    await duck.run(`CREATE OR REPLACE TEMP TABLE ${table} AS
      SELECT parcel_id AS joined_key, any_value(lpad(fips, 5, '0')) AS own_fips, ${kept}
      FROM (SELECT * EXCLUDE (source_file, source_row, maps) FROM fact_properties ANTI JOIN joined_row USING (row_key)
        UNION ALL BY NAME SELECT * FROM joined_parcel) GROUP BY parcel_id`);
    await duck.run('DROP TABLE joined_row; DROP TABLE joined_parcel');
  } else {
    await joinTransferRows(duck);
    await duck.run(`CREATE OR REPLACE TEMP TABLE ${table} AS
      SELECT ${CONVEYANCE} AS joined_key, ${kept} FROM joined_transfer GROUP BY ALL`);
    await duck.run('DROP TABLE joined_transfer');
  }
}

/** Parcels whose identifier another county uses too: the earlier one is dropped. */
async function movedParcels(duck: DuckDBConnection, region: string): Promise<string[]> {
  const found = await duck.runAndReadAll(`SELECT count(*)::INTEGER FROM before_properties AS b
    JOIN after_properties AS a USING (joined_key) WHERE b.own_fips <> a.own_fips`);
  const count = Number(found.getRows()[0]?.[0]);
  if (count === 0) return [];
  return [
    `${region}: ${count} parcels have the parcel_id of a parcel in another county and replace it. ` +
      'Put the county into parcel_id if the state repeats identifiers.',
  ];
}

const sentence = ({ region, kind, column, filled, blanked }: Blanked): string =>
  `${column} of ${kind} in ${region}: ${blanked} of ${filled} filled values (${Math.round((100 * blanked) / filled)} %) become empty`;

function blankingError(tooMany: readonly Blanked[]): MarketError {
  const named = tooMany.slice(0, MAX_COLUMNS_NAMED).map(sentence).join('; ');
  const others = tooMany.length - MAX_COLUMNS_NAMED;
  return new MarketError(
    `This import would blank what is there: ${named}${others > 0 ? `; and ${others} other columns` : ''}. Nothing was imported.`,
    'Do you want to lose these values? Then add --allow-blanking. Otherwise take the empty columns out of the file or the mapping, and Plat keeps what it has.',
  );
}
