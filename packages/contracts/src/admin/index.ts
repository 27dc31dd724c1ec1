export { ROLES, type Role } from '../resources/roles.ts';
export * from './operation.ts';
export * from './operations.ts';
export * from './paging.ts';
export * from './people.ts';
export * from './session.ts';
