import { createOutput } from '@plat/standalone/output';
import { type HomeOptions, userPath } from '@plat/standalone/settings';
import type { CheckReport } from '../doctor/check.ts';
import { alignedRows } from '../text-table.ts';
import { homeCommand } from './home-command.ts';

const EXIT_MS = 10_000;
const EXIT_CODES = { ok: 0, warn: 1, fail: 2 } as const;

/** `plat doctor` */
export const doctorCommand = () =>
  homeCommand('doctor', 'check everything that Plat needs, and suggest remedies', (command) =>
    command.addHelpText(
      'after',
      '\nIt checks a home, or with DATABASE_URL, REDIS_URL and service URLs (PLAT_GEO_URL and the like) Plat as services.\nIt changes nothing and shows no secret. Exit status: 0 ok, 1 warnings, 2 failures.',
    ),
  ).action(async (options: HomeOptions) => {
    const { runDoctor } = await import('../doctor/run-doctor.ts');
    const output = createOutput(options.json);
    const { result, checks } = await runDoctor(userPath(options.home), process.env);
    output.answer({ result, checks }, () => describeAll(checks));
    process.exitCode = EXIT_CODES[result];
    // A hanging check would keep the process alive.
    setTimeout(() => process.exit(), EXIT_MS).unref();
  });

function describeAll(checks: readonly CheckReport[]): string {
  const table = alignedRows(
    checks.flatMap(({ name, standing, seen, advice }) => [
      [standing, name, seen],
      ...(advice === undefined ? [] : [['', '', advice]]),
    ]),
  );
  const count = (standing: string) => checks.filter((one) => one.standing === standing).length;
  const warnings = count('warn');
  return [
    table,
    '',
    `${count('fail')} failed, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, ${count('ok')} ok.`,
  ].join('\n');
}
