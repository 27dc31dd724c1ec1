import type { KeyRecord } from '@plat/accounts/operator';
import { userIdProblem } from '@plat/contracts';
import { MisuseError } from '@plat/standalone/failures';
import type { HomeOptions } from '@plat/standalone/settings';
import type { Command } from 'commander';
import { type AccountsCommand, withAccounts } from '../../with-accounts.ts';
import { homeCommand } from '../home-command.ts';

export interface UserOptions extends HomeOptions {
  key: string;
}

/** A command on the users of one enterprise key, chosen by `--key`. */
export const userCommandOf = (name: string, description: string, options: (command: Command) => Command): Command =>
  homeCommand(name, description, (command) =>
    options(command).requiredOption('--key <key>', "id or prefix of the users' enterprise key"),
  );

/** Opens the accounts and finds the key. @throws MisuseError for a key without users. */
export function withEnterpriseKey(
  options: UserOptions,
  work: (command: AccountsCommand & { key: KeyRecord }) => Promise<void>,
): Promise<void> {
  return withAccounts(options, async (command) => {
    const { findKey } = await import('@plat/accounts/operator');
    const key = await findKey(command.accounts, options.key);
    if (key.kind !== 'enterprise') {
      throw new MisuseError(`The key ${key.name} is a ${key.kind} key; only enterprise keys have end users.`);
    }
    await work({ ...command, key });
  });
}

/** @throws MisuseError unless the text is a valid end user id. */
export function checkUserId(userId: string, problemOf = userIdProblem): void {
  const problem = problemOf(userId);
  if (problem !== null) throw new MisuseError(`The user ${problem}.`);
}
