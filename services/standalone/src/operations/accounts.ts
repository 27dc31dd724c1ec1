import type { AccountsDeps } from '@plat/accounts/deps';
import {
  changeCompany,
  changeKey,
  changePlan,
  companyDetailsDocument,
  companyDocument,
  createApiUser,
  createApiUserSubscription,
  createCompany,
  createKey,
  createPlan,
  findCompany,
  getApiUser,
  keyDocument,
  limitDocument,
  listApiUsers,
  listKeys,
  revokeKey,
  rotateKey,
  seatDocument,
  setCompanyLimit,
  setSeat,
  updateApiUser,
  updateApiUserSubscription,
} from '@plat/accounts/operator';
import type { OperationPorts } from '@plat/console/deps';
import { pageOfRows } from '@plat/console/paging';
import { validationError } from '@plat/kit';
import { keyInScope } from './scope.ts';

const HOUR_MS = 3_600_000;

type CompanyPorts = Pick<
  OperationPorts,
  'listCompanies' | 'readCompany' | 'createCompany' | 'changeCompany' | 'setCompanyLimit' | 'setSeat'
>;

export const companyOperations = (accounts: AccountsDeps): CompanyPorts => ({
  listCompanies: async ({ query }) => {
    const { rows, nextCursor } = pageOfRows(await accounts.companies.list(), query, ({ id }) => id);
    return { companies: rows.map(companyDocument), next_cursor: nextCursor };
  },
  readCompany: async ({ query }) => companyDetailsDocument(await findCompany(accounts, query.company)),
  createCompany: async ({ body, actor }) => {
    const { name, contact_email: contactEmail, subscription } = body;
    return companyDocument(await createCompany(accounts, actor, { name, contactEmail, subscription }));
  },
  changeCompany: async ({ query, body, actor }) => {
    const { contact_email: contactEmail, ...rest } = body;
    const change = { ...rest, ...(contactEmail === undefined ? {} : { contactEmail }) };
    return companyDocument(await changeCompany(accounts, actor, query.company, change));
  },
  setCompanyLimit: async ({ query, body, actor }) => {
    const { endpoint, plan_limit: planLimit, custom_limit: customLimit } = body;
    return limitDocument(await setCompanyLimit(accounts, actor, query.company, { endpoint, planLimit, customLimit }));
  },
  setSeat: async ({ query, body, actor }) => {
    const { name, may_search_buyers: maySearchBuyers } = body;
    return seatDocument(await setSeat(accounts, actor, query.company, { name, maySearchBuyers }));
  },
});

type KeyPorts = Pick<OperationPorts, 'listKeys' | 'createKey' | 'changeKey' | 'rotateKey' | 'revokeKey'>;

/** Settings of a key in a request. */
interface Terms {
  rate_limit?: number;
  monthly_limit?: number;
  authorized_endpoints?: string[] | null;
  allowed_addresses?: string[] | null;
  seat?: string | null;
}

const termsOf = (body: Terms) => ({
  ...(body.rate_limit === undefined ? {} : { rateLimit: body.rate_limit }),
  ...(body.monthly_limit === undefined ? {} : { monthlyLimit: body.monthly_limit }),
  ...(body.authorized_endpoints === undefined ? {} : { authorizedEndpoints: body.authorized_endpoints }),
  ...(body.allowed_addresses === undefined ? {} : { allowedAddresses: body.allowed_addresses }),
  ...(body.seat === undefined ? {} : { seatName: body.seat }),
});

export const keyOperations = (accounts: AccountsDeps): KeyPorts => ({
  listKeys: async ({ query, companyId }) => {
    const ofCompany =
      companyId ?? (query.company === undefined ? undefined : (await findCompany(accounts, query.company)).id);
    const keys = (await listKeys(accounts, ofCompany)).filter(({ kind }) => [kind, undefined].includes(query.kind));
    const { rows, nextCursor } = pageOfRows(keys, query, ({ id }) => id);
    return { keys: rows.map(keyDocument), next_cursor: nextCursor };
  },
  createKey: async ({ body, actor }) => {
    const { kind, name, company: companyName, is_test: isTest, plans: planIds } = body;
    const { record, key } = await createKey(accounts, actor, {
      kind,
      name,
      companyName,
      isTest,
      planIds,
      ...termsOf(body),
    });
    return { ...keyDocument(record), key };
  },
  changeKey: async ({ query, body, actor }) => {
    const { name, active, add_plans: addPlanIds, remove_plans: removePlanIds } = body;
    const given = Object.entries({ name, active, addPlanIds, removePlanIds }).filter(
      ([, value]) => value !== undefined,
    );
    const change = { ...Object.fromEntries(given), ...termsOf(body) } as Parameters<typeof changeKey>[3];
    return keyDocument(await changeKey(accounts, actor, query.key, change));
  },
  rotateKey: async ({ query, body, actor }) => {
    const overlapMs = (body.overlap_hours ?? 0) * HOUR_MS;
    const { record, key } = await rotateKey(accounts, actor, query.key, { overlapMs });
    return { ...keyDocument(record), key };
  },
  revokeKey: async ({ query, actor }) => keyDocument(await revokeKey(accounts, actor, query.key)),
});

type PlanPorts = Pick<OperationPorts, 'listPlans' | 'createPlan' | 'changePlan'>;

export const planOperations = (accounts: AccountsDeps): PlanPorts => ({
  listPlans: async ({ query }) => {
    const { rows, nextCursor } = pageOfRows(await accounts.plans.list(), query, ({ plan_id }) => plan_id);
    return { plans: rows, next_cursor: nextCursor };
  },
  createPlan: ({ body, actor }) => createPlan(accounts, actor, body),
  changePlan: ({ query, body, actor }) => changePlan(accounts, actor, query.plan_id, body),
});

type UserPorts = Pick<
  OperationPorts,
  'listUsers' | 'readUser' | 'createUser' | 'changeUser' | 'createSubscription' | 'changeSubscription'
>;

export function userOperations(accounts: AccountsDeps): UserPorts {
  const enterpriseKey = async (call: { query: { key: string }; companyId: string | null }): Promise<string> => {
    const { id, kind } = await keyInScope(accounts, call, call.query.key);
    if (kind === 'enterprise') return id;
    throw validationError([{ field: 'key', problem: 'must be an enterprise key; others have no end users' }]);
  };
  return {
    listUsers: async (call) => listApiUsers(accounts, await enterpriseKey(call), call.query.cursor),
    readUser: async (call) => getApiUser(accounts, await enterpriseKey(call), call.query.user_id),
    createUser: async (call) => {
      const { user_id, active = true } = call.body;
      return createApiUser(accounts, call.actor, await enterpriseKey(call), { user_id, active });
    },
    changeUser: async (call) => {
      const user = { user_id: call.query.user_id, active: call.body.active };
      return updateApiUser(accounts, call.actor, await enterpriseKey(call), user);
    },
    createSubscription: async (call) => {
      const wanted = { user_id: call.query.user_id, plan_id: call.body.plan_id };
      return createApiUserSubscription(accounts, call.actor, await enterpriseKey(call), wanted);
    },
    changeSubscription: async (call) => {
      const wanted = { subscription_id: call.query.subscription_id, active: call.body.active };
      return updateApiUserSubscription(accounts, call.actor, await enterpriseKey(call), wanted);
    },
  };
}
