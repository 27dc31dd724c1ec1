import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { incompatibilities, withoutText } from './compatibility.ts';
import type { OpenApiDocument } from './document.ts';
import { type Any, type Change, operationsOf, schemasOf } from './document-changes.fixture.ts';
import { PUBLIC_INTERFACE } from './frozen.ts';
import { ADDITIVE_IN_OPERATIONS, BREAKING_IN_OPERATIONS } from './operation-changes.fixture.ts';
import { ADDITIVE_IN_REQUESTS, BREAKING_IN_REQUESTS } from './request-changes.fixture.ts';
import { ADDITIVE_IN_RESPONSES, BREAKING_IN_RESPONSES } from './response-changes.fixture.ts';

const BASE = withoutText(PUBLIC_INTERFACE.current());
const copy = (): OpenApiDocument => structuredClone(BASE);

/** Makes one change at any place where it applies, and returns what the check reports. */
function afterwards<Site>(sitesOf: (document: OpenApiDocument) => Site[], { at, make }: Change<Site>) {
  const places = sitesOf(BASE).flatMap((site, index) => (at(site) ? [index] : []));
  expect(places).not.toEqual([]);
  return fc.constantFrom(...places).map((index) => {
    const document = copy();
    make(sitesOf(document)[index]!, document);
    return incompatibilities(BASE, document);
  });
}

const KINDS = [
  [
    'request schemas',
    (document: OpenApiDocument) => schemasOf(document, 'request'),
    BREAKING_IN_REQUESTS,
    ADDITIVE_IN_REQUESTS,
  ],
  [
    'answers',
    (document: OpenApiDocument) => schemasOf(document, 'response'),
    BREAKING_IN_RESPONSES,
    ADDITIVE_IN_RESPONSES,
  ],
  ['operations', operationsOf, BREAKING_IN_OPERATIONS, ADDITIVE_IN_OPERATIONS],
] as const;

describe.each(KINDS)('of %s', (_, sitesOf, breaking, additive) => {
  test.each(breaking.map((change) => [change.name, change] as const))('catches this change: %s', (_name, change) => {
    fc.assert(
      fc.property(afterwards(sitesOf, change), (problems) => {
        expect(problems).not.toEqual([]);
      }),
      { numRuns: 8 },
    );
  });
  test.each(additive.map((change) => [change.name, change] as const))('accepts this change: %s', (_name, change) => {
    fc.assert(
      fc.property(afterwards(sitesOf, change), (problems) => {
        expect(problems).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });
});

test('an identical document breaks nothing, with or without its texts', () => {
  expect(incompatibilities(BASE, copy())).toEqual([]);
  expect(incompatibilities(PUBLIC_INTERFACE.current(), copy())).toEqual([]);
  expect(JSON.stringify(copy())).not.toContain('"summary"');
});

test('a field may have the name of a text keyword', () => {
  const document = copy();
  document.components.schemas.Plan!.properties = {
    ...(document.components.schemas.Plan!.properties as object),
    summary: {},
  };
  expect(JSON.stringify(withoutText(document).components.schemas.Plan)).toContain('"summary":{}');
});

test('catches a changed way to send keys', () => {
  const document = copy();
  (document.components.securitySchemes.apiKey as Any).name = 'x-other-key';
  expect(incompatibilities(BASE, document)).toEqual([
    { where: 'securitySchemes apiKey', problem: 'the way to send keys changed' },
  ]);
});

test('reports a change within one kind of buyer by field, not as another kind', () => {
  const document = copy();
  const flipper = document.components.schemas.FlipperSearchItem as Any;
  delete flipper.properties.buyer_email;
  flipper.required = flipper.required.filter((name: string) => name !== 'buyer_email');
  expect(incompatibilities(BASE, document)).toContainEqual({
    where: 'POST /v1/buyer-search 200[] FlipperSearchItem buyer_email',
    problem: 'the field was removed',
  });
  const others = incompatibilities(BASE, document).filter(({ problem }) => problem !== 'the field was removed');
  expect(others).toEqual([]);
});

test('catches a removed or reduced webhook, and accepts an extended one', () => {
  const without = copy();
  delete without.webhooks!['deal.changed'];
  expect(incompatibilities(BASE, without)).toEqual([
    { where: 'webhook deal.changed', problem: 'it is no longer sent' },
  ]);
  const less = copy();
  (less.webhooks!['buyer_search.failed']!.post as Any).parameters.shift();
  (less.components.schemas.BuyerSearchFailed as Any).required = ['search_id', 'status'];
  expect(incompatibilities(BASE, less)).toEqual([
    { where: 'webhook buyer_search.failed', problem: 'the header webhook-id was removed' },
    { where: 'webhook buyer_search.failed error', problem: 'may be missing' },
  ]);
  const more = copy();
  (more.components.schemas.DealChanged as Any).properties.score = { type: 'number' };
  (more.webhooks as Any)['deal.closed'] = more.webhooks!['deal.changed'];
  expect(incompatibilities(BASE, more)).toEqual([]);
});
