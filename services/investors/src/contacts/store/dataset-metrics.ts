import { schemaOf } from '@plat/dataset';
import type { Sql } from '@plat/db';
import { Gauge, type Registry } from 'prom-client';

const DAY_MS = 86_400_000;
const MAX_WAIT_MS = 2_000;

interface RegionRow {
  region: string;
  imported_at: string;
  properties: number | null;
  sales: number | null;
}

interface ImportRow {
  kept: number;
  rejected: number;
}

/** Shows what serves of the live dataset in each state, and what the last import kept and left out, whenever the metrics are read. */
export function createDatasetMetrics(registry: Registry, sql: Sql, nowMs: () => number): void {
  const inTime = async <Row>(ask: () => Promise<readonly Row[]>): Promise<readonly Row[]> => {
    const answering = ask().catch(() => []);
    return Promise.race([answering, Bun.sleep(MAX_WAIT_MS).then(() => [])]);
  };
  let asking: Promise<readonly RegionRow[]> | undefined;
  const regions = (): Promise<readonly RegionRow[]> => {
    asking ??= inTime(
      () => sql<RegionRow[]>`
        select region, (current -> 'counts' ->> 'properties')::float8 as properties,
          (current -> 'counts' ->> 'sales')::float8 as sales,
          (select max(one ->> 'importedAt') from jsonb_array_elements(current -> 'imports') one) as imported_at
        from ${schemaOf(sql, 'live')}.region where current is not null`,
    ).finally(() => {
      asking = undefined;
    });
    return asking;
  };
  new Gauge({
    name: 'plat_dataset_rows',
    help: 'Properties and sales that serve, by state',
    labelNames: ['region', 'kind'] as const,
    registers: [registry],
    async collect() {
      const serving = await regions();
      this.reset();
      for (const { region, properties, sales } of serving) {
        // One unknown number must not cost the others: a gauge that is set to null fails the whole page.
        if (properties !== null) this.labels(region, 'properties').set(properties);
        if (sales !== null) this.labels(region, 'sales').set(sales);
      }
    },
  });
  new Gauge({
    name: 'plat_dataset_age_days',
    help: 'Days since the newest import of a state that serves',
    labelNames: ['region'] as const,
    registers: [registry],
    async collect() {
      const serving = await regions();
      this.reset();
      for (const { region, imported_at } of serving) {
        this.labels(region).set((nowMs() - Date.parse(imported_at)) / DAY_MS);
      }
    },
  });
  new Gauge({
    name: 'plat_last_import_rows',
    help: 'Rows that the newest version kept and rejected of the files that it came from',
    labelNames: ['outcome'] as const,
    registers: [registry],
    async collect() {
      const [last] = await inTime(
        () => sql<ImportRow[]>`
          select coalesce(sum((file ->> 'kept')::float8), 0) as kept,
            coalesce(sum((file ->> 'rejected')::float8), 0) as rejected
          from ${schemaOf(sql, 'live')}.version, jsonb_array_elements(imports) one, jsonb_array_elements(one -> 'files') file
          where version = (select max(version) from ${schemaOf(sql, 'live')}.version where kind = 'import')
          having count(*) > 0`,
      );
      this.reset();
      if (last === undefined) return;
      this.labels('kept').set(last.kept);
      this.labels('rejected').set(last.rejected);
    },
  });
}
