import { once } from 'node:events';
import type { OperatorAccounts } from '@plat/accounts/deps';
import type { Actor } from '@plat/accounts/operator';
import { operatorName } from '@plat/standalone/operator-name';
import { createOutput, type Output } from '@plat/standalone/output';
import type { HomeOptions } from '@plat/standalone/settings';
import { type OpenHome, withHome } from './with-home.ts';

const REDIS_WAIT_MS = 3_000;

/** Context of an accounts command. */
export interface AccountsCommand extends Pick<OpenHome, 'home' | 'database' | 'environment'> {
  accounts: OperatorAccounts;
  /** The operator, for the audit trail. */
  actor: Actor;
  output: Output;
}

/**
 * Opens the accounts of a home for one command. When it returns, every running Plat knows of the change. If one
 * does not confirm, the command still prints its answer, which may hold a new key, then warns and exits with 1.
 */
export function withAccounts<T>(options: HomeOptions, work: (command: AccountsCommand) => Promise<T>): Promise<T> {
  const output = createOutput(options.json);
  return withHome({ ...options, note: output.note }, async (opened) => {
    const { database, environment } = opened;
    const [{ openOperatorAccounts }, { connectRedis, createMemoryKeyEpochs, createRedisKeyEpochs }] = await Promise.all(
      [import('@plat/accounts/deps'), import('@plat/limits')],
    );
    const { REDIS_URL: redisUrl } = environment;
    const redis = redisUrl === undefined ? undefined : connectRedis(redisUrl, () => {});
    // Its commands fail instead of queueing; the first one shows whether it answers.
    if (redis !== undefined) {
      await once(redis, 'ready', { signal: AbortSignal.timeout(REDIS_WAIT_MS) }).catch(() => {});
    }
    try {
      const epochs = redis === undefined ? createMemoryKeyEpochs() : createRedisKeyEpochs({ redis });
      const accounts = await openOperatorAccounts(database.url, epochs);
      try {
        const result = await work({ ...opened, accounts, actor: `operator:${operatorName()}`, output });
        if (!accounts.areChangesConfirmed()) warn(output);
        return result;
      } finally {
        await accounts.close();
      }
    } finally {
      redis?.disconnect();
    }
  });
}

function warn({ note }: Output): void {
  note(
    'The change is saved, but a running Plat, or Redis, did not confirm it within seconds.' +
      'Check REDIS_URL, and restart that Plat to be sure.',
  );
  process.exitCode = 1;
}
