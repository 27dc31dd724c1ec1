import type { ServiceName } from '@plat/contracts';
import { createInternalTokens, MAX_TOKEN_LIFETIME_SECONDS } from '@plat/kit';
import { Argument, Option } from 'commander';
import { readEnvironment } from '../environment.ts';
import { internalSecret, openHome } from '../home.ts';
import { operatorName } from '../operator-name.ts';
import { createOutput } from '../output.ts';
import { type HomeOptions, parseWhole, userPath } from '../settings.ts';
import { homeCommand } from './home-command.ts';

const SERVICES = [
  'geo',
  'investors',
  'valuation',
  'analytics',
  'accounts',
  'automation',
] as const satisfies readonly ServiceName[];
const DEFAULT_MINUTES = 15;

/** `plat token` */
export const tokenCommand = () =>
  homeCommand(
    'token',
    'print a token with which a person or tool calls one service directly, without a key',
    (command) =>
      command
        .addArgument(new Argument('<service>', 'which service accepts it').choices(SERVICES))
        .addOption(
          new Option('--minutes <minutes>', 'how long it is good; it cannot be taken back before')
            .argParser(parseWhole(1, MAX_TOKEN_LIFETIME_SECONDS / 60))
            .default(DEFAULT_MINUTES),
        )
        .addHelpText(
          'after',
          '\nSend it as "Authorization: Bearer <token>". It is signed with PLAT_INTERNAL_SECRET, else with the secret of the home.',
        ),
  ).action(async (service: ServiceName, options: HomeOptions & { minutes: number }) => {
    const output = createOutput(options.json);
    const secret = readEnvironment().PLAT_INTERNAL_SECRET ?? internalSecret(openHome(userPath(options.home)));
    const lifetimeSeconds = options.minutes * 60;
    const token = await createInternalTokens(secret).issue(
      { keyId: `operator:${operatorName()}`, keyKind: 'service', companyId: 'plat', userId: null },
      service,
      lifetimeSeconds,
    );
    const expiresAt = new Date(Date.now() + lifetimeSeconds * 1_000).toISOString();
    output.answer({ service, token, expires_at: expiresAt }, () => token);
  });
