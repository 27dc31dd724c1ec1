import { withholdContacts } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { ContactsDeps } from '../deps.ts';
import { withholdContacts as withhold } from '../domain/withhold-contacts.ts';

/** `POST /internal/withhold-contacts` */
export const withholdContactsRoute = (deps: ContactsDeps) =>
  operation(withholdContacts, async ({ body, principal, signal }) => {
    const checkedAt = new Date(deps.clock.nowMs()).toISOString();
    const { companyId, realm } = principal;
    const withholding = { companyId, asOf: deps.asOf(realm), checkedAt, hideNoPhone: body.hide_no_phone };
    return { buyers: await withhold(body.buyers, deps.withholding(realm), withholding, signal) };
  });
