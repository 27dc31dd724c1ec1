import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { MarketError } from '../market-error.ts';
import { schemaOf } from '../realm.ts';

export const ACCURACY_KINDS = ['valuation', 'matching', 'linking'] as const;
/** Measured: values against later sales, ranked buyers against actual ones, joined owner names. */
export type AccuracyKind = (typeof ACCURACY_KINDS)[number];

/** Measurements of one kind, with the dataset version that was measured. */
export interface AccuracyRows {
  datasetVersion: number;
  rows: readonly unknown[];
}

/** Null for a kind that was never measured. */
export type Accuracy = Readonly<Record<AccuracyKind, AccuracyRows | null>>;

/**
 * Stores measurements of the serving version and replaces earlier ones of the same kind and version.
 * @param rows JSON objects in the documented form of the accuracy operation for their kind
 * @returns the version that they belong to.
 * @throws MarketError when nothing was published yet
 */
export async function saveAccuracy(
  sql: Sql,
  realm: Realm,
  kind: AccuracyKind,
  rows: readonly unknown[],
): Promise<number> {
  const schema = schemaOf(sql, realm);
  const [saved] = await sql<{ version: number }[]>`
    insert into ${schema}.accuracy (kind, version, rows)
    select ${kind}, max(version), ${sql.json(rows as never)} from ${schema}.version having max(version) is not null
    on conflict (kind, version) do update set rows = excluded.rows, measured_at = excluded.measured_at
    returning version`;
  if (saved === undefined) throw new MarketError('The dataset is empty: there is nothing to measure.', 'Import first.');
  return saved.version;
}

/** Measurements stored by `saveAccuracy`, for each kind from the newest version that has any. */
export async function keptAccuracy(sql: Sql, realm: Realm): Promise<Accuracy> {
  const newest = await sql<{ kind: AccuracyKind; version: number; rows: unknown[] }[]>`
    select distinct on (kind) kind, version, rows from ${schemaOf(sql, realm)}.accuracy order by kind, version desc`.catch(
    noTable,
  );
  const found = new Map(newest.map(({ kind, version, rows }) => [kind, { datasetVersion: version, rows }]));
  return Object.fromEntries(ACCURACY_KINDS.map((kind) => [kind, found.get(kind) ?? null])) as Record<
    AccuracyKind,
    AccuracyRows | null
  >;
}

interface ValuationRow {
  state: string;
  model_version: string;
}

/**
 * The known accuracy of the serving dataset. Values of a state: measurements stored for the serving model,
 * otherwise those made during its training.
 */
export async function readAccuracy(sql: Sql, realm: Realm): Promise<Accuracy> {
  const [kept, published] = await Promise.all([keptAccuracy(sql, realm), publishedAccuracy(sql, realm)]);
  if (published.length === 0) return kept;
  const keptRows = (kept.valuation?.rows ?? []) as ValuationRow[];
  const states = [...new Map(published.map((row) => [row.state, row])).values()];
  const rows = states.flatMap(({ state, model_version: model }) => {
    const evaluated = keptRows.filter((row) => row.state === state && row.model_version === model);
    return evaluated.length > 0 ? evaluated : published.filter((row) => row.state === state).map(measuredRow);
  });
  return { ...kept, valuation: { datasetVersion: published[0]!.version, rows } };
}

interface PublishedRow extends ValuationRow {
  version: number;
  county: string;
  property_type: string;
  evaluated_on: string;
  metrics: string;
}

const measuredRow = ({ version: _, metrics, ...row }: PublishedRow) => ({ ...row, ...JSON.parse(metrics) });

/** Measurements made during training, for every serving state. */
function publishedAccuracy(sql: Sql, realm: Realm): Promise<PublishedRow[]> {
  const schema = schemaOf(sql, realm);
  return sql<PublishedRow[]>`
    select region as state, county, property_type, model_version, evaluated_on, metrics,
      (select max(version) from ${schema}.version) as version
    from ${schema}.value_accuracy order by region, county, property_type`.catch(noTable);
}

/** Datasets of an earlier release lack this table until the next import or start creates it. */
function noTable(error: unknown): [] {
  if ((error as { code?: string } | null)?.code === '42P01') return [];
  throw error;
}
