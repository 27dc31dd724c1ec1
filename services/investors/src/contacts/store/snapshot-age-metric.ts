import { Gauge, type Registry } from 'prom-client';
import type { SuppressionLists } from '../../search/index.ts';

const DAY_MS = 86_400_000;
const MAX_WAIT_MS = 2_000;

/** Shows how old the national do-not-call snapshot is: past 31 days every telephone number is withheld. */
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
      const read = suppressions.newestNationalSnapshot(AbortSignal.timeout(MAX_WAIT_MS)).catch(() => null);
      const newest = await Promise.race([read, Bun.sleep(MAX_WAIT_MS).then(() => null)]);
      this.reset();
      if (newest === null) this.remove();
      else this.set((Date.parse(asOf()) - Date.parse(newest)) / DAY_MS);
    },
  });
}
