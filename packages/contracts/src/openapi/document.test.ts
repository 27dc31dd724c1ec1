import { describe, expect, test } from 'bun:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { ENDPOINTS, PUBLIC_ENDPOINTS } from '../operations/index.ts';
import { WEBHOOK_EVENTS } from '../resources/webhooks.ts';
import { type OpenApiDocument, openApiDocument } from './document.ts';

const version = '1.0.0';
const publicDocument = () => openApiDocument({ version, audience: 'public', endpoints: ENDPOINTS });

const asData = (document: OpenApiDocument) => structuredClone(document) as unknown as Record<string, unknown>;

// biome-ignore lint/suspicious/noExplicitAny: the tests walk a JSON document
const operation = (path: string, method: string): any => publicDocument().paths[path]?.[method];

describe('the OpenAPI document', () => {
  test.each(['public', 'internal'] as const)('is valid OpenAPI 3.1 for the %s endpoints', async (audience) => {
    const result = await new Validator().validate(asData(openApiDocument({ version, audience, endpoints: ENDPOINTS })));
    expect(result).toEqual({ valid: true });
  });

  test('fails validation when broken, so the test above can fail', async () => {
    const document = asData(publicDocument());
    document.paths = { '/v1/autocomplete': { post: { responses: 'none' } } };
    expect((await new Validator().validate(document)).valid).toBe(false);
  });

  test('contains the given endpoints and none of another audience', () => {
    const one = openApiDocument({ version, audience: 'public', endpoints: ENDPOINTS.slice(0, 1) });
    expect(Object.keys(one.paths)).toEqual(['/v1/autocomplete']);
    expect(Object.keys(one.components.schemas)).toEqual([
      'AutocompleteRequest',
      'AutocompleteResult',
      'DryRun',
      'Error',
    ]);
    const operations = Object.values(publicDocument().paths).flatMap((methods) => Object.values(methods));
    expect(operations.map(({ operationId }) => operationId as string).sort()).toEqual(
      PUBLIC_ENDPOINTS.map((endpoint) => endpoint.operation).sort(),
    );
    expect(JSON.stringify(publicDocument())).not.toContain('/internal/');
  });

  test('is plain data, identical each time, with every reference defined', () => {
    const document = publicDocument();
    const text = JSON.stringify(document);
    expect(JSON.stringify(publicDocument())).toBe(text);
    for (const [, name = ''] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) {
      expect(document.components.schemas).toHaveProperty(name);
    }
  });

  test("describes every call to a caller's URL, and none in the internal document", () => {
    const { webhooks = {} } = publicDocument();
    expect(Object.keys(webhooks).sort()).toEqual([...WEBHOOK_EVENTS].sort());
    expect(webhooks['deal.changed']?.post.requestBody).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/DealChanged' } } },
    });
    for (const { post } of Object.values(webhooks)) {
      const headers = (post.parameters as { name: string; required: boolean }[]).filter(({ required }) => required);
      expect(headers.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
    }
    expect(openApiDocument({ version, audience: 'internal', endpoints: ENDPOINTS }).webhooks).toBeUndefined();
  });

  test('lists the keys and headers of an endpoint', () => {
    expect(operation('/v1/buyer-search', 'post').security).toEqual([
      { apiKey: [] },
      { bearerKey: [] },
      { apiKey: [], endUser: [] },
      { bearerKey: [], endUser: [] },
    ]);
    expect(operation('/v1/api-users', 'post').security).toEqual([{ apiKey: [] }, { bearerKey: [] }]);
    expect(operation('/automation/setup', 'post').security).toEqual([{ idToken: [] }]);
    expect(operation('/automation/auth', 'get').security).toEqual([]);
    expect(publicDocument().components.securitySchemes).toMatchObject({
      apiKey: { in: 'header', name: 'x-api-key' },
      bearerKey: { type: 'http', scheme: 'bearer' },
      endUser: { in: 'header', name: 'x-user-id' },
    });
  });

  test('lists error codes, limit headers, aliases, parameters and examples', () => {
    const search = operation('/v1/buyer-search', 'post');
    expect(search.responses['404'].content['application/json'].schema.allOf[1].properties.code.enum).toEqual([
      'ADDRESS_NOT_FOUND',
    ]);
    expect(Object.keys(search.responses['200'].headers)).toEqual([
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'RateLimit-Policy',
      'RateLimit',
      'X-Monthly-Limit',
      'X-Monthly-Remaining',
      'X-Monthly-Reset',
      'Idempotent-Replayed',
      'X-Subject-Address',
      'X-Subject-Property-Id',
      'X-Match-Level',
      'Location',
      'Retry-After',
      'X-Deal-Id',
      'X-Search-Funnel',
      'X-Coverage',
      'X-Records-Through',
      'X-Records-Stale',
    ]);
    for (const name of ['Retry-After', 'RateLimit', 'X-Monthly-Reset']) {
      expect(search.responses['429'].headers).toHaveProperty(name);
    }
    expect(search['x-aliases']).toEqual(['/functions/v1/buyer-search']);
    expect(search.parameters).toMatchObject([
      { name: 'sort', in: 'query', required: false },
      { name: 'Idempotency-Key', in: 'header', required: false },
      { name: 'X-Dry-Run', in: 'header', required: false },
    ]);
    expect(search.requestBody.content['application/json'].example.address).toBeString();
    expect(operation('/v1/api-credentials', 'get').responses['200'].headers).toBeUndefined();
    expect(operation('/v1/results', 'get').parameters.at(-2)).toMatchObject({
      name: 'search-id',
      in: 'header',
      required: true,
    });
  });

  test('shows where requests accept an idempotency key or a dry run', () => {
    const names = (path: string, method: string) =>
      (operation(path, method).parameters ?? []).map(({ name }: { name: string }) => name);
    expect(operation('/v1/buyer-search', 'post')['x-dry-run']).toEqual({ $ref: '#/components/schemas/DryRun' });
    expect(operation('/v1/buyer-search', 'post').responses).toHaveProperty('409');
    expect(names('/v1/api-users', 'post')).toEqual(['Idempotency-Key']);
    expect(operation('/v1/api-users', 'post')['x-dry-run']).toBeUndefined();
    for (const [path, method] of [
      ['/v1/api-users', 'patch'],
      ['/v1/buyer-search', 'get'],
      ['/automation/setup', 'post'],
    ] as const) {
      expect(names(path, method)).not.toContain('Idempotency-Key');
      expect(names(path, method)).not.toContain('X-Dry-Run');
    }
  });

  test('writes enumerations and nullable fields in readable form', () => {
    const { properties } = publicDocument().components.schemas.BuyerSearchRequest as {
      properties: Record<string, object>;
    };
    expect(properties.radius_miles).toEqual({
      type: ['number', 'null'],
      exclusiveMinimum: 0,
      maximum: 10,
      description: 'Miles around the subject',
      default: 2,
    });
    expect(properties.buyer_types).toMatchObject({
      type: ['array', 'null'],
      items: { type: 'string', enum: ['flipper', 'landlord'] },
      default: ['flipper', 'landlord'],
    });
  });
});
