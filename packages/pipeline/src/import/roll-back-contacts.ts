import type { FactFile, RegionImport, RegionState } from '@plat/dataset';
import {
  ALL_REGIONS,
  createIndexesSql,
  createPartitionSql,
  type DatasetTableName,
  hasCitus,
  marketSchema,
  partitionName,
} from '@plat/dataset';
import type { Sql } from '@plat/db';

const LIVE = 'live';

/**
 * The state of region ALL after a rollback: contacts of the restored version, do-not-contact lists of today.
 * People who opted out since then must not be called again, so lists never go back.
 * @param state the restored build; null if that version had no contacts and lists.
 * @param serving the serving build; null without one.
 * @param version number of the rollback, for tables that are created empty.
 */
export async function rollBackContacts(
  sql: Sql,
  state: RegionState | null,
  serving: RegionState | null,
  version: number,
): Promise<RegionState | null> {
  const imports = joinImports(state?.imports ?? [], serving?.imports ?? []);
  if (imports.length === 0) return null;
  if (state === null) for (const table of ['contact', 'phone_name'] as const) await createEmpty(sql, table, version);
  if (serving === null) await createEmpty(sql, 'suppression', version);
  const base = state ?? { ...serving!, version };
  const counts = {
    ...base.counts,
    contacts: state?.counts.contacts ?? 0,
    suppressions: serving?.counts.suppressions ?? 0,
  };
  const suppressionsOf = serving === null ? version : (serving.suppressionsOf ?? serving.version);
  return { ...base, counts, imports, suppressionsOf };
}

async function createEmpty(sql: Sql, table: DatasetTableName, version: number): Promise<void> {
  const partition = partitionName(table, ALL_REGIONS, version);
  await sql.unsafe(createPartitionSql(LIVE, table, partition, ALL_REGIONS));
  if (await hasCitus(sql)) await sql`select create_reference_table(${`market.${partition}`}::text::regclass)`;
  for (const index of createIndexesSql(LIVE, table, partition)) await sql.unsafe(index);
  await sql.unsafe(`analyze ${marketSchema(LIVE)}.${partition}`);
}

const isList = ({ kind }: FactFile): boolean => kind === 'suppressions';

/** Contacts of the restored imports and lists of the serving imports, oldest import first. */
function joinImports(returning: readonly RegionImport[], serving: readonly RegionImport[]): RegionImport[] {
  const parts = [
    ...returning.map((one) => ({ one, files: one.files.filter((file) => !isList(file)) })),
    ...serving.map((one) => ({ one, files: one.files.filter(isList) })),
  ];
  const joined = new Map<string, RegionImport>();
  for (const { one, files } of parts) {
    if (files.length === 0) continue;
    const key = `${one.importedAt} ${one.id}`;
    const together = [...(joined.get(key)?.files ?? []), ...files];
    const { isPartial: _, ...whole } = one;
    joined.set(key, {
      ...whole,
      files: together,
      ...(together.length < one.files.length || one.isPartial === true ? { isPartial: true } : {}),
    });
  }
  return [...joined.values()].sort((a, b) => (a.importedAt < b.importedAt ? -1 : 1));
}
