import { describe, expect, test } from 'bun:test';
import { Value } from '@sinclair/typebox/value';
import { PUBLIC_ENDPOINTS } from '../operations/index.ts';
import { clientExample, curlExample, exampleAnswerOf, exampleRequestOf } from './examples.ts';

describe.each(PUBLIC_ENDPOINTS.map((endpoint) => [endpoint.operation, endpoint] as const))('of %s', (_, endpoint) => {
  test('the contract allows the documented response', () => {
    const answer = exampleAnswerOf(endpoint);
    const schema = endpoint.responses[answer?.status ?? 0];
    expect(schema).toBeDefined();
    expect([...Value.Errors(schema, answer?.body)].map(({ path, message }) => `${path} ${message}`)).toEqual([]);
  });

  test('the documented request has all required fields and no API key', () => {
    const { body, parameters = {} } = exampleRequestOf(endpoint);
    expect(body === undefined).toBe(endpoint.request.body === undefined);
    const required = Object.entries(endpoint.request.headers ?? {}).filter(([, header]) => header.required);
    expect(Object.keys(parameters)).toEqual(
      expect.arrayContaining([...(endpoint.request.query?.required ?? []), ...required.map(([name]) => name)]),
    );
    for (const sample of [curlExample(endpoint), clientExample(endpoint)]) {
      expect(sample).not.toMatch(/plat_(sub|ent|leg)|zk_live_(?!example)/);
    }
  });
});
