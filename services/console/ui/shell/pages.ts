import type { Role } from '../api/session.ts';

interface PageEntry {
  path: string;
  name: string;
}

const FOR_ALL: readonly PageEntry[] = [
  { path: '/buyers', name: 'Places' },
  { path: '/usage', name: 'Usage' },
];

/** The pages that a role can open, in the order of the navigation. */
export const pagesFor = (_role: Role): readonly PageEntry[] => FOR_ALL;
