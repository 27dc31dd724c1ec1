import { newestImportRows, type ServingCounts, servingCounts } from '@plat/dataset';
import type { Sql } from '@plat/db';
import { DAY_MS } from '@plat/kit';
import pTimeout from 'p-timeout';
import { Gauge, type Registry } from 'prom-client';

const MAX_WAIT_MS = 2_000;

/** Reports the serving live dataset by state, and the rows that the last import kept and rejected. */
export function createDatasetMetrics(registry: Registry, sql: Sql, nowMs: () => number): void {
  const inTime = async <Row>(ask: () => Promise<readonly Row[]>): Promise<readonly Row[]> => {
    return pTimeout(ask(), { milliseconds: MAX_WAIT_MS }).catch(() => []);
  };
  let asking: Promise<readonly ServingCounts[]> | undefined;
  const regions = (): Promise<readonly ServingCounts[]> => {
    asking ??= inTime(() => servingCounts(sql, 'live')).finally(() => {
      asking = undefined;
    });
    return asking;
  };
  new Gauge({
    name: 'plat_dataset_rows',
    help: 'Properties and sales in the serving dataset, by state',
    labelNames: ['region', 'kind'] as const,
    registers: [registry],
    async collect() {
      const serving = await regions();
      this.reset();
      for (const { region, properties, sales } of serving) {
        // A gauge set to null would fail the whole metrics page.
        if (properties !== null) this.labels(region, 'properties').set(properties);
        if (sales !== null) this.labels(region, 'sales').set(sales);
      }
    },
  });
  new Gauge({
    name: 'plat_dataset_age_days',
    help: 'Days since the newest import of each serving state',
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
    help: 'Rows that the newest import kept and rejected',
    labelNames: ['outcome'] as const,
    registers: [registry],
    async collect() {
      const [last] = await inTime(async () => [await newestImportRows(sql, 'live')]);
      this.reset();
      if (last == null) return;
      this.labels('kept').set(last.kept);
      this.labels('rejected').set(last.rejected);
    },
  });
}
