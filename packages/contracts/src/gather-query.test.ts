import { describe, expect, test } from 'bun:test';
import { checkInput } from './check-input.ts';
import { gatherQuery, hasRequiredQuery } from './gather-query.ts';
import { subscribeWebhook } from './operations/subscribe-webhook.ts';

const URL_GIVEN = 'https://hooks.example.com/1';
const NO_HEADERS = new Headers();

describe('finds the parameters of a subscription', () => {
  test.each([
    ['in the query', { api_key: 'k', web_url: URL_GIVEN }, {}, {}],
    ['in the body', {}, {}, { api_key: 'k', web_url: URL_GIVEN }],
    ['in the body under the names that platforms use', {}, {}, { apiKey: 'k', target_url: URL_GIVEN }],
    ['as url', {}, {}, { apiKey: 'k', url: URL_GIVEN }],
    ['in the header', {}, { 'x-api-key': ' k ' }, { url: URL_GIVEN }],
    ['in the query before header and body', { api_key: 'k' }, { 'x-api-key': 'other' }, { web_url: URL_GIVEN }],
    ['in the header before the body', {}, { 'x-api-key': 'k' }, { api_key: 'other', web_url: URL_GIVEN }],
    ['elsewhere when the query has an empty value', { api_key: '', web_url: URL_GIVEN }, { 'x-api-key': 'k' }, {}],
  ])('%s', (_where, query, headers, body) => {
    const gathered = gatherQuery(subscribeWebhook, query as Record<string, string>, new Headers(headers), body);
    expect(gathered).toEqual({ api_key: 'k', web_url: URL_GIVEN });
    expect(hasRequiredQuery(subscribeWebhook, gathered)).toBe(true);
  });
});

test('names a missing or non-text parameter', () => {
  const gathered = gatherQuery(subscribeWebhook, {}, NO_HEADERS, { api_key: 7 });
  expect(hasRequiredQuery(subscribeWebhook, gathered)).toBe(false);
  expect(checkInput(subscribeWebhook, undefined, gathered)).toEqual({
    ok: false,
    problems: [
      { field: 'web_url', problem: 'is required' },
      { field: 'api_key', problem: 'must be a string' },
    ],
  });
});

test('ignores inherited properties of a body', () => {
  expect(gatherQuery(subscribeWebhook, {}, NO_HEADERS, JSON.parse('{"__proto__":{"url":"x"}}'))).toEqual({});
});
