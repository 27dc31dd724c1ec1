import { apiCredentials } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AccountsDeps } from '../deps.ts';
import { apiCredentials as credentials } from '../domain/keys/api-credentials.ts';
import { enterpriseKey } from './enterprise-key.ts';

export const apiCredentialsOperation = (deps: AccountsDeps) =>
  operation(apiCredentials, async ({ principal }) => credentials(deps, enterpriseKey(principal).keyId));
