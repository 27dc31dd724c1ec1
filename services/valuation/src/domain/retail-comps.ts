import type { MatchedSubject, ResponseOf, RetailCompsCriteria, retailComps } from '@plat/contracts';
import type { CompSource, RecordsWindow } from '@plat/dataset';
import { arvItem, compItem, explanationOf, subjectItem, valuationItem } from './answer.ts';
import type { RetailCompsPorts } from './ports.ts';
import { valueSubject } from './value-subject.ts';

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
 * The subject, its comps, its as-is value and its after repair value. The same request and dataset give the same
 * answer.
 * @throws AppError of `valueSubject`.
 */
export async function compareWithSales(
  { criteria, asOf }: RetailCompsQuestion,
  ports: RetailCompsPorts,
  signal: AbortSignal,
): Promise<RetailCompsAnswer> {
  const { located, records, source, comps, reach, asIs, arv, basis } = await valueSubject(
    criteria,
    asOf,
    ports,
    signal,
  );
  return {
    source,
    match: located.match,
    records,
    body: {
      subject: subjectItem(located.property, located.lastSale),
      comps: comps.map((comp) => compItem(comp, criteria.explain ? basis : null)),
      avm: asIs === null ? null : valuationItem(asIs),
      arv: arv === null ? null : arvItem(arv),
      ...(criteria.explain ? { explanation: explanationOf(reach, basis, arv) } : {}),
    },
  };
}
