/**
 * SQL of what makes a deal count in a portfolio (C.1 to C.3): it happened and began to count by a day, is not off the
 * market and no extended flip.
 * @param asOf a bound day, such as `$2`
 */
export const countedDealsSql = (asOf: string): string =>
  `d.event_date <= ${asOf}::date and d.visible_from <= ${asOf}::date
    and not d.extended and d.arms_length <> 'non_arms_length'`;
