import { isInstitution, RENTAL_VEHICLE } from '@plat/records';
import { countFigure, type GroupCount, groupedShareFigure } from '../figures.ts';
import { BOOTSTRAP } from '../intervals.ts';
import { LANDLORDS, LANDLORDS_FILE, type LabelledLandlord, readLandlords } from '../labelled-landlords.ts';
import type { Measure } from '../measure.ts';

/** A brand of two of the labelled parents: a name with it may leave open which one owns. */
const CONREX = 'Conrex';

/** Plat's names of the labelled parents that it lists. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  'INVITATION HOMES': ['Invitation Homes'],
  'AMERICAN HOMES 4 RENT': ['American Homes 4 Rent'],
  'AMHERST RESIDENTIAL (MAIN STREET RENEWAL)': ['Amherst Residential'],
  'BROOKFIELD ASSET MANAGEMENT (CONREX)': ['Brookfield', CONREX],
  'FRONT YARD RESIDENTIAL / PROGRESS RESIDENTIAL': ['Pretium Partners', 'Progress Residential'],
  'YAMASA (PROGRESS RESIDENTIAL)': ['Pretium Partners', 'Progress Residential'],
  'HUDSON CAPITAL PROPERTIES': ['Hudson Homes'],
  'VINEBROOK HOMES': ['VineBrook Homes', CONREX],
  'NEW RESIDENTIAL INVESTMENT': ['Rithm Capital'],
  'MY COMMUNITY HOMES': ['KKR'],
  'AALTO INVEST UK': ['Aalto Invest'],
};

const isOwn = (label: string, parent: string): boolean => PARENTS[label]?.includes(parent) === true;

export const landlordNames: Measure = {
  id: 'landlord-names',
  title: 'Institutional landlords, North Carolina',
  answers:
    'Recognised names are those that the rule calls institutions. "Without their own parent" leaves out the patterns written for the labelled parent, which tells how the rule does on landlords nobody has listed; "by form" leaves out the patterns of every parent. A wrong parent is another one than the label says.',
  records: LANDLORDS,
  needs: [LANDLORDS_FILE],
  tuned: 'some patterns of parents and the forms of vehicles, after reading which of these names were missed',
  intervals: `${BOOTSTRAP} It draws parent companies, because the names of one are alike.`,
  isCheap: true,
  async run(records) {
    const names = await readLandlords(records);
    const byLabel = [...Map.groupBy(names, ({ label }) => label).values()];
    const counted = (isHit: (name: LabelledLandlord) => boolean): GroupCount[] =>
      byLabel.map((group) => ({ hits: group.filter(isHit).length, n: group.length }));
    const found = names.flatMap(({ nameKey, label }) => {
      const parent = isInstitution(nameKey)?.parent;
      return parent === undefined ? [] : [{ label, parent }];
    });
    const isOpen = (parent: string) => parent === RENTAL_VEHICLE || parent === CONREX;
    const right = found.filter(({ label, parent }) => !isOpen(parent) && isOwn(label, parent)).length;
    const unknown = found.filter(({ parent }) => isOpen(parent)).length;
    const isSeen = ({ nameKey }: LabelledLandlord) => isInstitution(nameKey) !== null;
    const isFoundUnseen = ({ nameKey, label }: LabelledLandlord) =>
      isInstitution(nameKey, (parent) => isOwn(label, parent)) !== null;
    const isFoundByForm = ({ nameKey }: LabelledLandlord) =>
      isInstitution(nameKey, (parent) => parent !== RENTAL_VEHICLE) !== null;
    return [
      groupedShareFigure('recognised', counted(isSeen), { atLeast: 0.9 }),
      groupedShareFigure('recognised without their own parent', counted(isFoundUnseen), { atLeast: 0.75 }),
      groupedShareFigure('recognised by form', counted(isFoundByForm)),
      groupedShareFigure(
        'read as a company',
        counted(({ isEntity }) => isEntity),
      ),
      countFigure('right parent', right, found.length),
      countFigure('parent unknown', unknown, found.length),
      countFigure('wrong parent', found.length - right - unknown, found.length, { atMost: 0 }),
    ];
  },
};
