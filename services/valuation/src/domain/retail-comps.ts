import type { MatchedSubject, ResponseOf, RetailCompsCriteria, retailComps } from '@plat/contracts';
import { type CompSource, compSourceOf, type RecordsWindow } from '@plat/dataset';
import { afterRepairValue } from './after-repair-value.ts';
import { compItem, explanationOf, subjectItem, valuationItem } from './answer.ts';
import { findComps } from './find-comps.ts';
import { locateSubject } from './locate-subject.ts';
import type { RetailCompsPorts } from './ports.ts';

export interface RetailCompsQuestion {
  criteria: RetailCompsCriteria;
  /** The server's as-of day, `YYYY-MM-DD`. */
  asOf: string;
}

export interface RetailCompsAnswer {
  body: ResponseOf<typeof retailComps>;
  source: CompSource;
  match: MatchedSubject;
  records: RecordsWindow;
}

/**
 * The subject, its comps, its value as it stands and after repair. The values are the subject's own: the caller's filters
 * choose comps and do not move them. The same question and dataset give the same answer.
 * @throws AppError of `locateSubject`; INSUFFICIENT_COMPARABLE_SALES (404); UPSTREAM_ERROR (502).
 */
export async function compareWithSales(
  { criteria, asOf: serverAsOf }: RetailCompsQuestion,
  ports: RetailCompsPorts,
  signal: AbortSignal,
): Promise<RetailCompsAnswer> {
  const located = await locateSubject(criteria.address, serverAsOf, ports, signal);
  const records = await ports.records.of(located, serverAsOf, signal);
  const asOf = records.end;
  const { property, subject, lastSale, flipResale, trend, regionsNear } = located;
  const source = compSourceOf(property);
  const scope = { source, asOf, regions: regionsNear };
  const value = ports.values.valueOf(property, asOf, signal);
  const [{ comps, reach }, arv, avm] = await Promise.all([
    findComps(subject, criteria, scope, ports.comps, signal),
    afterRepairValue({ subject, scope, trend, flipResale, avm: value }, ports, signal),
    value,
  ]);
  const basis = criteria.explain ? { subject, trend, asOf } : null;
  return {
    source,
    match: located.match,
    records,
    body: {
      subject: subjectItem(property, lastSale),
      comps: comps.map((comp) => compItem(comp, basis)),
      avm: avm === null ? null : valuationItem(avm),
      arv,
      ...(basis === null ? {} : { explanation: explanationOf(reach, basis) }),
    },
  };
}
