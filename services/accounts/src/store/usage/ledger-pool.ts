import type { Sql } from '@plat/db';

/** Connections that survive the loss of the server. */
export interface LedgerPool {
  /** @throws what `work` throws, or an Error when its connection was lost and it does not come to an end. */
  run<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const GRACE_MS = 2_000;

/**
 * Gives all connections up once one of them has closed, and goes on with new ones. postgres.js 3.4.9 sends the rollback
 * of a transaction whose session has died into nothing: the call never ends, and the connection answers nobody again.
 */
export function createLedgerPool(open: () => Sql): LedgerPool {
  let isClosed = false;
  let current = start();

  function start() {
    const sql = open();
    const { promise: lost, reject } = Promise.withResolvers<never>();
    lost.catch(() => {});
    let isGivenUp = false;
    sql.options.onclose = () => {
      if (isClosed || isGivenUp) return;
      isGivenUp = true;
      if (current.sql === sql) current = start();
      // What runs on the connections that are left may come to its end.
      const cause = Object.assign(new Error('the connection to the database was lost'), { code: 'CONNECTION_CLOSED' });
      setTimeout(() => reject(cause), GRACE_MS).unref();
      void sql.end({ timeout: GRACE_MS / 1000 }).catch(() => {});
    };
    return { sql, lost };
  }

  return {
    run: (work) => {
      const { sql, lost } = current;
      return Promise.race([work(sql), lost]);
    },
    close: async () => {
      isClosed = true;
      await current.sql.end({ timeout: 5 });
    },
  };
}
