import type { AccountsDeps } from '@plat/accounts/deps';
import type { OperationPorts } from '@plat/console/deps';
import type { OperatorInvestors } from '@plat/investors/operator';
import { AppError } from '@plat/kit';
import { companyOperations, keyOperations, planOperations, userOperations } from './accounts.ts';
import { contactOperations } from './contacts.ts';
import { type DealsHost, dealOperations } from './deals.ts';
import { type ImportsHost, importOperations } from './imports.ts';
import { type RecordsHost, recordsOperations } from './records.ts';
import { requestOperations } from './requests.ts';
import { usageOperations } from './usage.ts';

export interface OperationsHost extends Omit<RecordsHost & ImportsHost & DealsHost, 'audit'> {
  accounts: AccountsDeps;
  /** Opened when it is needed first. */
  investors(): Promise<OperatorInvestors>;
  /** Null in a host without one. */
  doctor: OperationPorts['runDoctor'] | null;
}

/** What the host does for each operation of the operator API. */
export const operationsOf = (host: OperationsHost): OperationPorts => ({
  ...companyOperations(host.accounts),
  ...keyOperations(host.accounts),
  ...planOperations(host.accounts),
  ...userOperations(host.accounts),
  ...usageOperations(host.accounts),
  ...requestOperations(host.accounts),
  ...recordsOperations({ ...host, audit: host.accounts.audit }),
  ...importOperations({ ...host, audit: host.accounts.audit }),
  ...dealOperations(host),
  ...contactOperations(host.accounts, host.investors),
  runDoctor:
    host.doctor ??
    (async () => {
      throw new AppError('SERVICE_UNAVAILABLE', 'Run plat doctor on the machine of this Plat');
    }),
});
