import { expect, test } from 'bun:test';
import { fileURLToPath } from 'node:url';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { ENDPOINTS } from '../operations/index.ts';
import { type OpenApiDocument, openApiDocument } from './document.ts';

const CONFIG_FILE = fileURLToPath(new URL('../../../../redocly.yaml', import.meta.url));

const documentOf = (audience: 'public' | 'internal') =>
  openApiDocument({ version: '1.0.0', audience, endpoints: ENDPOINTS });

/** Output of `redocly lint` with the rules of `redocly.yaml`, including warnings. */
async function problemsOf(document: OpenApiDocument): Promise<string[]> {
  const config = await loadConfig({ configPath: CONFIG_FILE });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`);
}

test('redocly lint reports nothing for the public document', async () => {
  expect(await problemsOf(documentOf('public'))).toEqual([]);
});

test('redocly lint catches an example that breaks its schema, so the test above can fail', async () => {
  const document = documentOf('public');
  // biome-ignore lint/suspicious/noExplicitAny: the test walks a JSON document
  const body = document.paths['/v1/autocomplete']!.post!.requestBody as any;
  body.content['application/json'].example = { search_string: 7 };
  expect((await problemsOf(document)).join()).toContain('no-invalid-media-type-examples');
});

test.each(['public', 'internal'] as const)(
  'every operation, parameter and section of the %s document has a description',
  (audience) => {
    const { paths, tags, webhooks = {} } = documentOf(audience);
    const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap((methods) =>
      Object.values(methods),
    );
    const described = (text: unknown) => typeof text === 'string' && text.length > 10;
    const missing = operations.flatMap(({ operationId, summary, description, parameters = [] }) => [
      ...(described(summary) && (audience === 'internal' || described(description)) ? [] : [String(operationId)]),
      ...(parameters as { name: string; description?: string }[])
        .filter(({ description: text }) => audience === 'public' && !described(text))
        .map(({ name }) => `${operationId} ${name}`),
    ]);
    expect(missing).toEqual([]);
    expect(tags.filter(({ description }) => !described(description))).toEqual([]);
  },
);
