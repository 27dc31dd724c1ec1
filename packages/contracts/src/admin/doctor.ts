import { Type } from '@sinclair/typebox';
import { oneOf } from '../common.ts';
import { defineAdminOperation, READERS } from './operation.ts';

export const runDoctor = defineAdminOperation({
  operation: 'runDoctor',
  method: 'GET',
  path: '/admin/v1/doctor',
  tag: 'Installation',
  summary: 'Check everything that Plat needs',
  roles: READERS,
  request: {},
  status: 200,
  answer: Type.Object({
    result: oneOf(['ok', 'warn', 'fail'] as const),
    checks: Type.Array(
      Type.Object({
        name: Type.String(),
        standing: oneOf(['ok', 'warn', 'fail', 'skipped'] as const),
        seen: Type.String(),
        advice: Type.Optional(Type.String({ description: 'Remedy' })),
      }),
    ),
  }),
  errors: ['SERVICE_UNAVAILABLE'],
});
