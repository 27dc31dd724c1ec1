import type { LinkRequest } from '@plat/console/operator';
import { ROLES } from '@plat/contracts/roles';
import { operatorName } from '@plat/standalone/operator-name';
import type { HomeOptions } from '@plat/standalone/settings';
import { Option } from 'commander';
import { withAccounts } from '../../with-accounts.ts';
import { homeCommand } from '../home-command.ts';

const DEFAULT_URL = 'http://127.0.0.1:8080';

interface SignInOptions extends HomeOptions {
  role: LinkRequest['role'];
  company?: string;
  name?: string;
}

export const signInCommand = () =>
  homeCommand('sign-in', 'make a link that signs one person in, once and within 15 minutes', (command) =>
    command
      .addOption(new Option('--role <role>', 'rights of the person').choices(ROLES).default('owner'))
      .option('--company <name or id>', 'company of a member')
      .option('--name <name>', 'name of the person (default: your user name)')
      .addHelpText(
        'after',
        '\nThe link names PLAT_PUBLIC_URL, otherwise the address of the Plat that serves this home.\nPlain HTTP works on loopback only.',
      ),
  ).action(async (options: SignInOptions) => {
    const [{ createSignInLink, openOperatorConsole, signInUrl }, { servingNote }] = await Promise.all([
      import('@plat/console/operator'),
      import('@plat/standalone/home'),
    ]);
    await withAccounts(options, async ({ accounts, actor, database, home, environment, output }) => {
      const people = await openOperatorConsole(database.url, accounts);
      try {
        const name = options.name ?? operatorName();
        const { role, company } = options;
        const { token, expiresAt } = await createSignInLink(people, actor, { name, role, company });
        const origin = environment.PLAT_PUBLIC_URL ?? servingNote(home.path)?.url ?? DEFAULT_URL;
        const url = signInUrl(origin, token);
        output.answer({ sign_in_url: url, expires_at: expiresAt, name, role }, () =>
          [url, `It signs in ${name} as ${role}, once, until ${expiresAt}.`].join('\n'),
        );
      } finally {
        await people.close();
      }
    });
  });
