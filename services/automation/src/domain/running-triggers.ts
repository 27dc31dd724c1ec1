import { AppError } from '@plat/kit';

const RETRY_AFTER_SECONDS = '5';

/**
 * Limits parallel triggers per user in this process, so that one user's hanging receivers cannot take all
 * connections.
 */
export interface RunningTriggers {
  /** @throws AppError RATE_LIMIT_EXCEEDED (429) at the limit. */
  run<T>(userId: string, work: () => Promise<T>): Promise<T>;
}

export function createRunningTriggers(most: number): RunningTriggers {
  const running = new Map<string, number>();
  return {
    run: async (userId, work) => {
      const before = running.get(userId) ?? 0;
      if (before >= most) {
        throw new AppError('RATE_LIMIT_EXCEEDED', `${most} triggers are still waiting for receivers; try again later`, {
          headers: { 'retry-after': RETRY_AFTER_SECONDS },
          limit: 'running_triggers',
        });
      }
      running.set(userId, before + 1);
      try {
        return await work();
      } finally {
        const left = (running.get(userId) ?? 1) - 1;
        if (left === 0) running.delete(userId);
        else running.set(userId, left);
      }
    },
  };
}
