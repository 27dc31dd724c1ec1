import type { OpenApiDocument } from './document.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests change a JSON document
export type Any = any;
export type Side = 'request' | 'response';

export const operationsOf = (document: OpenApiDocument): Any[] =>
  Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Every schema that callers send or receive, once, in a fixed order. */
export function schemasOf(document: OpenApiDocument, side: Side): Any[] {
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

export interface Change<Site> {
  name: string;
  /** True when the change applies to this place. */
  at: (site: Site) => boolean;
  make: (site: Site, document: OpenApiDocument) => void;
}

export const optionalOf = (schema: Any): string | undefined =>
  Object.keys(schema.properties ?? {}).find((field) => !schema.required?.includes(field));
export const hasFields = (schema: Any) => Object.keys(schema.properties ?? {}).length > 0;
export const isType = (type: string) => (schema: Any) => schema.type === type;
export const hasNull = (schema: Any) => Array.isArray(schema.type) && schema.type.includes('null');
export const removeField = (schema: Any) => {
  const [field = ''] = Object.keys(schema.properties);
  delete schema.properties[field];
  schema.required = schema.required?.filter((name: string) => name !== field);
};
export const hasRequired = (schema: Any) => schema.required?.length > 0 && hasFields(schema);
