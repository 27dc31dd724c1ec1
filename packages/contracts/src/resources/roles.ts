/** Roles of people who sign in to the console; see docs/rules/sessions.md. */
export const ROLES = ['owner', 'operator', 'viewer', 'member'] as const;
export type Role = (typeof ROLES)[number];
