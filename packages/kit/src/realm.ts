export const REALMS = ['live', 'sample'] as const;

/**
 * Which records a request reads: those that an operator imported, or the generated sample market. A test key reads the
 * sample and any other key the live records; neither ever sees rows of the other.
 */
export type Realm = (typeof REALMS)[number];
