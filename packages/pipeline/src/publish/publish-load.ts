import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ColumnType, DatasetTableName } from '@plat/dataset';
import {
  createDistributedPartitions,
  createIndexesSql,
  createPartitionSql,
  hasCitus,
  marketSchema,
  partitionName,
  sqlText,
  tableOf,
  tablesOf,
} from '@plat/dataset';
import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { copyFile } from './copy-file.ts';

const NULL_MARK = '\\N';
/** Tables loaded at a time; PostgreSQL takes most of the time, one core per connection. */
const CONNECTIONS = 2;

export interface LoadOptions {
  /** Folder for the CSV files between DuckDB and PostgreSQL; each is removed once loaded. */
  temporaryDirectory: string;
  onLoaded?: (table: DatasetTableName) => void;
}

/**
 * Creates a region's new partitions from the tables `out_<dataset table>`: standalone tables, filled, indexed and
 * analysed, invisible until attached.
 */
export async function loadPartitions(
  sql: Sql,
  realm: Realm,
  duck: DuckDBConnection,
  region: string,
  version: number,
  options: LoadOptions,
): Promise<void> {
  const isDistributed = await hasCitus(sql);
  if (isDistributed) await createDistributedPartitions(sql, realm, region, version);
  const waiting = [...tablesOf(region)];
  const load = async (): Promise<void> => {
    for (let table = waiting.shift(); table !== undefined; table = waiting.shift()) {
      const partition = partitionName(table, region, version);
      const csvFile = join(options.temporaryDirectory, `${partition}.csv`);
      await duck.run(exportSql(table, csvFile));
      await loadPartition({ sql, realm, table, partition, region, csvFile, isDistributed });
      await unlink(csvFile);
      options.onLoaded?.(table);
    }
  };
  // All of them end before the caller closes DuckDB, also after a failure.
  const ends = await Promise.allSettled(Array.from({ length: CONNECTIONS }, load));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

interface PartitionLoad {
  sql: Sql;
  realm: Realm;
  table: DatasetTableName;
  partition: string;
  region: string;
  csvFile: string;
  /** The partition exists on its node. */
  isDistributed: boolean;
}

async function loadPartition(load: PartitionLoad): Promise<void> {
  const { sql, realm, table, partition, region, csvFile, isDistributed } = load;
  const qualified = `${marketSchema(realm)}.${partition}`;
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    // The commit of the swap flushes everything before it, so these need not wait for the disk one by one.
    await tx`set local synchronous_commit = off`;
    await tx`set local maintenance_work_mem = '256MB'`;
    if (!isDistributed) await tx.unsafe(createPartitionSql(realm, table, partition, region));
    // FREEZE requires a table created in the same transaction, and saves a second write of every page later.
    const freeze = isDistributed ? '' : ', freeze';
    const columns = Object.keys(tableOf(table).columns).join(', ');
    const statement = `copy ${qualified} (${columns}) from stdin with (format csv, null '${NULL_MARK}'${freeze})`;
    await copyFile(tx, statement, csvFile);
    for (const index of createIndexesSql(realm, table, partition)) await tx.unsafe(index);
    if (!isDistributed) await tx.unsafe(`analyze ${qualified}`);
  });
  // Citus refuses it after other statements about a table that every node has.
  if (isDistributed) await sql.unsafe(`analyze ${qualified}`);
}

/** Writes a table's rows in stored order as CSV. Texts are quoted, so that an empty text is not read as null. */
function exportSql(table: DatasetTableName, csvFile: string): string {
  const { columns, storedInOrderOf } = tableOf(table);
  const list = Object.entries(columns).map(([name, { type }]) => `${exported(name, type)} as ${name}`);
  const order = storedInOrderOf.map((column) => `t.${column} nulls last`).join(', ');
  return `copy (select ${list.join(', ')} from out_${table} t order by ${order})
    to ${sqlText(csvFile)} (format csv, header false, nullstr '${NULL_MARK}')`;
}

function exported(column: string, type: ColumnType): string {
  const value = `t.${column}`;
  // PostgreSQL cannot store a NUL character in text.
  if (type === 'text') return `replace(cast(${value} as varchar), chr(0), '')`;
  if (type === 'text[]') {
    const element = `'"' || replace(replace(replace(e, chr(0), ''), '\\', '\\\\'), '"', '\\"') || '"'`;
    return `'{' || array_to_string(list_transform(list_filter(${value}, e -> e is not null), e -> ${element}), ',') || '}'`;
  }
  return `cast(${value} as ${type === 'double precision' ? 'double' : type})`;
}
