import { Command } from 'commander';
import { version } from '../package.json';
import { accountCommand } from './commands/account.ts';
import { auditCommand } from './commands/audit.ts';
import { automationCommand } from './commands/automation.ts';
import { backupCommand } from './commands/backup.ts';
import { consoleCommand } from './commands/console.ts';
import { dealsCommand } from './commands/deals.ts';
import { doctorCommand } from './commands/doctor.ts';
import { evaluateCommand } from './commands/evaluate.ts';
import { importCommand } from './commands/import.ts';
import { keyCommand } from './commands/key.ts';
import { marketCommand } from './commands/market.ts';
import { migrateCommand } from './commands/migrate.ts';
import { planCommand } from './commands/plan.ts';
import { restoreCommand } from './commands/restore.ts';
import { startCommand } from './commands/start.ts';
import { suppressCommand } from './commands/suppress.ts';
import { tokenCommand } from './commands/token.ts';
import { usageCommand } from './commands/usage.ts';
import { userCommand } from './commands/user.ts';
import { webhookCommand } from './commands/webhook.ts';

const ENVIRONMENT = `
Each environment variable equals its flag: PLAT_PORT, PLAT_HOST, PLAT_HOME, PLAT_MARKET, PLAT_AS_OF.
DATABASE_URL names a PostgreSQL server to use instead of the embedded one, REDIS_URL a Redis for shared limits.
PLAT_INTERNAL_SECRET, PLAT_LOG_LEVEL, PLAT_REQUIRE_HTTPS, PLAT_TRUSTED_PROXIES and PLAT_GEOCODER_URL configure services.
PLAT_OIDC_ISSUER, PLAT_OIDC_AUDIENCE, PLAT_AUTOMATION_SIGN_UP and PLAT_AUTOMATION_HOST configure automation.
PLAT_EGRESS_ALLOW_LOOPBACK, PLAT_EGRESS_ALLOWED_RANGES (private networks, such as 10.20.0.0/16) and
PLAT_EGRESS_DENIED_RANGES decide which webhook receivers may be called.
PLAT_SKIPTRACE_URL, PLAT_SKIPTRACE_KEY, PLAT_SKIPTRACE_BATCH and PLAT_SKIPTRACE_TIMEOUT_MS configure skip tracing.

Exit status: 0 success, 1 failure, 2 incorrect call.`;

/** The `plat` command with all subcommands. */
export function createProgram(): Command {
  const program = new Command('plat')
    .description('Plat: who is buying near an address, from public property records')
    .version(versionText(), '-V, --version', 'show the version of Plat')
    .addHelpText('after', ENVIRONMENT)
    .addCommand(startCommand())
    .addCommand(importCommand())
    .addCommand(marketCommand())
    .addCommand(migrateCommand())
    .addCommand(evaluateCommand())
    .addCommand(accountCommand())
    .addCommand(keyCommand())
    .addCommand(planCommand())
    .addCommand(userCommand())
    .addCommand(usageCommand())
    .addCommand(consoleCommand())
    .addCommand(automationCommand())
    .addCommand(webhookCommand())
    .addCommand(dealsCommand())
    .addCommand(suppressCommand())
    .addCommand(auditCommand())
    .addCommand(tokenCommand())
    .addCommand(doctorCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand());
  for (const command of allCommands(program))
    command.exitOverride().showHelpAfterError('(--help shows what is possible)');
  return program;
}

const versionText = (): string => `plat ${version} (Bun ${Bun.version})`;

const allCommands = (command: Command): Command[] => [command, ...command.commands.flatMap(allCommands)];
