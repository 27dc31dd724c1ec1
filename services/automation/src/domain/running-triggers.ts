import { AppError } from '@plat/kit';

const RETRY_AFTER_SECONDS = '5';

/** How many triggers of each user run in this process: the connections of hanging receivers are not one user's alone. */
export interface RunningTriggers {
  /** @throws AppError RATE_LIMIT_EXCEEDED (429) while as many as may run do so. */
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
