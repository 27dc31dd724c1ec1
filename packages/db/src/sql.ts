import type postgres from 'postgres';

/** postgres.js with Plat's types: dates stay `YYYY-MM-DD` strings, bigints become numbers (all of ours are below 2^53). */
export type Sql = postgres.Sql<{ bigint: number; date: string }>;

/** The handle inside `sql.begin`. */
export type Transaction = postgres.TransactionSql<{ bigint: number; date: string }>;
