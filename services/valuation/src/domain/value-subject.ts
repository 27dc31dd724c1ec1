import type { RetailCompsCriteria } from '@plat/contracts';
import { type CompSource, compSourceOf, type RecordsWindow, type SimilarSale } from '@plat/dataset';
import type { PropertyValue } from '@plat/value-model';
import { type ArvEstimate, afterRepairValue } from './after-repair-value.ts';
import type { Basis } from './answer.ts';
import { type CompScope, findComps, type Reach } from './find-comps.ts';
import { type LocatedSubject, locateSubject } from './locate-subject.ts';
import type { RetailCompsPorts } from './ports.ts';

/** A subject with its comps and unrounded values. */
export interface ValuedSubject {
  located: LocatedSubject;
  records: RecordsWindow;
  source: CompSource;
  scope: CompScope;
  /** Most similar first. */
  comps: SimilarSale[];
  reach: Reach;
  asIs: PropertyValue | null;
  arv: ArvEstimate | null;
  /** Data that explains comps. */
  basis: Basis;
}

/**
 * Finds the house at an address, its comps, its as-is value and its after repair value. The caller's filters choose
 * comps but do not change the values.
 * @param serverAsOf the server's as-of day, `YYYY-MM-DD`.
 * @throws AppError of `locateSubject`; INSUFFICIENT_COMPARABLE_SALES (404); UPSTREAM_ERROR (502).
 */
export async function valueSubject(
  criteria: RetailCompsCriteria,
  serverAsOf: string,
  ports: RetailCompsPorts,
  signal: AbortSignal,
): Promise<ValuedSubject> {
  const located = await locateSubject(criteria.address, serverAsOf, ports, signal);
  const records = await ports.records.of(located, serverAsOf, signal);
  const asOf = records.end;
  const { property, subject, flipResale, trend, regionsNear } = located;
  const source = compSourceOf(property);
  const scope = { source, asOf, regions: regionsNear };
  const value = ports.values.valueOf(property, asOf, signal);
  const [{ comps, reach }, arv, asIs] = await Promise.all([
    findComps(subject, criteria, scope, ports.comps, signal),
    afterRepairValue({ subject, scope, trend, flipResale, avm: value }, ports, signal),
    value,
  ]);
  return { located, records, source, scope, comps, reach, asIs, arv, basis: { subject, trend, asOf } };
}
