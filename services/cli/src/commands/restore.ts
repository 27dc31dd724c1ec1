import { PlainError } from '@plat/standalone/failures';
import { createOutput, reportFailure } from '@plat/standalone/output';
import { type HomeOptions, userPath } from '@plat/standalone/settings';
import { onStopSignals } from '@plat/standalone/signals';
import { homeCommand } from './home-command.ts';

/** `plat restore` */
export const restoreCommand = () =>
  homeCommand('restore', 'create a home from a backup', (command) =>
    command
      .argument('<file>', 'file written by `plat backup`')
      .option('--replace', 'move an existing home aside once the backup is checked', false)
      .addHelpText('after', '\nThe command checks the backup and its database before it changes anything.'),
  ).action(async (file: string, options: HomeOptions & { replace: boolean }) => {
    const { abandonRestore, restoreHome } = await import('../backup/restore-home.ts');
    const { readEnvironment } = await import('@plat/standalone/environment');
    const output = createOutput(options.json);
    if (readEnvironment().DATABASE_URL !== undefined) {
      throw new PlainError(
        'This command creates a home with an embedded database, but DATABASE_URL names another server.',
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
        `${report.home} holds the backup started at ${report.made_at.slice(0, 19).replace('T', ' ')} UTC, dataset version ${report.dataset_version}.`,
        ...(report.replaced_home === null
          ? []
          : [`The previous home is ${report.replaced_home}: delete it when you are sure.`]),
      ].join('\n'),
    );
  });
