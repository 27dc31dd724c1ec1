import { type TSchema, Type } from '@sinclair/typebox';
import { Nullable } from '../common.ts';

/** Query parameters of a list. */
export const PAGE_QUERY = {
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of the page before' })),
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9]\\d?|[1-4]\\d\\d|500)$', description: 'rows of a page, 1 to 500; 100 by default' }),
  ),
};

/** A page of a list under its name. */
export const pageOf = <Name extends string, Row extends TSchema>(name: Name, row: Row) =>
  Type.Object({
    [name]: Type.Array(row),
    next_cursor: Nullable(Type.String(), { description: 'For the next page; null on the last one' }),
  } as Record<Name, ReturnType<typeof Type.Array<Row>>> & {
    next_cursor: ReturnType<typeof Nullable<ReturnType<typeof Type.String>>>;
  });
