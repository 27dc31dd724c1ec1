import { expect, test } from 'bun:test';
import { openApiDocument, PUBLIC_ENDPOINTS } from '@plat/contracts';
import { endpointsByTag, endpointsOf } from './api-document.ts';

const document = openApiDocument({ version: '1.0.0', audience: 'public', endpoints: PUBLIC_ENDPOINTS });
const endpoints = endpointsOf(document as Parameters<typeof endpointsOf>[0]);

test('reads every endpoint of the published document with an example that is JSON', () => {
  const search = endpoints.find(({ operation }) => operation === 'buyerSearch');
  expect(search).toMatchObject({ method: 'POST', path: '/v1/buyer-search', tag: 'Property data' });
  expect(search?.query.map(({ name }) => name)).toEqual(['sort']);
  for (const { exampleBody } of endpoints) if (exampleBody !== null) JSON.parse(exampleBody);
  expect(JSON.parse(search?.exampleBody ?? '{}')).toHaveProperty('address');
});

test('groups the endpoints under the headings of the document', () => {
  expect([...endpointsByTag(endpoints).keys()]).toContain('Markets');
});
