import type { Any, Change } from './document-changes.fixture.ts';

const OPEN_KEYS = (operation: Any) => operation.security.length > 0;
const successOf = (operation: Any): string => Object.keys(operation.responses).find((status) => status < '300') ?? '';
const errorOf = (operation: Any): string | undefined =>
  Object.keys(operation.responses).find((status) => status >= '400');
const codesOf = (operation: Any): string[] =>
  operation.responses[errorOf(operation) ?? ''].content['application/json'].schema.allOf[1].properties.code.enum;

export const BREAKING_IN_OPERATIONS: Change<Any>[] = [
  {
    name: 'an operation was removed',
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
  { name: 'an alias was removed', at: (one) => one['x-aliases']?.length > 0, make: (one) => one['x-aliases'].pop() },
  { name: 'a method was removed', at: (one) => one['x-methods']?.length > 0, make: (one) => delete one['x-methods'] },
  { name: 'the success status was removed', at: () => true, make: (one) => delete one.responses[successOf(one)] },
  { name: 'an error was removed', at: () => true, make: (one) => delete one.responses[errorOf(one) ?? ''] },
  { name: 'an error code was removed', at: () => true, make: (one) => codesOf(one).pop() },
  {
    name: 'a new success status',
    at: () => true,
    make: (one) => {
      one.responses['207'] = one.responses[successOf(one)];
    },
  },
  {
    name: 'a response header was removed',
    at: (one) => Object.keys(one.responses[successOf(one)].headers ?? {}).length > 0,
    make: (one) =>
      void delete one.responses[successOf(one)].headers[Object.keys(one.responses[successOf(one)].headers)[0]!],
  },
  { name: 'a parameter was removed', at: (one) => one.parameters?.length > 0, make: (one) => one.parameters.pop() },
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
  { name: 'the body was removed', at: (one) => one.requestBody, make: (one) => delete one.requestBody },
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

export const ADDITIVE_IN_OPERATIONS: Change<Any>[] = [
  {
    name: 'a new operation',
    at: () => true,
    make: (operation, document) => {
      document.paths['/v1/brand-new'] = { post: { ...operation, operationId: 'brandNew' } };
    },
  },
  {
    name: 'a new alias',
    at: () => true,
    make: (one) => {
      one['x-aliases'] = [...(one['x-aliases'] ?? []), '/new'];
    },
  },
  { name: 'a new error code', at: () => true, make: (one) => codesOf(one).push('BRAND_NEW') },
  {
    name: 'a new error status',
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
    name: 'a new response header',
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
