import { commitUsage } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { UsageDeps } from '../domain/usage/ports.ts';

/** `POST /internal/usage/commit` */
export const commitUsageOperation = ({ ledger, clock }: UsageDeps) =>
  operation(commitUsage, async ({ body, log }) => {
    const commits = body.commits.map(({ reservation_id: reservationId, skiptraced, not_after }) => ({
      reservationId,
      skiptraced,
      notAfterMs: not_after === undefined ? undefined : Date.parse(not_after),
    }));
    const answers = await ledger.commit(commits, clock.nowMs());
    const unknown = commits.filter((_, index) => answers[index]?.outcome === 'unknown');
    if (unknown.length > 0) {
      log.warn(
        { reservations: unknown.map(({ reservationId }) => reservationId) },
        'commits arrived after their holds expired',
      );
    }
    return { answers };
  });
