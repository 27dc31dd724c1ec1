import { Type } from '@sinclair/typebox';
import { Nullable, OptionalNullable, oneOf, Timestamp, Uuid } from '../common.ts';
import { ALLOWANCE_NAMES } from '../endpoint.ts';
import { SUBSCRIPTION_STATES } from '../operations/index.ts';
import { defineAdminOperation, OPERATORS, READERS } from './operation.ts';
import { PAGE_QUERY, pageOf } from './paging.ts';

const limit = () => OptionalNullable(Type.Integer({ minimum: 0 }), { description: 'null removes it' });

const CompanyDocument = Type.Object({
  id: Uuid,
  name: Type.String(),
  contact_email: Nullable(Type.String()),
  active: Type.Boolean(),
  subscription: Nullable(oneOf(SUBSCRIPTION_STATES)),
  created_at: Timestamp,
});

const LimitDocument = Type.Object({
  endpoint: oneOf(ALLOWANCE_NAMES),
  plan_limit: Nullable(Type.Integer(), { description: "Limit of the company's own plan, such as a trial" }),
  custom_limit: Nullable(Type.Integer(), { description: 'Agreed instead of the documented limit' }),
});

const SeatDocument = Type.Object({
  id: Uuid,
  name: Type.String(),
  may_search_buyers: Type.Boolean(),
  created_at: Timestamp,
});

const CompanyDetailsDocument = Type.Object({
  ...CompanyDocument.properties,
  limits: Type.Array(LimitDocument),
  seats: Type.Array(SeatDocument),
});

/** Id or exact name, as for the commands. */
const COMPANY_QUERY = Type.Object({ company: Type.String({ description: 'Id or exact name' }) });
const shared = { tag: 'Companies', path: '/admin/v1/companies' } as const;

export const listCompanies = defineAdminOperation({
  ...shared,
  operation: 'listCompanies',
  method: 'GET',
  summary: 'List companies by name',
  roles: READERS,
  request: { query: Type.Object(PAGE_QUERY) },
  status: 200,
  answer: pageOf('companies', CompanyDocument),
});

export const readCompany = defineAdminOperation({
  ...shared,
  operation: 'readCompany',
  method: 'GET',
  path: '/admin/v1/companies/details',
  summary: 'Read a company with its limits and seats',
  roles: READERS,
  request: { query: COMPANY_QUERY },
  status: 200,
  answer: CompanyDetailsDocument,
  errors: ['NOT_FOUND'],
});

const CHANGES = {
  contact_email: OptionalNullable(Type.String()),
  subscription: OptionalNullable(oneOf(SUBSCRIPTION_STATES)),
};

export const createCompany = defineAdminOperation({
  ...shared,
  operation: 'createCompany',
  method: 'POST',
  summary: 'Create a company',
  roles: OPERATORS,
  request: { body: Type.Object({ name: Type.String(), ...CHANGES }) },
  status: 201,
  answer: CompanyDocument,
  errors: ['ALREADY_EXISTS'],
});

export const changeCompany = defineAdminOperation({
  ...shared,
  operation: 'changeCompany',
  method: 'PATCH',
  summary: 'Change, deactivate or activate a company',
  roles: OPERATORS,
  request: {
    query: COMPANY_QUERY,
    body: Type.Object({ name: Type.Optional(Type.String()), active: Type.Optional(Type.Boolean()), ...CHANGES }),
  },
  status: 200,
  answer: CompanyDocument,
  errors: ['NOT_FOUND', 'ALREADY_EXISTS'],
});

export const setCompanyLimit = defineAdminOperation({
  ...shared,
  operation: 'setCompanyLimit',
  method: 'POST',
  path: '/admin/v1/companies/limits',
  summary: 'Set a monthly limit of a company',
  roles: OPERATORS,
  request: {
    query: COMPANY_QUERY,
    body: Type.Object({ endpoint: Type.String(), plan_limit: limit(), custom_limit: limit() }),
  },
  status: 200,
  answer: LimitDocument,
  errors: ['NOT_FOUND'],
});

export const setSeat = defineAdminOperation({
  ...shared,
  operation: 'setSeat',
  method: 'POST',
  path: '/admin/v1/companies/seats',
  summary: 'Create or change a seat of a company',
  roles: OPERATORS,
  request: {
    query: COMPANY_QUERY,
    body: Type.Object({ name: Type.String(), may_search_buyers: Type.Boolean() }),
  },
  status: 200,
  answer: SeatDocument,
  errors: ['NOT_FOUND'],
});
