import { join } from 'node:path';
import { normaliseOwnerName } from '@plat/records';
import { shareFigure } from '../figures.ts';
import { WILSON } from '../intervals.ts';
import { COMPANIES_FILE, PEOPLE_FILE, readLabelledNames } from '../labelled-names.ts';
import type { Measure } from '../measure.ts';

export const personOrCompany: Measure = {
  id: 'person-or-company',
  title: 'People and companies told apart',
  answers: 'Names of at least two words, because a single word may be a surname or a brand.',
  records: 'labelled names of people and companies in the United States (probablepeople), no period',
  needs: [PEOPLE_FILE, COMPANIES_FILE],
  tuned: 'some words of companies',
  intervals: WILSON,
  isCheap: true,
  async run(records) {
    const counted = (file: string, isRight: (kind: string) => boolean) => {
      const names = readLabelledNames(join(records, file)).filter(({ text }) => text.includes(' '));
      return [names.filter(({ text }) => isRight(normaliseOwnerName(text).kind)).length, names.length] as const;
    };
    return [
      shareFigure('people read as people', ...counted(PEOPLE_FILE, (kind) => kind === 'person')),
      shareFigure('companies not read as people', ...counted(COMPANIES_FILE, (kind) => kind !== 'person')),
    ];
  },
};
