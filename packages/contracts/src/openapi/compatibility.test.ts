import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { incompatibilities, withoutText } from './compatibility.ts';
import type { OpenApiDocument } from './document.ts';
import { currentDocument } from './frozen.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests change a JSON document
type Any = any;
type Side = 'request' | 'response';

const BASE = withoutText(JSON.parse(JSON.stringify(currentDocument())) as OpenApiDocument);
const copy = (): OpenApiDocument => structuredClone(BASE);

const operationsOf = (document: OpenApiDocument): Any[] =>
  Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Every schema that callers send or get, once, in a fixed order. */
function schemasOf(document: OpenApiDocument, side: Side): Any[] {
  const found = new Set<Any>();
  const visit = (schema: Any): void => {
    if (schema?.$ref !== undefined) visit(document.components.schemas[schema.$ref.split('/')[3]]);
    if (schema === undefined || schema.$ref !== undefined || found.has(schema)) return;
    if (!Array.isArray(schema.anyOf)) found.add(schema);
    for (const inner of [...(schema.anyOf ?? []), ...Object.values(schema.properties ?? {})]) visit(inner);
    visit(schema.items);
  };
  for (const operation of operationsOf(document)) {
    if (side === 'request') {
      visit(operation.requestBody?.content['application/json'].schema);
      for (const { schema } of operation.parameters ?? []) visit(schema);
    } else {
      for (const [status, { content }] of Object.entries(operation.responses as Record<string, Any>)) {
        if (status.startsWith('2')) visit(content['application/json'].schema);
      }
    }
  }
  return [...found];
}

interface Change<Site> {
  name: string;
  /** Whether the change can be made at this place. */
  at: (site: Site) => boolean;
  make: (site: Site, document: OpenApiDocument) => void;
}

const optionalOf = (schema: Any): string | undefined =>
  Object.keys(schema.properties ?? {}).find((field) => !schema.required?.includes(field));
const hasFields = (schema: Any) => Object.keys(schema.properties ?? {}).length > 0;
const isType = (type: string) => (schema: Any) => schema.type === type;
const hasNull = (schema: Any) => Array.isArray(schema.type) && schema.type.includes('null');
const removeField = (schema: Any) => {
  const [field = ''] = Object.keys(schema.properties);
  delete schema.properties[field];
  schema.required = schema.required?.filter((name: string) => name !== field);
};
const hasRequired = (schema: Any) => schema.required?.length > 0 && hasFields(schema);

const BREAKING_IN_REQUESTS: Change<Any>[] = [
  { name: 'a field is gone', at: hasFields, make: removeField },
  {
    name: 'a new field is required',
    at: hasFields,
    make: (schema) => {
      schema.properties.brand_new = { type: 'string' };
      schema.required = [...(schema.required ?? []), 'brand_new'];
    },
  },
  {
    name: 'a field is required',
    at: (schema) => optionalOf(schema) !== undefined,
    make: (schema) => {
      schema.required = [...(schema.required ?? []), optionalOf(schema)];
    },
  },
  { name: 'a value is gone', at: (schema) => schema.enum?.length > 1, make: (schema) => schema.enum.pop() },
  {
    name: 'values are listed',
    at: isType('string'),
    make: (schema) => {
      schema.enum = schema.enum?.slice(1) ?? ['a'];
    },
  },
  { name: 'null is refused', at: hasNull, make: (schema) => schema.type.splice(schema.type.indexOf('null'), 1) },
  {
    name: 'the type is another',
    at: isType('string'),
    make: (schema) => {
      schema.type = 'integer';
    },
  },
  {
    name: 'only integers',
    at: isType('number'),
    make: (schema) => {
      schema.type = 'integer';
    },
  },
  {
    name: 'less at most',
    at: (schema) => schema.maximum !== undefined,
    make: (schema) => {
      schema.maximum -= 1;
    },
  },
  {
    name: 'more at least',
    at: (schema) => schema.minimum !== undefined,
    make: (schema) => {
      schema.minimum += 1;
    },
  },
  {
    name: 'a new bound',
    at: isType('string'),
    make: (schema) => {
      schema.maxLength = (schema.maxLength ?? 9) - 1;
    },
  },
  {
    name: 'another pattern',
    at: isType('string'),
    make: (schema) => {
      schema.pattern = '^something else$';
    },
  },
  {
    name: 'another default',
    at: (schema) => schema.default !== undefined,
    make: (schema) => {
      schema.default = 'something else';
    },
  },
  {
    name: 'further fields are refused',
    at: (schema) => hasFields(schema) && schema.additionalProperties !== false,
    make: (schema) => {
      schema.additionalProperties = false;
    },
  },
  {
    name: 'a rule that nobody knows',
    at: () => true,
    make: (schema) => {
      schema.contentEncoding = 'base64';
    },
  },
];

/** Whether callers were told that more values may come. */
const isOpen = (schema: Any): boolean => schema['x-open-enum'] === true;

const BREAKING_IN_RESPONSES: Change<Any>[] = [
  { name: 'a field is gone', at: hasFields, make: removeField },
  { name: 'a field may be missing', at: hasRequired, make: (schema) => schema.required.shift() },
  {
    name: 'a new value comes',
    at: (schema) => schema.enum !== undefined && !isOpen(schema),
    make: (schema) => schema.enum.push('new'),
  },
  { name: 'a value never comes', at: (schema) => schema.enum?.length > 1, make: (schema) => schema.enum.pop() },
  {
    name: 'null comes',
    at: isType('integer'),
    make: (schema) => {
      schema.type = ['integer', 'null'];
    },
  },
  {
    name: 'fractions come',
    at: isType('integer'),
    make: (schema) => {
      schema.type = 'number';
    },
  },
  {
    name: 'the type is another',
    at: isType('string'),
    make: (schema) => {
      schema.type = 'number';
    },
  },
  {
    name: 'larger numbers come',
    at: (schema) => schema.maximum !== undefined,
    make: (schema) => {
      schema.maximum += 1;
    },
  },
  { name: 'negative numbers come', at: (schema) => schema.minimum === 0, make: (schema) => delete schema.minimum },
  {
    name: 'a closed object is open',
    at: (schema) => schema.additionalProperties === false,
    make: (schema) => delete schema.additionalProperties,
  },
  {
    name: 'a closed object has more',
    at: (schema) => schema.additionalProperties === false,
    make: (schema) => {
      schema.properties.brand_new = { type: 'string' };
      schema.required = [...(schema.required ?? []), 'brand_new'];
    },
  },
];

const OPEN_KEYS = (operation: Any) => operation.security.length > 0;
const successOf = (operation: Any): string => Object.keys(operation.responses).find((status) => status < '300') ?? '';
const errorOf = (operation: Any): string | undefined =>
  Object.keys(operation.responses).find((status) => status >= '400');
const codesOf = (operation: Any): string[] =>
  operation.responses[errorOf(operation) ?? ''].content['application/json'].schema.allOf[1].properties.code.enum;

const BREAKING_IN_OPERATIONS: Change<Any>[] = [
  {
    name: 'the operation is gone',
    at: () => true,
    make: (operation, document) => {
      for (const methods of Object.values(document.paths)) {
        for (const [method, one] of Object.entries(methods)) if (one === operation) delete methods[method];
      }
    },
  },
  {
    name: 'another name',
    at: () => true,
    make: (operation) => {
      operation.operationId += 'Two';
    },
  },
  { name: 'an alias is gone', at: (one) => one['x-aliases']?.length > 0, make: (one) => one['x-aliases'].pop() },
  { name: 'a method is gone', at: (one) => one['x-methods']?.length > 0, make: (one) => delete one['x-methods'] },
  { name: 'success is gone', at: () => true, make: (one) => delete one.responses[successOf(one)] },
  { name: 'an error is gone', at: () => true, make: (one) => delete one.responses[errorOf(one) ?? ''] },
  { name: 'an error code is gone', at: () => true, make: (one) => codesOf(one).pop() },
  {
    name: 'a new way to succeed',
    at: () => true,
    make: (one) => {
      one.responses['207'] = one.responses[successOf(one)];
    },
  },
  {
    name: 'a header of the answer is gone',
    at: (one) => Object.keys(one.responses[successOf(one)].headers ?? {}).length > 0,
    make: (one) =>
      void delete one.responses[successOf(one)].headers[Object.keys(one.responses[successOf(one)].headers)[0]!],
  },
  { name: 'a parameter is gone', at: (one) => one.parameters?.length > 0, make: (one) => one.parameters.pop() },
  {
    name: 'a new parameter is required',
    at: () => true,
    make: (one) => {
      const parameter = { name: 'brand_new', in: 'query', required: true, schema: { type: 'string' } };
      one.parameters = [...(one.parameters ?? []), parameter];
    },
  },
  {
    name: 'a parameter is required',
    at: (one) => one.parameters?.some(({ required }: Any) => !required),
    make: (one) => {
      one.parameters.find(({ required }: Any) => !required).required = true;
    },
  },
  {
    name: 'a body is required',
    at: (one) => !one.requestBody,
    make: (one) => {
      one.requestBody = { required: true };
    },
  },
  { name: 'the body is gone', at: (one) => one.requestBody, make: (one) => delete one.requestBody },
  {
    name: 'another key',
    at: () => true,
    make: (one) => {
      one.security = [{ otherKey: [] }];
    },
  },
  {
    name: 'a key more',
    at: OPEN_KEYS,
    make: (one) => {
      one.security = [{ apiKey: [], idToken: [], endUser: [] }];
    },
  },
  { name: 'no dry run', at: (one) => one['x-dry-run'], make: (one) => delete one['x-dry-run'] },
];

const ADDITIVE_IN_REQUESTS: Change<Any>[] = [
  {
    name: 'a new optional field',
    at: hasFields,
    make: (one) => {
      one.properties.brand_new = { type: 'string' };
    },
  },
  { name: 'a field need not come', at: hasRequired, make: (schema) => schema.required.shift() },
  { name: 'a value more', at: (schema) => schema.enum !== undefined, make: (schema) => schema.enum.push('new') },
  {
    name: 'null is taken',
    at: isType('number'),
    make: (schema) => {
      schema.type = ['number', 'null'];
    },
  },
  {
    name: 'more at most',
    at: (schema) => schema.maximum !== undefined,
    make: (schema) => {
      schema.maximum += 1;
    },
  },
  { name: 'no bound', at: (schema) => schema.minimum !== undefined, make: (schema) => delete schema.minimum },
  {
    name: 'another text',
    at: () => true,
    make: (schema) => {
      schema.description = 'something else';
    },
  },
];

const ADDITIVE_IN_RESPONSES: Change<Any>[] = [
  {
    name: 'a new field',
    at: (schema) => hasFields(schema) && schema.additionalProperties !== false,
    make: (schema) => {
      schema.properties.brand_new = { type: 'string' };
      schema.required = [...(schema.required ?? []), 'brand_new'];
    },
  },
  {
    name: 'an optional field of a closed object',
    at: (schema) => schema.additionalProperties === false && hasFields(schema),
    make: (schema) => {
      schema.properties.brand_new = { type: 'string' };
    },
  },
  {
    name: 'a field always comes',
    at: (schema) => optionalOf(schema) !== undefined && schema.additionalProperties !== false,
    make: (schema) => {
      schema.required = [...(schema.required ?? []), optionalOf(schema)];
    },
  },
  { name: 'a new value of an open list', at: isOpen, make: (schema) => schema.enum.push('new') },
  {
    name: 'null never comes',
    at: hasNull,
    make: (one) => {
      one.type = one.type.filter((type: string) => type !== 'null');
    },
  },
  {
    name: 'another text',
    at: () => true,
    make: (schema) => {
      schema.examples = ['something else'];
    },
  },
];

const ADDITIVE_IN_OPERATIONS: Change<Any>[] = [
  {
    name: 'a new operation',
    at: () => true,
    make: (operation, document) => {
      document.paths['/v1/brand-new'] = { post: { ...operation, operationId: 'brandNew' } };
    },
  },
  {
    name: 'an alias more',
    at: () => true,
    make: (one) => {
      one['x-aliases'] = [...(one['x-aliases'] ?? []), '/new'];
    },
  },
  { name: 'an error code more', at: () => true, make: (one) => codesOf(one).push('BRAND_NEW') },
  {
    name: 'an error status more',
    at: () => true,
    make: (one) => {
      one.responses['418'] = one.responses[errorOf(one) ?? ''];
    },
  },
  {
    name: 'an optional parameter',
    at: () => true,
    make: (one) => {
      const parameter = { name: 'brand_new', in: 'query', required: false, schema: { type: 'string' } };
      one.parameters = [...(one.parameters ?? []), parameter];
    },
  },
  {
    name: 'a header of the answer more',
    at: () => true,
    make: (one) => {
      const response = one.responses[successOf(one)];
      response.headers = { ...response.headers, 'X-Brand-New': { schema: { type: 'string' } } };
    },
  },
  {
    name: 'no key is needed',
    at: () => true,
    make: (one) => {
      one.security = [];
    },
  },
  {
    name: 'another text',
    at: () => true,
    make: (one) => {
      one.summary = one.description = 'something else';
    },
  },
];

/** Makes one change at any of the places where it can be made, and tells what the check finds. */
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
  test.each(breaking.map((change) => [change.name, change] as const))('it is caught when %s', (_name, change) => {
    fc.assert(
      fc.property(afterwards(sitesOf, change), (problems) => {
        expect(problems).not.toEqual([]);
      }),
      { numRuns: 8 },
    );
  });
  test.each(additive.map((change) => [change.name, change] as const))('it passes when %s', (_name, change) => {
    fc.assert(
      fc.property(afterwards(sitesOf, change), (problems) => {
        expect(problems).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });
});

test('the same document breaks nothing, with or without its texts', () => {
  expect(incompatibilities(BASE, copy())).toEqual([]);
  expect(incompatibilities(currentDocument(), copy())).toEqual([]);
  expect(JSON.stringify(copy())).not.toContain('"summary"');
});

test('a field may be called as texts are', () => {
  const document = copy();
  document.components.schemas.Plan!.properties = {
    ...(document.components.schemas.Plan!.properties as object),
    summary: {},
  };
  expect(JSON.stringify(withoutText(document).components.schemas.Plan)).toContain('"summary":{}');
});

test('a changed way to send keys is caught', () => {
  const document = copy();
  (document.components.securitySchemes.apiKey as Any).name = 'x-other-key';
  expect(incompatibilities(BASE, document)).toEqual([
    { where: 'securitySchemes apiKey', problem: 'keys are sent another way' },
  ]);
});

test('what changed inside one kind of buyer is told by field, not as another kind', () => {
  const document = copy();
  const flipper = document.components.schemas.FlipperSearchItem as Any;
  delete flipper.properties.buyer_email;
  flipper.required = flipper.required.filter((name: string) => name !== 'buyer_email');
  expect(incompatibilities(BASE, document)).toContainEqual({
    where: 'POST /v1/buyer-search 200[] FlipperSearchItem buyer_email',
    problem: 'the field is gone',
  });
  const others = incompatibilities(BASE, document).filter(({ problem }) => problem !== 'the field is gone');
  expect(others).toEqual([]);
});

test('a webhook that is no longer sent, or brings less, is caught; one that brings more is not', () => {
  const without = copy();
  delete without.webhooks!['deal.changed'];
  expect(incompatibilities(BASE, without)).toEqual([
    { where: 'webhook deal.changed', problem: 'it is no longer sent' },
  ]);
  const less = copy();
  (less.webhooks!['buyer_search.failed']!.post as Any).parameters.shift();
  (less.components.schemas.BuyerSearchFailed as Any).required = ['search_id', 'status'];
  expect(incompatibilities(BASE, less)).toEqual([
    { where: 'webhook buyer_search.failed', problem: 'the header webhook-id is gone' },
    { where: 'webhook buyer_search.failed error', problem: 'may be missing' },
  ]);
  const more = copy();
  (more.components.schemas.DealChanged as Any).properties.score = { type: 'number' };
  (more.webhooks as Any)['deal.closed'] = more.webhooks!['deal.changed'];
  expect(incompatibilities(BASE, more)).toEqual([]);
});
