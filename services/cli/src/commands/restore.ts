import { PlainError } from '@plat/standalone/failures';
import { createOutput, reportFailure } from '@plat/standalone/output';
import { type HomeOptions, userPath } from '@plat/standalone/settings';
import { onStopSignals } from '@plat/standalone/signals';
import { homeCommand } from './home-command.ts';

/** `plat restore` */
export const restoreCommand = () =>
  homeCommand('restore', 'make a home of a backup', (command) =>
    command
      .argument('<file>', 'what `plat backup` wrote')
      .option('--replace', 'move a home that is there aside, once the backup is checked', false)
      .addHelpText('after', '\nThe backup is read and its database checked before anything of a home is changed.'),
  ).action(async (file: string, options: HomeOptions & { replace: boolean }) => {
    const { abandonRestore, restoreHome } = await import('../backup/restore-home.ts');
    const { readEnvironment } = await import('@plat/standalone/environment');
    const output = createOutput(options.json);
    if (readEnvironment().DATABASE_URL !== undefined) {
      throw new PlainError(
        'This command makes a home with an embedded database, and DATABASE_URL names another server.',
        'Run it without DATABASE_URL.',
      );
    }
    const { replace } = options;
    const request = { file: userPath(file), home: userPath(options.home), replace, note: output.note };
    const off = onStopSignals(async () => {
      const exitCode = await reportFailure(new PlainError('Interrupted.', 'Nothing was changed.'), options.json);
      await abandonRestore(request.home);
      return exitCode;
    });
    const report = await restoreHome(request).finally(off);
    output.answer(report, () =>
      [
        `${report.home} holds the backup that was begun on ${report.made_at.slice(0, 19).replace('T', ' ')} UTC, dataset version ${report.dataset_version}.`,
        ...(report.replaced_home === null
          ? []
          : [`The home before is ${report.replaced_home}: delete it when you are sure.`]),
      ].join('\n'),
    );
  });
