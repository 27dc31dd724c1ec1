import type { Sql } from './sql.ts';

/** Where reads run: on a replica while that may be read, otherwise on the primary. */
export interface ReadPool {
  /**
   * Runs a read. If the replica cannot answer, the read runs again on the primary: it must be repeatable, and must not
   * write.
   */
  read<T>(run: (sql: Sql) => PromiseLike<T>): Promise<T>;
  /** For transactions and LISTEN. */
  primary: Sql;
}

/** The read pool of a database without a replica. */
export const readPoolOf = (primary: Sql): ReadPool => ({ read: async (run) => run(primary), primary });
