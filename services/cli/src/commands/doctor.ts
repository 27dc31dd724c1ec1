import { createOutput } from '@plat/standalone/output';
import { type HomeOptions, userPath } from '@plat/standalone/settings';
import type { CheckReport } from '../doctor/check.ts';
import { homeCommand } from './home-command.ts';

const CHECK_MS = 15_000;
const CLOSE_MS = 10_000;
const EXIT_CODES = { ok: 0, warn: 1, fail: 2 } as const;

/** `plat doctor` */
export const doctorCommand = () =>
  homeCommand('doctor', 'look at everything that Plat needs, and say what to do', (command) =>
    command.addHelpText(
      'after',
      '\nIt looks at a home, or with DATABASE_URL, REDIS_URL and the URLs of services (PLAT_GEO_URL and the like) at Plat as\nservices. It changes nothing and shows no secret. Exit status: 0 all is well, 1 warnings, 2 something has failed.',
    ),
  ).action(async (options: HomeOptions) => {
    const [{ inTime, runChecks, worst }, { CHECKS }, { lookAround }] = await Promise.all([
      import('../doctor/check.ts'),
      import('../doctor/checks/index.ts'),
      import('../doctor/look-around.ts'),
    ]);
    const output = createOutput(options.json);
    const { at, close } = await lookAround(userPath(options.home), process.env, () => {});
    const checks = await runChecks(CHECKS, at, CHECK_MS);
    const result = worst(checks);
    output.answer({ result, checks }, () => describeAll(checks));
    process.exitCode = EXIT_CODES[result];
    await inTime(close(), CLOSE_MS, undefined).catch(() => {});
    // A check that hangs would keep the process.
    setTimeout(() => process.exit(), CLOSE_MS).unref();
  });

function describeAll(checks: readonly CheckReport[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.flatMap(({ name, standing, seen, advice }) => [
    `${standing.padEnd(7)}  ${name.padEnd(width)}  ${seen}`,
    ...(advice === undefined ? [] : [`${' '.repeat(9 + width + 2)}${advice}`]),
  ]);
  const count = (standing: string) => checks.filter((one) => one.standing === standing).length;
  return [...lines, '', `${count('fail')} failed, ${count('warn')} warnings, ${count('ok')} well.`].join('\n');
}
