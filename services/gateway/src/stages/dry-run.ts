import { type DryRunAnswer, offersDryRun } from '@plat/contracts';
import { jsonResponse, validationError } from '@plat/kit';
import { setLimitHeaders } from './minute-limit.ts';
import { refuseUnlessAllowed } from './monthly-quota.ts';
import type { Passage, Stage } from './passage.ts';
import { usageRequestOf } from './usage-request.ts';

const HEADER = 'x-dry-run';

/**
 * True if the caller asked for the cost of the request instead of running it.
 * @throws AppError VALIDATION_ERROR for an ambiguous value: running the request could count it by mistake.
 */
export function asksDryRun({ endpoint, exchange }: Passage): boolean {
  const value = exchange.request.headers.get(HEADER)?.trim().toLowerCase();
  if (value === undefined || value === 'false') return false;
  // A GET that never counts has no cost, with or without the header.
  if (endpoint.method === 'GET' && !offersDryRun(endpoint)) return false;
  if (value !== 'true') throw validationError([{ field: 'X-Dry-Run', problem: 'must be true or false' }]);
  if (offersDryRun(endpoint)) return true;
  throw validationError([{ field: 'X-Dry-Run', problem: 'is not offered by this endpoint, which is never counted' }]);
}

/** Returns what a success would count. Runs and counts nothing. */
export const dryRun: Stage = async (passage, tools) => {
  const { allowance } = passage.endpoint.policy;
  if (!asksDryRun(passage) || allowance === null) return undefined;
  const request = await usageRequestOf(passage, allowance, tools);
  const preview = await tools.ledger.preview(request, passage.exchange.work, passage.signal);
  passage.allowance = preview.allowance;
  setLimitHeaders(passage, tools.clock.nowMs());
  refuseUnlessAllowed(preview, passage);
  const answer: DryRunAnswer = {
    would_count: preview.outcome !== 'free',
    counted_before: preview.counted_before,
    limit: preview.allowance.limit,
    remaining: preview.allowance.remaining,
    resets_at: preview.allowance.resets_at,
  };
  return jsonResponse(answer);
};
