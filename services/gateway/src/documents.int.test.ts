import { afterAll, describe, expect, test } from 'bun:test';
import { CHANGELOG, changelogText } from '@plat/contracts';
import { startTestGateway } from './gateway.fixture.ts';

const gateway = startTestGateway();
afterAll(() => gateway.close());

describe('public documents', () => {
  test('/llms.txt describes the served endpoints as plain text', async () => {
    const response = await gateway.send('/llms.txt');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const text = await response.text();
    const document = (await (await gateway.send('/docs/json')).json()) as { paths: Record<string, object> };
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const method of Object.keys(methods)) expect(text).toContain(`\`${method.toUpperCase()} ${path}\``);
    }
    expect(text).not.toContain('/internal/');
  });

  test('/changelog serves people and programs', async () => {
    const page = await gateway.send('/changelog');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(await page.text()).toBe(changelogText());
    const data = await gateway.send('/changelog/json');
    expect(await data.json()).toEqual({ releases: JSON.parse(JSON.stringify(CHANGELOG)) });
  });

  const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

  test.each([
    ['/', 'application/json; charset=utf-8'],
    ['/changelog', 'text/markdown; charset=utf-8'],
  ])('%s is HTML for browsers and unchanged for programs', async (path, contentType) => {
    const page = await gateway.send(path, { headers: BROWSER });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('vary')).toContain('accept');
    const html = await page.text();
    expect(html).toStartWith('<!doctype html>\n<html lang="en">');
    expect(html).not.toMatch(/<script|https?:\/\//);
    for (const accept of ['*/*', 'application/json', '']) {
      const response = await gateway.send(path, { headers: { accept } });
      expect(response.headers.get('content-type')).toBe(contentType);
    }
  });

  test('every link on the pages resolves', async () => {
    for (const path of ['/', '/changelog']) {
      const html = await (await gateway.send(path, { headers: BROWSER })).text();
      for (const [, link = ''] of html.matchAll(/href="([^"#]+)"/g)) {
        expect([link, (await gateway.send(link, { headers: BROWSER })).status]).toEqual([link, 200]);
      }
    }
  });

  test('the home page leads to the console where there is one', async () => {
    const withConsole = startTestGateway({ hasSessions: true });
    const html = async (of: typeof gateway) => (await of.send('/', { headers: BROWSER })).text();
    expect(await html(withConsole)).toContain('href="/console"');
    expect(await html(gateway)).not.toContain('/console');
    await withConsole.close();
  });

  test('the changelog page lists every change and formats code', async () => {
    const html = await (await gateway.send('/changelog', { headers: BROWSER })).text();
    const items = CHANGELOG.flatMap(({ changes }) => changes);
    expect(html.match(/<li>/g)).toHaveLength(items.length);
    expect(html).toContain('<code>/llms.txt</code>');
    expect(html).not.toContain('`');
  });

  test('the documentation shows a demo key to nearby callers only', async () => {
    const demoKey = 'plat_sub_test_demo';
    const keyed = startTestGateway({ demoKey: () => demoKey, trustedProxies: ['127.0.0.1'] });
    const docsFor = async (headers = {}) => (await keyed.send('/docs', { headers })).text();
    expect(await docsFor()).toContain(demoKey);
    expect(await docsFor({ 'x-forwarded-for': '203.0.113.9' })).not.toContain(demoKey);
    expect(await (await keyed.send('/docs/json')).text()).not.toContain(demoKey);
    await keyed.close();
  });

  test('every operation has a shell and a client sample', async () => {
    // biome-ignore lint/suspicious/noExplicitAny: the test walks a JSON document
    const document = (await (await gateway.send('/docs/json')).json()) as any;
    for (const methods of Object.values<Record<string, Record<string, unknown>>>(document.paths)) {
      for (const operation of Object.values(methods)) {
        const samples = operation['x-codeSamples'] as { label: string; source: string }[];
        expect(samples[0]?.source).toStartWith('curl -s ');
        expect(samples.at(-1)?.source).toContain(`plat.${operation.operationId}(`);
      }
    }
  });
});
