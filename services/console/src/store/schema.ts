import { pgSchema, text, timestamp } from 'drizzle-orm/pg-core';

/** The schema that all contexts share. */
export const consoleSchema = pgSchema('console');

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });
export const created = () => instant('created_at').notNull().defaultNow();
/** Hexadecimal SHA-256 of a token, which itself is not stored. */
export const sha256 = () => text('sha256').primaryKey();
