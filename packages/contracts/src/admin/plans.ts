import { Type } from '@sinclair/typebox';
import { Plan } from '../resources/account.ts';
import { defineAdminOperation, OPERATORS, READERS } from './operation.ts';
import { PAGE_QUERY, pageOf } from './paging.ts';

const shared = { tag: 'Plans', path: '/admin/v1/plans' } as const;
const { plan_id, ...terms } = Plan.properties;

export const listPlans = defineAdminOperation({
  ...shared,
  operation: 'listPlans',
  method: 'GET',
  summary: 'List plans by id',
  roles: READERS,
  request: { query: Type.Object(PAGE_QUERY) },
  status: 200,
  answer: pageOf('plans', Plan),
});

export const createPlan = defineAdminOperation({
  ...shared,
  operation: 'createPlan',
  method: 'POST',
  summary: 'Create a plan',
  roles: OPERATORS,
  request: { body: Plan },
  status: 201,
  answer: Plan,
  errors: ['ALREADY_EXISTS'],
});

export const changePlan = defineAdminOperation({
  ...shared,
  operation: 'changePlan',
  method: 'PATCH',
  summary: 'Change a plan for all its users',
  roles: OPERATORS,
  request: { query: Type.Object({ plan_id }), body: Type.Partial(Type.Object(terms)) },
  status: 200,
  answer: Plan,
  errors: ['NOT_FOUND'],
});
