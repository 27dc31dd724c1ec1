export const REALMS = ['live', 'sample'] as const;

/**
 * Which records a request reads: those that an operator imported, or the generated sample market. A test key reads
 * the sample, any other key the live records. Neither sees rows of the other.
 */
export type Realm = (typeof REALMS)[number];
