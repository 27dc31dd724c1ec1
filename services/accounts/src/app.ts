import { createServiceApp } from '@plat/kit';
import type { AccountsDeps } from './deps.ts';
import { apiCredentialsOperation } from './routes/api-credentials.ts';
import { beginIdempotentRequestOperation } from './routes/begin-idempotent-request.ts';
import { commitUsageOperation } from './routes/commit-usage.ts';
import { createApiUserOperation } from './routes/create-api-user.ts';
import { createApiUserSubscriptionOperation } from './routes/create-api-user-subscription.ts';
import { existingKeysOperation } from './routes/existing-keys.ts';
import { finishIdempotentRequestOperation } from './routes/finish-idempotent-request.ts';
import { getApiUserOperation } from './routes/get-api-user.ts';
import { keyStandingOperation } from './routes/key-standing.ts';
import { listApiUsersOperation } from './routes/list-api-users.ts';
import { previewUsageOperation } from './routes/preview-usage.ts';
import { recordApplicationSearchOperation } from './routes/record-application-search.ts';
import { recordRequestsOperation } from './routes/record-requests.ts';
import { releaseUsageOperation } from './routes/release-usage.ts';
import { reserveUsageOperation } from './routes/reserve-usage.ts';
import { updateApiUserOperation } from './routes/update-api-user.ts';
import { updateApiUserSubscriptionOperation } from './routes/update-api-user-subscription.ts';
import { usageOperation } from './routes/usage.ts';
import { verifyApplicationKeyOperation } from './routes/verify-application-key.ts';
import { verifyKeyOperation } from './routes/verify-key.ts';

/** The accounts service: companies, keys, end users and plans, and their usage. */
export const createAccountsApp = (deps: AccountsDeps) =>
  createServiceApp({
    name: 'accounts',
    log: deps.log,
    tokens: deps.tokens,
    clock: deps.clock,
    metrics: deps.metrics,
    readiness: deps.readiness,
    operations: [
      apiCredentialsOperation(deps),
      getApiUserOperation(deps),
      createApiUserOperation(deps),
      updateApiUserOperation(deps),
      listApiUsersOperation(deps),
      createApiUserSubscriptionOperation(deps),
      updateApiUserSubscriptionOperation(deps),
      verifyKeyOperation(deps),
      verifyApplicationKeyOperation(deps),
      existingKeysOperation(deps),
      keyStandingOperation(deps),
      beginIdempotentRequestOperation(deps),
      finishIdempotentRequestOperation(deps),
      usageOperation(deps),
      reserveUsageOperation(deps),
      commitUsageOperation(deps),
      releaseUsageOperation(deps),
      previewUsageOperation(deps),
      recordApplicationSearchOperation(deps),
      recordRequestsOperation(deps),
    ],
  });
