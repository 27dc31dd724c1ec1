import type { Static, TSchema } from '@sinclair/typebox';
import type { HttpMethod } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import type { Role } from '../resources/roles.ts';

/** One operation of the operator API (`/admin/v1`), as the console and its server must agree on it. */
export interface AdminOperation<
  Body extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
> {
  /** camelCase name; the client has a method of this name. */
  operation: string;
  method: HttpMethod;
  path: string;
  tag: string;
  summary: string;
  description?: string;
  /** Roles that may call it; null: anyone, signed in or not. A member sees only their own company. */
  roles: readonly Role[] | null;
  request: { body?: Body; query?: Query };
  /** True if the body is a file instead of JSON. */
  takesFile?: boolean;
  /** Status of a success. A 204 has no body. */
  status: 200 | 201 | 202 | 204;
  answer: Answer;
  /** Of a success that is no JSON; `answer` then says nothing. */
  mediaType?: string;
  /** True if `format=csv` returns the rows as CSV. */
  offersCsv?: boolean;
  /** Codes besides those of the session and the input check. */
  errors?: readonly ErrorCode[];
}

/** Declares an operation and keeps the precise types of its name and schemas. */
export const defineAdminOperation = <const O extends AdminOperation>(operation: O): O => operation;

// biome-ignore lint/suspicious/noExplicitAny: an operation of any shape, where only its data is read
export type AnyAdminOperation = AdminOperation<any, any, any>;

type InputOf<O, Part extends 'body' | 'query'> = O extends {
  request: { readonly [Name in Part]: infer Schema extends TSchema };
}
  ? Static<Schema>
  : undefined;
export type AdminBodyOf<O> = InputOf<O, 'body'>;
export type AdminQueryOf<O> = InputOf<O, 'query'>;
export type AdminAnswerOf<O> = O extends { answer: infer Answer extends TSchema } ? Static<Answer> : never;

/** Roles that see everything. */
export const READERS = ['owner', 'operator', 'viewer'] as const satisfies readonly Role[];
/** Roles that may change companies, keys, plans, records and webhooks. */
export const OPERATORS = ['owner', 'operator'] as const satisfies readonly Role[];
export const OWNERS = ['owner'] as const satisfies readonly Role[];
export const EVERYONE = ['owner', 'operator', 'viewer', 'member'] as const satisfies readonly Role[];
