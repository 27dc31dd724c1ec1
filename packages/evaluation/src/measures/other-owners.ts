import { join } from 'node:path';
import { isInstitution, joinOwnerNames, normaliseOwnerName } from '@plat/records';
import { shareFigure } from '../figures.ts';
import { WILSON } from '../intervals.ts';
import type { Measure } from '../measure.ts';
import { readTable } from '../read-table.ts';

/** `looked` names were looked up by hand and are institutions. */
const CITIES = [
  { city: 'Philadelphia', file: join('philadelphia-pa', 'opa-properties.csv'), names: 'owner_1, owner_2', looked: 1 },
  {
    city: 'Cambridge',
    file: join('cambridge-ma', 'assessing-fy2022.csv'),
    names: 'Owner_Name, Owner_CoOwnerName',
    looked: 0,
  },
] as const;

export const otherOwners: Measure = {
  id: 'other-owners',
  title: 'Other owners taken for institutions, Philadelphia and Cambridge',
  answers:
    'Distinct owners that the list of institutions names wrongly. Each one that it names was looked up: one in Philadelphia is a single-family fund and is not counted.',
  records: 'owners of Philadelphia, PA (2022), and Cambridge, MA (fiscal year 2022)',
  needs: CITIES.map(({ file }) => file),
  tuned: 'the patterns of the list were checked on these owners',
  intervals: WILSON,
  isCheap: true,
  async run(records) {
    const figures = [];
    for (const { city, file, names, looked } of CITIES) {
      const rows = await readTable(join(records, file), names);
      const owners = new Set(rows.map(([first, second]) => joinOwnerNames(first, second)));
      owners.delete(null);
      const listed = [...owners].filter((name) => isInstitution(normaliseOwnerName(name ?? '').nameKey) !== null);
      figures.push(shareFigure(city, Math.max(0, listed.length - looked), owners.size, { atMost: 0 }));
    }
    return figures;
  },
};
