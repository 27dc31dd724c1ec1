import type { Role } from '../api/session.ts';

interface PageEntry {
  path: string;
  name: string;
}

const FOR_ALL: readonly PageEntry[] = [
  { path: '/buyers', name: 'Places' },
  { path: '/deals', name: 'Deals' },
  { path: '/links', name: 'Links' },
  { path: '/usage', name: 'Usage' },
  { path: '/accuracy', name: 'Accuracy' },
  { path: '/developer/playground', name: 'Developer' },
];

/** The pages that a role can open, in the order of the navigation. */
export const pagesFor = (role: Role): readonly PageEntry[] =>
  role === 'member' ? FOR_ALL : [...FOR_ALL, { path: '/operate', name: 'Operate' }];
