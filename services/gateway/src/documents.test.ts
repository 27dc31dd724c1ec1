import { afterAll, describe, expect, test } from 'bun:test';
import { CHANGELOG, changelogText } from '@plat/contracts';
import { startTestGateway } from './gateway.fixture.ts';

const gateway = startTestGateway();
afterAll(() => gateway.close());

describe('without a key', () => {
  test('/llms.txt tells of what answers, as plain text', async () => {
    const response = await gateway.send('/llms.txt');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const text = await response.text();
    const document = (await (await gateway.send('/docs/json')).json()) as { paths: Record<string, object> };
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const method of Object.keys(methods)) expect(text).toContain(`\`${method.toUpperCase()} ${path}\``);
    }
    expect(text).not.toContain('/internal/');
  });

  test('/changelog tells what changed, for people and for programs', async () => {
    const page = await gateway.send('/changelog');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(await page.text()).toBe(changelogText());
    const data = await gateway.send('/changelog/json');
    expect(await data.json()).toEqual({ releases: JSON.parse(JSON.stringify(CHANGELOG)) });
  });

  test('every operation of the document has a request for a shell and for the client', async () => {
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
