import { DAY_MS } from '@plat/kit';
import pTimeout from 'p-timeout';
import { Gauge, type Registry } from 'prom-client';
import type { SuppressionLists } from '../domain/ports.ts';

const MAX_WAIT_MS = 2_000;

/** Reports the age of the national do-not-call snapshot; after 31 days every phone number is withheld. */
export function createSnapshotAgeMetric(
  registry: Registry,
  suppressions: Pick<SuppressionLists, 'newestNationalSnapshot'>,
  asOf: () => string,
): void {
  new Gauge({
    name: 'plat_national_dnc_snapshot_age_days',
    help: 'Days since the newest national do-not-call snapshot; absent when there is none, or it cannot be read',
    registers: [registry],
    async collect() {
      const read = suppressions.newestNationalSnapshot(AbortSignal.timeout(MAX_WAIT_MS));
      const newest = await pTimeout(read, { milliseconds: MAX_WAIT_MS }).catch(() => null);
      this.reset();
      if (newest === null) this.remove();
      else this.set((Date.parse(asOf()) - Date.parse(newest)) / DAY_MS);
    },
  });
}
