import { withholdContacts } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { InvestorsDeps } from '../deps.ts';
import { withholdContacts as withhold } from '../domain/withhold-contacts.ts';

/** `POST /internal/withhold-contacts` */
export const withholdContactsRoute = (deps: InvestorsDeps) =>
  operation(withholdContacts, async ({ body, signal }) => ({
    buyers: await withhold(body.buyers, deps.withholding, deps.asOf(), signal),
  }));
