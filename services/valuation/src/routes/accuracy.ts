import { accuracy } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { ValuationDeps } from '../deps.ts';
import { accuracyItems } from '../domain/accuracy.ts';

/** `GET /v1/accuracy` */
export const accuracyRoute = (deps: ValuationDeps) =>
  operation(accuracy, async ({ principal: { realm } }) => accuracyItems(await deps.accuracy(realm).read()));
