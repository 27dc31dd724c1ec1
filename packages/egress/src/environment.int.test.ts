import { expect, test } from 'bun:test';
import { startCanary, startTestReceiver } from './testing/index.ts';

/** Posts to the URL in its first argument, trusts the authority in its second, and prints the outcome. */
const CHILD = `
  import { createEgress } from ${JSON.stringify(`${import.meta.dir}/index.ts`)};
  const [url, ca] = process.argv.slice(-2);
  const egress = createEgress({
    policy: { allowLoopback: true, deniedRanges: [] },
    log: { info: () => {}, warn: () => {} },
    resolve: async () => ['127.0.0.1'],
    timeoutMs: 30_000,
    ca: ca === 'none' ? undefined : ca,
  });
  console.log((await egress.post({ url, body: '{}', webhookId: 'evt_1' })).outcome);
`;

test('ignores proxies and disabled TLS checks set in the environment', async () => {
  const proxy = await startCanary();
  const [secure, plain] = await Promise.all([
    startTestReceiver(),
    startTestReceiver({ insecure: true, names: ['localhost'] }),
  ]);
  const proxyUrl = `http://127.0.0.1:${proxy.port}`;
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()]);
  const environment = { ...Object.fromEntries(names.map((name) => [name, proxyUrl])), NO_PROXY: '', no_proxy: '' };
  const outcomeOf = async (url: string, ca: string) => {
    const child = Bun.spawn([process.execPath, '--eval', CHILD, '--', url, ca], {
      env: { ...Bun.env, ...environment, NODE_USE_ENV_PROXY: '1', NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      stdout: 'pipe',
      stderr: 'inherit',
    });
    return (await new Response(child.stdout).text()).trim();
  };
  expect(
    await Promise.all([
      outcomeOf(secure.url(), secure.ca),
      outcomeOf(secure.url(), 'none'),
      outcomeOf(plain.url(), 'none'),
    ]),
  ).toEqual(['delivered', 'tls_failed', 'delivered']);
  expect(proxy.touched()).toBe(0);
  await Promise.all([proxy.close(), secure.close(), plain.close()]);
});
