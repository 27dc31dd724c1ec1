import type { ServiceName } from '@plat/contracts';
import { MARKET_SCHEMAS } from '@plat/dataset/realm';
import type { Sql } from '@plat/db';

/** Rights of a service's role: reads the dataset, writes rows of its own schemas, changes no table. */
export interface RoleGrants {
  service: ServiceName;
  readsMarket: boolean;
  /** True if it may read contacts and do-not-contact lists. */
  readsContacts: boolean;
  /** Schemas with rows that it reads and writes. */
  schemas: readonly string[];
}

/** Matches dataset tables and partitions about people rather than property. */
export const OF_CONTACTS = '^(contact|suppression)(_|$)';

/** All services with a database; the gateway has none. */
export const ROLE_GRANTS: readonly RoleGrants[] = [
  { service: 'accounts', readsMarket: false, readsContacts: false, schemas: ['accounts'] },
  { service: 'analytics', readsMarket: true, readsContacts: false, schemas: [] },
  { service: 'automation', readsMarket: false, readsContacts: false, schemas: ['automation'] },
  { service: 'geo', readsMarket: true, readsContacts: false, schemas: [] },
  { service: 'investors', readsMarket: true, readsContacts: true, schemas: ['investors', 'investors_jobs'] },
  { service: 'valuation', readsMarket: true, readsContacts: false, schemas: [] },
];

export const roleName = (service: ServiceName): string => `plat_${service}`;

/** The variable with the password of a service's role, such as `PLAT_GEO_DATABASE_PASSWORD`. */
export const passwordVariable = (service: ServiceName): string => `PLAT_${service.toUpperCase()}_DATABASE_PASSWORD`;

/** Shared by all databases of a server: roles belong to the server, so parallel runs would conflict. */
const ROLES_LOCK = 7_528_103;
const MIGRATIONS_SCHEMA = 'plat_migrations';

/**
 * Creates the role of every service with only the rights it needs. Safe to repeat; required again after a new
 * schema. Later tables of the role of `sql` are readable too.
 * @param sql connected as the owner of the schemas, with the right to create roles.
 * @param passwords by service; without one, a new role cannot log in and an existing one keeps its password.
 * @returns the names of the roles.
 */
export async function grantRoles(
  sql: Sql,
  passwords: Readonly<Partial<Record<ServiceName, string>>>,
): Promise<string[]> {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${ROLES_LOCK})`;
    for (const grants of ROLE_GRANTS) {
      await makeRole(tx, roleName(grants.service), passwords[grants.service]);
      for (const statement of grantStatements(grants)) await tx.unsafe(statement);
    }
  });
  return ROLE_GRANTS.map(({ service }) => roleName(service));
}

async function makeRole(tx: Pick<Sql, 'unsafe'>, role: string, password: string | undefined): Promise<void> {
  const [known] = await tx.unsafe('select 1 from pg_roles where rolname = $1', [role]);
  if (known === undefined) await tx.unsafe(`create role ${role}`);
  if (password === undefined) return;
  // Role statements take no parameters; format() quotes as PostgreSQL does.
  const [row] = await tx.unsafe<{ statement: string }[]>(
    "select format('alter role %I login password %L', $1::text, $2::text) as statement",
    [role, password],
  );
  await tx.unsafe(row?.statement ?? '');
}

function grantStatements({ service, readsMarket, readsContacts, schemas }: RoleGrants): string[] {
  const role = roleName(service);
  const reading = (readsMarket ? MARKET_SCHEMAS : []).flatMap((schema) => [
    `grant usage on schema ${schema} to ${role}`,
    `grant select on all tables in schema ${schema} to ${role}`,
    `alter default privileges in schema ${schema} grant select on tables to ${role}`,
    ...(readsContacts ? [] : [revokeContactsSql(schema, role)]),
  ]);
  const writing = schemas.flatMap((schema) => [
    `grant usage on schema ${schema} to ${role}`,
    `grant select, insert, update, delete on all tables in schema ${schema} to ${role}`,
    `grant usage, select on all sequences in schema ${schema} to ${role}`,
    `alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ${role}`,
    `alter default privileges in schema ${schema} grant usage, select on sequences to ${role}`,
  ]);
  // On start a service only reads whether its migrations are applied.
  const looking =
    schemas.length === 0
      ? []
      : [
          `grant usage on schema ${MIGRATIONS_SCHEMA} to ${role}`,
          `grant select on all tables in schema ${MIGRATIONS_SCHEMA} to ${role}`,
        ];
  return [...reading, ...writing, ...looking];
}

/** Covers existing tables and partitions; the dataset protects later partitions itself. */
const revokeContactsSql = (schema: string, role: string): string =>
  `do $$
   declare name text;
   begin
     for name in
       select tablename from pg_tables where schemaname = '${schema}' and tablename ~ '${OF_CONTACTS}'
     loop
       execute format('revoke all on ${schema}.%I from ${role}', name);
     end loop;
   end $$`;
