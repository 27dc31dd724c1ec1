import type { AuditEntry } from '@plat/accounts/operator';
import type { OperationPorts } from '@plat/console/deps';
import { pageOfRows } from '@plat/console/paging';
import { MarketError } from '@plat/dataset';
import type { Sql } from '@plat/db';
import { AppError } from '@plat/kit';
import { countsOf } from '../dataset-counts.ts';
import { countyLine, servedCounties } from '../served-counties.ts';
import { servedRealms } from '../served-realms.ts';

export interface RecordsHost {
  /** Without a time limit for statements. */
  records(): Sql;
  /** Path of the home with the facts; null in a host without one. */
  home: string | null;
  asOf(): string;
  audit: { append(actor: `operator:${string}` | `key:${string}`, entry: AuditEntry): Promise<void> };
}

type RecordsPorts = Pick<OperationPorts, 'readCoverage' | 'listVersions' | 'rollbackVersion' | 'removeRecords'>;

/** The serving records and their versions. The pipeline is loaded when it is needed first. */
export const recordsOperations = ({ records, home, asOf, audit }: RecordsHost): RecordsPorts => ({
  readCoverage: async () => {
    const sql = records();
    const [{ live, sample }, counties] = await Promise.all([servedRealms(sql), servedCounties(sql, asOf())]);
    return { realms: { live: countsOf(live), sample: countsOf(sample) }, counties: counties.map(countyLine) };
  },

  listVersions: async ({ query }) => {
    const { marketVersions } = await import('@plat/pipeline');
    const versions = await marketVersions(records(), 'live', home ?? undefined);
    const { rows, nextCursor } = pageOfRows(versions, query, ({ version }) => String(version));
    return { versions: rows, next_cursor: nextCursor };
  },

  rollbackVersion: async ({ body, actor }) => {
    const { rollbackMarket } = await import('@plat/pipeline');
    await audit.append(actor, { action: 'records.rolled_back', subject: 'records:live', before: null, after: body });
    const { restores, dataset } = await asRefusal(rollbackMarket({ sql: records(), to: body.version }));
    return { restores, dataset: countsOf(dataset) };
  },

  removeRecords: async ({ body, actor }) => {
    if (home === null) throw new AppError('SERVICE_UNAVAILABLE', 'The records can be removed where their home is');
    const { removeFromMarket } = await import('@plat/pipeline');
    await audit.append(actor, {
      action: 'records.removed',
      subject: `records:${body.state}`,
      before: null,
      after: body,
    });
    const { state, county, properties, dataset } = await asRefusal(removeFromMarket({ home, sql: records(), ...body }));
    return { state, county, properties, dataset: countsOf(dataset) };
  },
});

/** @throws AppError NOT_FOUND where the records have no such state, county or version */
const asRefusal = <Done>(change: Promise<Done>): Promise<Done> =>
  change.catch((error) => {
    if (error instanceof MarketError) throw new AppError('NOT_FOUND', `${error.message} ${error.advice}`);
    throw error;
  });
