import { recordApplicationSearch } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { UsageDeps } from '../domain/usage/ports.ts';
import { recordApplicationSearch as record } from '../domain/usage/record-application-search.ts';

/** `POST /internal/usage/application-searches` */
export const recordApplicationSearchOperation = (deps: UsageDeps) =>
  operation(recordApplicationSearch, async ({ body }) => record(deps, body));
