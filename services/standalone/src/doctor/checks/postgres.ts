import { CONTACT_TABLES, ROLE_GRANTS, roleName } from '../../database-roles.ts';
import { type Check, databaseCheck } from '../check.ts';

export const postgres: Check = {
  name: 'postgres',
  look: ({ database, databaseFailure, isEmbedded }) => {
    if (database !== null) return { standing: 'ok', seen: isEmbedded ? 'the embedded server answers' : 'it answers' };
    return {
      standing: 'fail',
      seen: databaseFailure ?? 'it was not asked',
      advice: isEmbedded
        ? 'If that does not say enough, see server.log in the folder postgres of the home.'
        : 'Check DATABASE_URL, the server, and the network between.',
    };
  },
};

const MAX_CONNECTIONS_USED = 0.85;

export const postgresConnections = databaseCheck('postgres_connections', async (sql) => {
  const [row] = await sql<{ used: number; limit: number }[]>`
    select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as limit`;
  const seen = `${row!.used} of ${row!.limit} connections are in use`;
  return row!.used <= row!.limit * MAX_CONNECTIONS_USED
    ? { standing: 'ok', seen }
    : { standing: 'warn', seen, advice: 'Raise max_connections, or run fewer replicas.' };
});

const CONTACTS = `^(${CONTACT_TABLES.join('|')})(_|$)`;

/** Either services have roles of their own that may do no more than they must, or one role owns everything. */
export const postgresRoles = databaseCheck('postgres_roles', async (sql) => {
  const known = await sql<{ role: string }[]>`
    select rolname as role from pg_roles where rolname = any(${ROLE_GRANTS.map(({ service }) => roleName(service))})`;
  const roles = new Set(known.map(({ role }) => role));
  const [own] = await sql<{ role: string; may_create: boolean }[]>`
    select current_user as role, has_database_privilege(current_database(), 'create') as may_create`;
  if (roles.size === 0) {
    return own!.may_create
      ? { standing: 'ok', seen: `one role, ${own!.role}, owns everything` }
      : {
          standing: 'warn',
          seen: `${own!.role} may not create schemas, and services have no roles`,
          advice: 'Run `plat migrate --roles` as the owner of the database.',
        };
  }
  const lacking: string[] = [];
  for (const { service, readsMarket, readsContacts, schemas } of ROLE_GRANTS) {
    const role = roleName(service);
    if (!roles.has(role)) lacking.push(`${role} is missing`);
    else {
      for (const schema of [...schemas, ...(readsMarket ? ['market'] : [])]) {
        const [granted] = await sql<{ missing: number }[]>`
          select count(*)::int as missing from pg_tables
          where schemaname = ${schema} and (${readsContacts || schema !== 'market'} or tablename !~ ${CONTACTS})
            and not has_table_privilege(${role}, format('%I.%I', schemaname, tablename), 'select')`;
        if (granted!.missing > 0) lacking.push(`${role} may not read ${granted!.missing} tables of ${schema}`);
      }
    }
  }
  return lacking.length === 0
    ? { standing: 'ok', seen: `${roles.size} services have roles with what they need` }
    : {
        standing: 'fail',
        seen: lacking.join('; '),
        advice: 'Run `plat migrate --roles` as the owner of the database.',
      };
});
