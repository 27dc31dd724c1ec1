import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestAuthority } from '@plat/egress/testing';
import { freePort, type TestDatabase, testDatabase } from '@plat/test-kit';
import { runCommand } from '../end-to-end/platform.ts';

const MAIN = join(import.meta.dir, '..', '..', '..', 'services', 'cli', 'src', 'main.ts');
const START_MS = 120_000;

describe('plat start with certificate files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-start-tls-'));
  let database: TestDatabase;
  let plat: Bun.Subprocess<'ignore', 'pipe', 'inherit'>;
  let url: string;
  let ca: string;
  let environment: Record<string, string>;
  const plainPort = freePort();

  beforeAll(async () => {
    database = await testDatabase();
    const authority = await createTestAuthority();
    ca = authority.ca;
    const { key, cert } = await authority.issue(['127.0.0.1']);
    writeFileSync(join(folder, 'tls.key'), key, { mode: 0o600 });
    writeFileSync(join(folder, 'tls.crt'), `${cert}\n${ca}`);
    environment = { DATABASE_URL: database.url, PLAT_HOME: join(folder, 'home'), PLAT_LOG_LEVEL: 'error' };
    plat = Bun.spawn([process.execPath, MAIN, 'start', '--json', '--market', 'none', '--port', '0'], {
      env: {
        PATH: process.env.PATH,
        TMPDIR: process.env.TMPDIR,
        ...environment,
        PLAT_TLS_CERT_FILE: join(folder, 'tls.crt'),
        PLAT_TLS_KEY_FILE: join(folder, 'tls.key'),
        PLAT_PLAIN_HTTP_PORT: String(plainPort),
      },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'inherit',
    });
    let said = '';
    const reader = plat.stdout.getReader();
    while (!said.includes('}\n')) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`it did not start: ${said}`);
      said += new TextDecoder().decode(value);
    }
    url = JSON.parse(said).url;
  }, START_MS);
  afterAll(async () => {
    plat.kill('SIGTERM');
    expect(await plat.exited).toBe(0);
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }, START_MS);

  test('serves keys over HTTPS and prints an HTTPS URL', async () => {
    expect(url).toStartWith('https://127.0.0.1:');
    const words = ['key', 'create', '--kind', 'subscriber', '--name', 'CRM'];
    const { key } = await runCommand([process.execPath, MAIN, ...words], environment, folder);
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const ask = (base: string) =>
      fetch(`${base}/v1/autocomplete`, { method: 'POST', headers, body: '{"search_string":"Main St"}', tls: { ca } });
    const answer = await ask(url);
    expect([answer.status, await answer.json()]).toEqual([200, []]);
    expect(answer.headers.get('strict-transport-security')).not.toBeNull();
    const plain = await ask(`http://127.0.0.1:${plainPort}`);
    expect([plain.status, ((await plain.json()) as { code: string }).code]).toEqual([403, 'HTTPS_REQUIRED']);
  });

  test('serves its documentation there, with its own scripts only', async () => {
    const page = await fetch(`${url}/docs`, { tls: { ca } });
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const script = /src="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    expect((await fetch(`${url}${script}`, { tls: { ca } })).status).toBe(200);
  });
});
