import { MarketError } from '@plat/dataset';
import { DatabaseError, fromFileSystem } from '@plat/db';
import { AppError, ConfigError, StartError } from '@plat/kit';

import { MisuseError, PlainError } from './failures.ts';

export interface Failure {
  /** Whole sentences: what happened and what to do. */
  text: string;
  exitCode: 1 | 2;
}

const withStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/**
 * Describes any failure in plain sentences, without stack traces or passwords.
 * @param databaseSetting name of the variable with the database URL.
 */
export function describeFailure(thrown: unknown, databaseSetting = 'DATABASE_URL'): Failure {
  const error = fromFileSystem(thrown, 'the home of Plat');
  if (error instanceof MisuseError) return { text: error.message, exitCode: 2 };
  if (error instanceof ConfigError) return { text: error.message, exitCode: 2 };
  if (error instanceof AppError) {
    return { text: withStop(error.message), exitCode: error.code === 'VALIDATION_ERROR' ? 2 : 1 };
  }
  if (error instanceof PlainError || error instanceof DatabaseError || error instanceof MarketError) {
    return { text: `${withStop(error.message)} ${error.advice}`, exitCode: 1 };
  }
  if (error instanceof StartError) return { text: withStop(error.message), exitCode: 1 };
  return { text: databaseSentence(error, databaseSetting) ?? unexpected(error), exitCode: 1 };
}

/** Errors of postgres.js and PostgreSQL by code. Never repeats the URL, which contains the password. */
function databaseSentence(error: unknown, setting: string): string | null {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'CONNECT_TIMEOUT', 'ECONNRESET'].includes(code)) {
    return `The database does not answer. Check ${setting} and that the server runs, then try again.`;
  }
  if (code === '28P01' || code === '28000') {
    return `The database refused the user or password. Check ${setting}.`;
  }
  if (code === '3D000') return `There is no such database on the server. Create it, or check ${setting}.`;
  if (code === '42501') return 'The database user lacks a permission. Give it the right to create schemas and tables.';
  if (code === '53100') return 'The disk of the database is full. Free some space, then try again.';
  if (code === '53300') return 'The database has no free connections. Raise max_connections, or stop other clients.';
  if (['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', '57P01', '57P02', '57P03'].includes(code)) {
    return 'The connection to the database ended. Start again; published data is unchanged.';
  }
  return null;
}

const unexpected = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  const [firstLine = ''] = message.split('\n');
  return `An unexpected error stopped Plat: ${withStop(firstLine)} Set PLAT_DEBUG=1 to see where.`;
};
