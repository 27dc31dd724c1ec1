import type { Check } from '../check.ts';
import { certificate } from './certificate.ts';
import { citus } from './citus.ts';
import { postgresClock, redisClock } from './clock.ts';
import { configuration, unknownSettings } from './configuration.ts';
import { dataset, datasetTables, records } from './dataset.ts';
import { diskSpace, homeFiles } from './home.ts';
import { internalSecret } from './internal-secret.ts';
import { ledger } from './ledger.ts';
import { datasetLayout, migrations } from './migrations.ts';
import { postgres, postgresConnections, postgresRoles } from './postgres.ts';
import { redis, redisCluster, redisEviction } from './redis.ts';
import { replica } from './replica.ts';
import { secrets } from './secrets.ts';
import { services } from './services.ts';
import { suppressions } from './suppressions.ts';
import { bunVersion, postgresVersion } from './versions.ts';
import { jobs, webhooks } from './work.ts';

/** Display order: prerequisites first. */
export const CHECKS: readonly Check[] = [
  ...[configuration, unknownSettings, secrets, certificate, homeFiles, diskSpace, bunVersion],
  ...[postgres, postgresVersion, postgresConnections, postgresRoles, replica, citus, migrations, postgresClock],
  ...[redis, redisCluster, redisEviction, redisClock, services, internalSecret],
  ...[datasetLayout, dataset, records, datasetTables, suppressions, ledger, jobs, webhooks],
];
