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

/** True when the document says that more values may follow. */
const isOpen = (schema: Any): boolean => schema['x-open-enum'] === true;

export const BREAKING_IN_RESPONSES: Change<Any>[] = [
  { name: 'a field was removed', at: hasFields, make: removeField },
  { name: 'a field becomes optional', at: hasRequired, make: (schema) => schema.required.shift() },
  {
    name: 'a new value appears',
    at: (schema) => schema.enum !== undefined && !isOpen(schema),
    make: (schema) => schema.enum.push('new'),
  },
  { name: 'a value no longer appears', at: (schema) => schema.enum?.length > 1, make: (schema) => schema.enum.pop() },
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
    name: 'larger numbers appear',
    at: (schema) => schema.maximum !== undefined,
    make: (schema) => {
      schema.maximum += 1;
    },
  },
  { name: 'negative numbers appear', at: (schema) => schema.minimum === 0, make: (schema) => delete schema.minimum },
  {
    name: 'a closed object is open',
    at: (schema) => schema.additionalProperties === false,
    make: (schema) => delete schema.additionalProperties,
  },
  {
    name: 'a closed object gets a field',
    at: (schema) => schema.additionalProperties === false,
    make: (schema) => {
      schema.properties.brand_new = { type: 'string' };
      schema.required = [...(schema.required ?? []), 'brand_new'];
    },
  },
];

export const ADDITIVE_IN_RESPONSES: Change<Any>[] = [
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
    name: 'a field is always present',
    at: (schema) => optionalOf(schema) !== undefined && schema.additionalProperties !== false,
    make: (schema) => {
      schema.required = [...(schema.required ?? []), optionalOf(schema)];
    },
  },
  { name: 'a new value of an open list', at: isOpen, make: (schema) => schema.enum.push('new') },
  {
    name: 'null no longer appears',
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
