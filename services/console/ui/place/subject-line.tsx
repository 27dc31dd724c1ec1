import type { RetailCompsSubject } from '@plat/client';
import { asCount, asDay, asDollars, asNumber } from '../lib/format.ts';

/** The home in one line. */
export function SubjectLine({ subject }: { subject: RetailCompsSubject }) {
  const texts = [
    subject.property_type,
    subject.bedrooms === null ? null : `${asNumber(subject.bedrooms)} bd`,
    subject.bathrooms === null ? null : `${asNumber(subject.bathrooms)} ba`,
    subject.living_square_feet === null ? null : `${asCount(subject.living_square_feet)} sq ft`,
    subject.lot_square_feet === null ? null : `lot ${asCount(subject.lot_square_feet)} sq ft`,
    subject.year_built === null ? null : `built ${subject.year_built}`,
    subject.last_sale_date === null
      ? null
      : `last sold ${asDay(subject.last_sale_date)} for ${asDollars(subject.last_sale_price)}`,
  ];
  return <p className="figures text-soft">{texts.filter((text) => text !== null).join(' · ')}</p>;
}
