import { type Static, Type } from '@sinclair/typebox';
import { Nullable, oneOf, Timestamp } from '../common.ts';
import { defineAdminOperation, OPERATORS, READERS } from './operation.ts';
import { PAGE_QUERY, pageOf } from './paging.ts';

/** What an upload passes through; a finished import is published, failed or cancelled. */
export const IMPORT_STATES = ['uploaded', 'checking', 'ready', 'running', 'published', 'failed', 'cancelled'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

const whole = () => Type.Integer({ minimum: 0 });
const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const reasons = () => Type.Array(Type.Object({ reason: Type.String(), count: whole() }));

const Rows = Type.Object({ read: whole(), kept: whole(), rejected: whole() });
const ImportDocument = Type.Object({
  id: Type.String(),
  file_name: Type.String(),
  bytes: whole(),
  state: oneOf(IMPORT_STATES),
  layout: Nullable(Type.String(), { description: 'Source that the columns belong to; null if none is recognised' }),
  source: Nullable(Type.String(), { description: 'Source that the file was checked with' }),
  progress: Nullable(
    Type.Object({
      stage: Type.String(),
      region: Nullable(Type.String()),
      rows: whole(),
      share: share('Done, of the whole import'),
    }),
    { description: 'null unless it runs; a running import without progress waits for another one' },
  ),
  rows: Nullable(Rows),
  version: Nullable(whole(), { description: 'Version of the records that it published' }),
  problem: Nullable(Type.String(), { description: 'Why it failed or could not be checked, and what to do' }),
  is_file_kept: Type.Boolean(),
  uploaded_by: Type.String(),
  uploaded_at: Timestamp,
  finished_at: Nullable(Timestamp),
});
export type ImportDocument = Static<typeof ImportDocument>;

const Cell = Nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()]));
const ImportPreview = Type.Object({
  kinds: Type.Array(
    Type.Object({
      kind: Type.String(),
      ...Rows.properties,
      columns: Type.Array(Type.String()),
      sample: Type.Array(Type.Array(Cell), { description: 'The first 50 kept rows, in the order of `columns`' }),
    }),
  ),
  places: Type.Array(Type.Object({ state: Type.String(), county: Nullable(Type.String()), rows: whole() })),
  rejects: Type.Unsafe<Static<ReturnType<typeof reasons>>>(reasons()),
  left_out: Type.Unsafe<Static<ReturnType<typeof reasons>>>(reasons()),
  rejected_rows: Type.Array(
    Type.Object({
      line: Nullable(whole()),
      kind: Type.String(),
      column: Nullable(Type.String()),
      value: Nullable(Type.String()),
      reason: Type.String(),
    }),
    { description: 'The first of them' },
  ),
  notes: Type.Array(Type.String()),
});
export type ImportPreview = Static<typeof ImportPreview>;

const ImportDetails = Type.Object({
  ...ImportDocument.properties,
  columns: Type.Array(Type.String()),
  header_line: Type.Integer({ minimum: 1 }),
  guesses: Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), {
    description: 'For each kind of rows: canonical column to column of the file',
  }),
  mapping: Nullable(Type.Record(Type.String(), Type.Unknown()), {
    description: 'Of the last check; of a new upload, that of the last published file with the same columns',
  }),
  preview: Nullable(ImportPreview),
  rejects: Type.Unsafe<Static<ReturnType<typeof reasons>>>(reasons()),
  notes: Type.Array(Type.String()),
});
export type ImportDetails = Static<typeof ImportDetails>;

const IMPORT_QUERY = Type.Object({ import: Type.String({ pattern: '^[0-9a-z]{1,40}$', description: 'Id' }) });
const shared = { tag: 'Imports', path: '/admin/v1/imports' } as const;

export const listImports = defineAdminOperation({
  ...shared,
  operation: 'listImports',
  method: 'GET',
  summary: 'List imports by file, newest first',
  roles: READERS,
  request: { query: Type.Object(PAGE_QUERY) },
  status: 200,
  answer: pageOf('imports', ImportDocument),
  errors: ['SERVICE_UNAVAILABLE'],
});

export const readImport = defineAdminOperation({
  ...shared,
  operation: 'readImport',
  method: 'GET',
  path: '/admin/v1/imports/details',
  summary: 'Read an import with its preview',
  roles: READERS,
  request: { query: IMPORT_QUERY },
  status: 200,
  answer: ImportDetails,
  errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
});

export const listImportLayouts = defineAdminOperation({
  ...shared,
  operation: 'listImportLayouts',
  method: 'GET',
  path: '/admin/v1/imports/layouts',
  summary: 'List the built-in sources and the columns that a mapping can fill',
  roles: READERS,
  request: {},
  status: 200,
  answer: Type.Object({
    max_bytes: whole(),
    sources: Type.Array(Type.Object({ name: Type.String(), title: Type.String() })),
    kinds: Type.Array(
      Type.Object({
        kind: Type.String(),
        columns: Type.Array(
          Type.Object({
            name: Type.String(),
            type: Type.String(),
            is_required: Type.Boolean(),
            meaning: Type.String(),
          }),
        ),
      }),
    ),
  }),
});

export const uploadImport = defineAdminOperation({
  ...shared,
  operation: 'uploadImport',
  method: 'POST',
  summary: 'Upload a file of records',
  description: 'CSV and its relatives, .xlsx or Parquet, plain, gzip or zip. It is kept for a day.',
  roles: OPERATORS,
  request: { query: Type.Object({ name: Type.String({ minLength: 1, maxLength: 300, description: 'Of the file' }) }) },
  takesFile: true,
  status: 201,
  answer: ImportDetails,
  errors: ['INVALID_REQUEST_BODY', 'SERVICE_UNAVAILABLE'],
});

export const previewImport = defineAdminOperation({
  ...shared,
  operation: 'previewImport',
  method: 'POST',
  path: '/admin/v1/imports/preview',
  summary: 'Check every row with a source or a mapping; changes no records',
  roles: OPERATORS,
  request: {
    query: IMPORT_QUERY,
    body: Type.Object({
      source: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: '`canonical` or a built-in source' }),
      ),
      mapping: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), { description: 'docs/reference/mappings.md, in place of a source' }),
      ),
    }),
  },
  status: 202,
  answer: ImportDocument,
  errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
});

export const startImport = defineAdminOperation({
  ...shared,
  operation: 'startImport',
  method: 'POST',
  path: '/admin/v1/imports/start',
  summary: 'Import the file as it was previewed, and publish a version',
  roles: OPERATORS,
  request: {
    query: IMPORT_QUERY,
    body: Type.Object({
      max_rejected_share: Type.Optional(share('Of the rows; 0.2 by default')),
      accept_rejected: Type.Optional(
        Type.Boolean({ description: 'Import a do-not-contact list without its bad rows' }),
      ),
      allow_blanking: Type.Optional(
        Type.Boolean({ description: "Import even if more than 20 % of a column's filled cells become empty" }),
      ),
    }),
  },
  status: 202,
  answer: ImportDocument,
  errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
});

export const removeImport = defineAdminOperation({
  ...shared,
  operation: 'removeImport',
  method: 'DELETE',
  summary: 'Cancel an import, or remove a finished one with its file; published records stay',
  roles: OPERATORS,
  request: { query: IMPORT_QUERY },
  status: 204,
  answer: Type.Null(),
  errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
});
