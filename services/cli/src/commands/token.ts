import type { ServiceName } from '@plat/contracts';
import type { HostEnvironment } from '@plat/standalone/environment';
import { MisuseError } from '@plat/standalone/failures';
import { operatorName } from '@plat/standalone/operator-name';
import { createOutput } from '@plat/standalone/output';
import { type HomeOptions, parseWhole, userPath } from '@plat/standalone/settings';
import { Argument, Option } from 'commander';
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
/** Upper limit of `createInternalTokens`. */
const MAX_MINUTES = 24 * 60;

interface TokenOptions extends HomeOptions {
  minutes: number;
  uid?: string;
  email?: string | null;
  name?: string | null;
}

/** `plat token` */
export const tokenCommand = () =>
  homeCommand(
    'token',
    'print a token: for calling a service directly without a key, or for a user who sets up automation',
    (command) =>
      command
        .addArgument(new Argument('[service]', 'service that accepts it').choices(SERVICES))
        .addOption(
          new Option('--minutes <minutes>', 'lifetime; it cannot be revoked earlier')
            .argParser(parseWhole(1, MAX_MINUTES))
            .default(DEFAULT_MINUTES),
        )
        .option('--uid <uid>', 'print an ID token instead, which proves this user to POST /automation/setup')
        .option('--email <address>', 'mail address in the ID token')
        .option('--name <name>', 'name in the ID token')
        .addHelpText(
          'after',
          '\nSend it as "Authorization: Bearer <token>". PLAT_INTERNAL_SECRET signs it, otherwise the home\'s secret does.\nAn ID token lasts at most an hour, and is accepted unless PLAT_OIDC_ISSUER names another provider.',
        ),
  ).action(async (service: ServiceName | undefined, options: TokenOptions) => {
    if ((service === undefined) === (options.uid === undefined))
      throw new MisuseError('Name a service, or a user with --uid.');
    const output = createOutput(options.json);
    const [{ readEnvironment }, { openExistingHome, sharedInternalSecret }] = await Promise.all([
      import('@plat/standalone/environment'),
      import('@plat/standalone/home'),
    ]);
    const environment = readEnvironment();
    const secret =
      environment.PLAT_INTERNAL_SECRET ?? (await sharedInternalSecret(openExistingHome(userPath(options.home))));
    const nowMs = Date.now();
    const lifetimeSeconds = options.minutes * 60;
    const expiresAt = new Date(nowMs + lifetimeSeconds * 1_000).toISOString();
    if (service === undefined) {
      const token = await idToken(secret, environment, options, nowMs);
      output.answer({ uid: options.uid, token, expires_at: expiresAt }, () => token);
      return;
    }
    const { createInternalTokens } = await import('@plat/kit');
    const token = await createInternalTokens(secret).issue(
      { keyId: `operator:${operatorName()}`, keyKind: 'service', companyId: 'plat', userId: null, realm: 'live' },
      service,
      lifetimeSeconds,
    );
    output.answer({ service, token, expires_at: expiresAt }, () => token);
  });

/** @throws MisuseError where the token would be rejected. */
async function idToken(
  secret: string,
  environment: HostEnvironment,
  { uid = '', email = null, name = null, minutes }: TokenOptions,
  nowMs: number,
): Promise<string> {
  const [{ MAX_LOCAL_LIFETIME_SECONDS }, { localIssuer }] = await Promise.all([
    import('@plat/automation/deps'),
    import('@plat/standalone/local-issuer'),
  ]);
  const issuer = localIssuer(secret, environment);
  if (issuer === null) throw new MisuseError('PLAT_OIDC_ISSUER names a provider: get ID tokens there.');
  if (minutes * 60 > MAX_LOCAL_LIFETIME_SECONDS) throw new MisuseError('An ID token lasts at most 60 minutes.');
  if (uid === '') throw new MisuseError('A uid must not be empty.');
  return issuer.issue({ uid, email, displayName: name }, nowMs, minutes * 60);
}
