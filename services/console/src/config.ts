import type { LogLevel } from '@plat/kit';

/** Settings of the console. Its host reads them, because the console runs inside of a host. */
export interface ConsoleConfig {
  DATABASE_URL: string;
  PLAT_INTERNAL_SECRET: string;
  PLAT_INTERNAL_SECRET_NEXT?: string;
  PLAT_INTERNAL_SECRET_PREVIOUS?: string;
  PLAT_LOG_LEVEL: LogLevel;
  PLAT_REQUIRE_HTTPS: boolean;
}
