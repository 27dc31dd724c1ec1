import { MARKET_SCHEMAS } from '@plat/dataset';
import { OF_CONTACTS, ROLE_GRANTS, roleName } from '../../database-roles.ts';
import { type Check, databaseCheck } from '../check.ts';

export const postgres: Check = {
  name: 'postgres',
  look: ({ database, databaseFailure, isEmbedded }) => {
    if (database !== null) return { standing: 'ok', seen: isEmbedded ? 'the embedded server answers' : 'it answers' };
    return {
      standing: 'fail',
      seen: databaseFailure ?? 'not checked',
      advice: isEmbedded
        ? "For details, see server.log in the home's postgres folder."
        : 'Check DATABASE_URL, the server, and the network.',
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

/** Either each service has a role with minimal rights, or one role owns everything. */
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
  const wrong: string[] = [];
  for (const { service, readsMarket, readsContacts, schemas } of ROLE_GRANTS) {
    const role = roleName(service);
    if (!roles.has(role)) wrong.push(`${role} is missing`);
    else {
      for (const schema of [...schemas, ...(readsMarket ? MARKET_SCHEMAS : [])]) {
        const [granted] = await sql<{ missing: number }[]>`
          select count(*)::int as missing from pg_tables
          where schemaname = ${schema} and (${readsContacts || !MARKET_SCHEMAS.includes(schema)} or tablename !~ ${OF_CONTACTS})
            and not has_table_privilege(${role}, format('%I.%I', schemaname, tablename), 'select')`;
        if (granted!.missing > 0) wrong.push(`${role} may not read ${granted!.missing} tables of ${schema}`);
      }
      const [contacts] = await sql<{ open: number }[]>`
        select count(*)::int as open from pg_tables
        where schemaname = any(${[...MARKET_SCHEMAS]}) and tablename ~ ${OF_CONTACTS} and ${readsMarket && !readsContacts}
          and has_table_privilege(${role}, format('%I.%I', schemaname, tablename), 'select')`;
      if (contacts!.open > 0) wrong.push(`${role} may read ${contacts!.open} tables of contacts`);
    }
  }
  return wrong.length === 0
    ? { standing: 'ok', seen: `${roles.size} services have roles with the rights they need` }
    : {
        standing: 'fail',
        seen: wrong.join('; '),
        advice: 'Run `plat migrate --roles` as the owner of the database.',
      };
});
