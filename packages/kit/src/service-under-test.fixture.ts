import { defineEndpoint } from '@plat/contracts';
import { Type } from '@sinclair/typebox';
import {
  AppError,
  createInternalTokens,
  createLogger,
  createServiceApp,
  operation,
  type Principal,
  Reply,
} from './index.ts';

const policy = {
  name: null,
  keyKinds: ['subscriber'],
  missingKeyStatus: 401,
  missingUserStatus: null,
  metering: { counts: 'never' },
  allowance: null,
  deadlineMs: 60_000,
  usageHeaders: false,
} as const;
const shared = {
  service: 'geo',
  audience: 'internal',
  aliases: [],
  summary: '',
  tag: 't',
  errors: {},
  policy,
} as const;
export const echo = defineEndpoint({
  ...shared,
  operation: 'echo',
  method: 'POST',
  path: '/internal/echo',
  request: { body: Type.Object({ text: Type.String({ minLength: 1 }) }), query: Type.Object({}) },
  responses: { 200: Type.Object({ text: Type.String() }), 201: Type.Object({ text: Type.String() }) },
});
const publicEcho = defineEndpoint({ ...echo, operation: 'publicEcho', audience: 'public', path: '/v1/echo' });
export const lookup = defineEndpoint({
  ...shared,
  operation: 'lookup',
  method: 'GET',
  path: '/internal/lookup',
  request: { query: Type.Object({ id: Type.String({ minLength: 1 }) }) },
  responses: { 200: Type.Union([Type.Null(), Type.Object({ id: Type.String() })]) },
});

export const lines: string[] = [];
export const log = createLogger({ name: 'geo', destination: { write: (line) => void lines.push(line) } });
export const tokens = createInternalTokens('a secret of at least thirty-two bytes');
export const principal: Principal = {
  keyId: 'key-1',
  keyKind: 'subscriber',
  companyId: 'company-1',
  userId: null,
  realm: 'live',
};

export const app = createServiceApp({
  name: 'geo',
  log,
  tokens,
  readiness: { database: async () => {} },
  operations: [
    operation(echo, async ({ body, signal }) => {
      if (body.text === 'created') return new Reply({ text: 'created' }, 201, { 'x-extra': 'yes' });
      if (body.text === 'domain') throw new AppError('ADDRESS_NOT_FOUND', 'No such address');
      if (body.text === 'crash') throw new Error('password=hunter2 in table users');
      if (body.text === 'broken') return { text: 7 };
      if (body.text === 'slow') await new Promise((resolve) => setTimeout(resolve, 5_000));
      return { text: body.text + (signal.aborted ? '!' : '') };
    }),
    operation(publicEcho, async ({ body }) => body),
    operation(lookup, async ({ query }) => (query.id === 'none' ? null : { id: query.id })),
  ],
});
