import { Type } from '@sinclair/typebox';
import { Nullable, oneOf, Timestamp } from '../common.ts';
import { ALLOWANCE_NAMES } from '../endpoint.ts';
import { defineAdminOperation, EVERYONE } from './operation.ts';

const Month = Type.String({
  pattern: '^\\d{4}-(0[1-9]|1[0-2])$',
  description: 'YYYY-MM in UTC; this month by default',
});
const DIMENSIONS = ['company', 'key', 'user', 'endpoint'] as const;

export const readUsage = defineAdminOperation({
  operation: 'readUsage',
  method: 'GET',
  path: '/admin/v1/usage',
  tag: 'Usage',
  summary: 'Monthly usage and limits of a company, a key or an end user',
  description: 'Give company or key; a member gets the own company by default.',
  roles: EVERYONE,
  request: {
    query: Type.Object({
      company: Type.Optional(Type.String({ description: 'Id or exact name' })),
      key: Type.Optional(Type.String({ description: 'Id or prefix' })),
      user_id: Type.Optional(Type.String({ description: 'End user of an enterprise key' })),
      month: Type.Optional(Month),
    }),
  },
  status: 200,
  answer: Type.Object({
    month: Type.String({ description: 'First day of the month' }),
    scope: oneOf(['company', 'key', 'user', 'users_of_key'] as const),
    endpoints: Type.Array(
      Type.Object({
        endpoint: oneOf(ALLOWANCE_NAMES),
        limit: Nullable(Type.Integer()),
        used: Type.Integer(),
        reserved: Type.Integer(),
        remaining: Nullable(Type.Integer()),
        used_in_pool: Type.Optional(Type.Integer()),
      }),
    ),
    resets_at: Timestamp,
  }),
  errors: ['NOT_FOUND'],
});

export const readUsageReport = defineAdminOperation({
  operation: 'readUsageReport',
  method: 'GET',
  path: '/admin/v1/usage-report',
  tag: 'Usage',
  summary: 'Billable calls of a month, directly from the ledger',
  roles: EVERYONE,
  request: {
    query: Type.Object({
      month: Type.Optional(Month),
      by: Type.Optional(
        Type.String({
          pattern: `^(${DIMENSIONS.join('|')})(,(${DIMENSIONS.join('|')}))*$`,
          description: `${DIMENSIONS.join(', ')}; several with commas; company by default`,
        }),
      ),
      company: Type.Optional(Type.String({ description: 'Id or exact name' })),
      format: Type.Optional(oneOf(['json', 'csv'] as const)),
    }),
  },
  status: 200,
  answer: Type.Object({
    month: Type.String({ description: 'YYYY-MM in UTC' }),
    by: Type.Array(oneOf(DIMENSIONS)),
    columns: Type.Array(Type.String()),
    rows: Type.Array(
      Type.Object({
        month: Type.String(),
        company: Type.Optional(Type.String()),
        key_id: Type.Optional(Type.String({ description: '`application` for the console and the own application' })),
        user_id: Type.Optional(Nullable(Type.String())),
        endpoint: Type.Optional(Type.String()),
        calls_counted: Type.Integer(),
        calls_not_counted: Type.Integer(),
      }),
    ),
  }),
  offersCsv: true,
  errors: ['NOT_FOUND'],
});
