import { Type } from '@sinclair/typebox';
import { Nullable, oneOf } from '../common.ts';
import { defineAdminOperation, OPERATORS, READERS } from './operation.ts';
import { PAGE_QUERY, pageOf } from './paging.ts';

const whole = () => Type.Integer({ minimum: 0 });
const COUNTS = {
  version: whole(),
  properties: whole(),
  sales: whole(),
  flips: whole(),
  rentals: whole(),
  buyers: whole(),
};
const Counts = Type.Object(COUNTS);

export const readCoverage = defineAdminOperation({
  operation: 'readCoverage',
  method: 'GET',
  path: '/admin/v1/coverage',
  tag: 'Records',
  summary: 'The serving records by realm and county, with their freshness',
  roles: READERS,
  request: {},
  status: 200,
  answer: Type.Object({
    realms: Type.Object({ live: Counts, sample: Counts }),
    counties: Type.Array(
      Type.Object({
        realm: oneOf(['live', 'sample'] as const),
        fips: Nullable(Type.String()),
        county: Nullable(Type.String()),
        state: Type.String(),
        records_from: Nullable(Type.String()),
        records_through: Nullable(Type.String()),
        is_stale: Type.Boolean(),
      }),
    ),
  }),
});

const Version = Type.Object({
  version: whole(),
  kind: oneOf(['import', 'rebuild', 'rollback', 'removal'] as const),
  as_of: Type.String(),
  created_at: Type.String(),
  sources: Type.Array(Type.String()),
  regions: Type.Record(Type.String(), Type.Integer(), { description: 'Build of each region' }),
  restores: Nullable(Type.Integer(), { description: 'For a rollback: the version that it serves again' }),
  is_serving: Type.Boolean(),
  is_kept: Type.Boolean(),
  bytes_alone: Nullable(Type.Number()),
});

export const listVersions = defineAdminOperation({
  operation: 'listVersions',
  method: 'GET',
  path: '/admin/v1/versions',
  tag: 'Records',
  summary: 'List versions of the live records, newest first',
  roles: READERS,
  request: { query: Type.Object(PAGE_QUERY) },
  status: 200,
  answer: pageOf('versions', Version),
});

const FiguresOfCounty = Type.Object({
  properties: whole(),
  sales: whole(),
  flips: whole(),
  rentals: whole(),
  buyers: whole(),
  median_price: Nullable(Type.Number(), { description: "US dollars; arm's-length sales of the last year on record" }),
});
const versionNumber = () => Type.String({ pattern: '^[1-9]\\d{0,8}$', description: 'One that serves or is kept' });

export const compareVersions = defineAdminOperation({
  operation: 'compareVersions',
  method: 'GET',
  path: '/admin/v1/versions/compare',
  tag: 'Records',
  summary: 'Compare two versions of the live records by county',
  roles: READERS,
  request: { query: Type.Object({ before: versionNumber(), after: versionNumber() }) },
  status: 200,
  answer: Type.Object({
    counties: Type.Array(
      Type.Object({
        state: Type.String(),
        county: Nullable(Type.String()),
        fips: Nullable(Type.String()),
        before: Nullable(FiguresOfCounty, { description: 'null if the version lacks the county' }),
        after: Nullable(FiguresOfCounty),
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
});

export const rollbackVersion = defineAdminOperation({
  operation: 'rollbackVersion',
  method: 'POST',
  path: '/admin/v1/versions/rollback',
  tag: 'Records',
  summary: 'Serve a kept version of the live records again',
  roles: OPERATORS,
  request: {
    body: Type.Object({
      version: Type.Optional(Type.Integer({ minimum: 1, description: 'The previous one by default' })),
    }),
  },
  status: 200,
  answer: Type.Object({ restores: Type.Integer(), dataset: Counts }),
  errors: ['NOT_FOUND'],
});

export const removeRecords = defineAdminOperation({
  operation: 'removeRecords',
  method: 'POST',
  path: '/admin/v1/versions/remove',
  tag: 'Records',
  summary: 'Remove the live records of a state or a county',
  roles: OPERATORS,
  request: {
    body: Type.Object({
      state: Type.String({ pattern: '^[A-Z]{2}$' }),
      county: Type.Optional(Type.String({ pattern: '^\\d{5}$', description: 'FIPS code' })),
    }),
  },
  status: 200,
  answer: Type.Object({
    state: Type.String(),
    county: Nullable(Type.String()),
    properties: whole(),
    dataset: Counts,
  }),
  errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
});
