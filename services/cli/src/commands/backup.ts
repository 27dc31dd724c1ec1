import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { PlainError } from '@plat/standalone/failures';
import { createOutput } from '@plat/standalone/output';
import { type HomeOptions, userPath } from '@plat/standalone/settings';
import { withHome } from '../with-home.ts';
import { homeCommand } from './home-command.ts';

const NOT_EMBEDDED = new PlainError(
  'This command copies the embedded database of a home, but DATABASE_URL names another server.',
  "Back up that server with PostgreSQL's tools (pg_dump, pg_basebackup), and the home's folder with it.",
);

/** `plat backup` */
export const backupCommand = () =>
  homeCommand('backup', 'copy a home into one file, also while Plat runs', (command) =>
    command
      .argument('<file>', 'target file outside the home, such as plat-2026-03-01.backup')
      .option('--overwrite', 'replace an existing file once the new one is complete', false)
      .addHelpText(
        'after',
        '\nThe file holds every key, secret and contact of the home: keep it secret. Only its owner may read it.\nSecrets that Plat reads from the environment are not included.',
      ),
  ).action(async (file: string, options: HomeOptions & { overwrite: boolean }) => {
    const { readEnvironment } = await import('@plat/standalone/environment');
    const output = createOutput(options.json);
    const target = userPath(file);
    const home = userPath(options.home);
    if (readEnvironment().DATABASE_URL !== undefined) throw NOT_EMBEDDED;
    checkTarget(target, home, options.overwrite);
    if (!existsSync(join(home, 'postgres'))) {
      throw new PlainError(`There is no home in ${home}.`, 'Choose the home with --home.');
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
    if (secrets.length > 0) output.note(`Not included, because they come from the environment: ${secrets.join(', ')}`);
    output.answer({ ...report, seconds }, () =>
      [
        `${report.file}: ${Math.ceil(report.bytes / 1e6)} MB, dataset version ${report.dataset_version}, in ${seconds} s.`,
        'It holds every secret of this home. Test it from time to time: plat restore <file> --home <new folder>',
      ].join('\n'),
    );
  });

function checkTarget(target: string, home: string, overwrite: boolean): void {
  if (existsSync(target) && !overwrite) {
    throw new PlainError(`The file ${target} exists.`, 'Choose another name, or add --overwrite.');
  }
  if (!existsSync(dirname(target))) {
    throw new PlainError(`There is no folder ${dirname(target)}.`, 'Create it, or choose another one.');
  }
  if (existsSync(home) && !relative(realpathSync(home), realpathSync(dirname(target))).startsWith('..')) {
    throw new PlainError(`${target} is inside the home.`, 'Choose a file outside, ideally on another disk.');
  }
}
