import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { PlainError } from '@plat/standalone/failures';
import { createOutput } from '@plat/standalone/output';
import { type HomeOptions, userPath } from '@plat/standalone/settings';
import { withHome } from '../with-home.ts';
import { homeCommand } from './home-command.ts';

const NOT_EMBEDDED = new PlainError(
  'This command copies the embedded database of a home, and DATABASE_URL names another server.',
  'Back that one up with the tools of PostgreSQL (pg_dump, pg_basebackup), and the folder of the home beside it.',
);

/** `plat backup` */
export const backupCommand = () =>
  homeCommand('backup', 'copy a home into one file, while Plat runs on it or not', (command) =>
    command
      .argument('<file>', 'where it goes, such as plat-2026-03-01.backup; outside of the home')
      .option('--overwrite', 'replace a file that is there, once the new one is complete', false)
      .addHelpText(
        'after',
        '\nThe file holds every key, secret and contact of the home: keep it as secret. Only its owner may read it.\nSecrets that Plat gets from the environment are not in it.',
      ),
  ).action(async (file: string, options: HomeOptions & { overwrite: boolean }) => {
    const { readEnvironment } = await import('@plat/standalone/environment');
    const output = createOutput(options.json);
    const target = userPath(file);
    const home = userPath(options.home);
    if (readEnvironment().DATABASE_URL !== undefined) throw NOT_EMBEDDED;
    checkTarget(target, home, options.overwrite);
    if (!existsSync(join(home, 'postgres'))) {
      throw new PlainError(`There is no home in ${home}.`, 'Name the one to back up with --home.');
    }
    const started = performance.now();
    const report = await withHome({ ...options, note: output.note }, async ({ sql }) => {
      const { ensureMarketSchema } = await import('@plat/dataset');
      const { backUpHome } = await import('../backup/back-up-home.ts');
      await ensureMarketSchema(sql);
      return backUpHome(home, sql, target, options.overwrite);
    });
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    const secrets = ['PLAT_INTERNAL_SECRET', 'PLAT_OBFUSCATION_SECRET'].filter(
      (name) => process.env[name] !== undefined,
    );
    if (secrets.length > 0)
      output.note(`Not in the backup, since they come from the environment: ${secrets.join(', ')}`);
    output.answer({ ...report, seconds }, () =>
      [
        `${report.file}: ${Math.ceil(report.bytes / 1e6)} MB, dataset version ${report.dataset_version}, in ${seconds} s.`,
        'It holds every secret of this home. Try it now and then: plat restore <file> --home <new folder>',
      ].join('\n'),
    );
  });

function checkTarget(target: string, home: string, overwrite: boolean): void {
  if (existsSync(target) && !overwrite) {
    throw new PlainError(`There is a file ${target}.`, 'Name another one, or add --overwrite.');
  }
  if (!existsSync(dirname(target))) {
    throw new PlainError(`There is no folder ${dirname(target)}.`, 'Make it, or name another one.');
  }
  if (existsSync(home) && !relative(realpathSync(home), realpathSync(dirname(target))).startsWith('..')) {
    throw new PlainError(`${target} is inside of the home.`, 'Name a file outside, best on another disk.');
  }
}
