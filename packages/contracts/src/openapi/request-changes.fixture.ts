import {
  type Any,
  type Change,
  hasFields,
  hasNull,
  hasRequired,
  isType,
  optionalOf,
  removeField,
} from './document-changes.fixture.ts';

export const BREAKING_IN_REQUESTS: Change<Any>[] = [
  { name: 'a field was removed', at: hasFields, make: removeField },
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
  { name: 'a value was removed', at: (schema) => schema.enum?.length > 1, make: (schema) => schema.enum.pop() },
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
    name: 'a lower maximum',
    at: (schema) => schema.maximum !== undefined,
    make: (schema) => {
      schema.maximum -= 1;
    },
  },
  {
    name: 'a higher minimum',
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
    name: 'an unknown keyword',
    at: () => true,
    make: (schema) => {
      schema.contentEncoding = 'base64';
    },
  },
];

export const ADDITIVE_IN_REQUESTS: Change<Any>[] = [
  {
    name: 'a new optional field',
    at: hasFields,
    make: (one) => {
      one.properties.brand_new = { type: 'string' };
    },
  },
  { name: 'a field becomes optional', at: hasRequired, make: (schema) => schema.required.shift() },
  { name: 'a value more', at: (schema) => schema.enum !== undefined, make: (schema) => schema.enum.push('new') },
  {
    name: 'a word is accepted beside true and false',
    at: (schema) => Array.isArray(schema.type) && schema.type.includes('boolean'),
    make: (schema) => {
      schema.anyOf = [...schema.type.map((type: string) => ({ type })), { const: 'full' }];
      delete schema.type;
    },
  },
  {
    name: 'null is accepted',
    at: isType('number'),
    make: (schema) => {
      schema.type = ['number', 'null'];
    },
  },
  {
    name: 'a higher maximum',
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
