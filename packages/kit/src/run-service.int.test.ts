import { expect, setDefaultTimeout, test } from 'bun:test';

setDefaultTimeout(60_000);

/** Program of a service whose `createDeps` begins with the given statements. */
const service = (opening: string) => `
  import { ConfigError, createHttpApp, createLogger, readConfig, runService, SERVICE_SETTINGS } from './src/index.ts';
  import { Type } from '@sinclair/typebox';
  const log = createLogger({ name: 'geo', level: 'silent' });
  await runService({
    name: 'geo',
    readConfig: (environment) => readConfig(Type.Object(SERVICE_SETTINGS), environment),
    createDeps: async () => {
      ${opening}
      return { deps: { log }, beginWork: async () => console.log('works'), close: async () => console.log('closed') };
    },
    createApp: () => { console.log('serves'); return createHttpApp({ name: 'geo', log, routes: [] }); },
  });
  process.kill(process.pid, 'SIGTERM');`;

async function run(opening: string, env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, '-e', service(opening)], {
    cwd: `${import.meta.dir}/..`,
    env: {
      PATH: process.env.PATH ?? '',
      PLAT_HOST: '127.0.0.1',
      PLAT_PORT: '0',
      PLAT_INTERNAL_SECRET: 'a secret of at least thirty-two bytes',
      ...env,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { out: out.trim().split('\n'), err: err.trim(), status: await child.exited };
}

test('starts its work, serves, and closes its resources on a signal', async () => {
  expect(await run('')).toEqual({ out: ['works', 'serves', 'closed'], err: '', status: 0 });
});

test.each([
  ["throw Object.assign(new Error('No.'), { plainText: 'No. Do this.' });", 'No. Do this.'],
  ["throw new Error('it broke');", 'it broke'],
])('reports a failed start in one sentence with status 1: %s', async (opening, reason) => {
  expect(await run(opening)).toEqual({ out: [''], err: `The geo service could not start: ${reason}`, status: 1 });
});

test('reports a configuration error with status 2, whenever it is found', async () => {
  expect(await run('', { PLAT_PORT: 'eighty' })).toMatchObject({ out: [''], status: 2 });
  expect(await run("throw new ConfigError('PLAT_X is half set');")).toMatchObject({
    err: 'PLAT_X is half set',
    status: 2,
  });
});
