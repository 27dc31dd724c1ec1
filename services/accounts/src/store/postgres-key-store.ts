import type { EndpointName } from '@plat/contracts';
import { desc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import type postgres from 'postgres';
import type { KeyRecord, KeyStore, NewKey } from '../domain/ports.ts';
import { announceRevocation } from './announce-revocation.ts';
import { REVOKED_CHANNEL } from './revocation-channel.ts';
import { apiKeys, companies } from './tables.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** @param pool connections of this store alone: Drizzle changes their type parsers. */
export function createPostgresKeyStore(pool: postgres.Sql): KeyStore {
  const db = drizzle(pool);

  const select = (condition?: SQL) =>
    db
      .select({ key: apiKeys, company: companies })
      .from(apiKeys)
      .innerJoin(companies, eq(companies.id, apiKeys.companyId))
      .where(condition)
      .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
      .then((rows) => rows.map(toRecord));

  return {
    insert: (key) =>
      db.transaction(async (tx) => {
        const [company] = await tx
          .insert(companies)
          .values({ name: key.companyName })
          // Updating to the same name makes the existing row come back, and waits for a parallel insert.
          .onConflictDoUpdate({ target: companies.name, set: { name: key.companyName } })
          .returning();
        const [inserted] = await tx.insert(apiKeys).values(newRow(key, company!.id)).returning();
        return toRecord({ key: inserted!, company: company! });
      }),

    list: () => select(),

    findBySha256: async (sha256) => (await select(eq(apiKeys.keySha256, sha256)))[0] ?? null,

    find: (reference) => select(UUID.test(reference) ? eq(apiKeys.id, reference) : eq(apiKeys.keyPrefix, reference)),

    revoke: async (id) => {
      const { result, confirmed } = await announceRevocation(pool, id, () =>
        db.transaction(async (tx) => {
          const [row] = await tx
            .update(apiKeys)
            .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, now())` })
            .where(eq(apiKeys.id, id))
            .returning({ revokedAt: apiKeys.revokedAt });
          await tx.execute(sql`select pg_notify(${REVOKED_CHANNEL}, ${id})`);
          return row?.revokedAt ?? null;
        }),
      );
      if (result === null) throw new Error(`key ${id} vanished while it was revoked`);
      return { revokedAt: isoInstant(result), confirmed };
    },

    touch: async (id) => {
      await db
        .update(apiKeys)
        .set({ lastUsedAt: sql`now()` })
        .where(
          sql`${apiKeys.id} = ${id} and ${or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, sql`now() - interval '1 minute'`))}`,
        );
    },
  };
}

const newRow = (key: NewKey, companyId: string): typeof apiKeys.$inferInsert => ({
  companyId,
  kind: key.kind,
  name: key.name,
  keyPrefix: key.keyPrefix,
  keySha256: key.keySha256,
  rateLimitPerMinute: key.rateLimitPerMinute,
  authorizedEndpoints: key.authorizedEndpoints === null ? null : [...key.authorizedEndpoints],
  subscription: key.subscription,
});

const toRecord = ({
  key,
  company,
}: {
  key: typeof apiKeys.$inferSelect;
  company: typeof companies.$inferSelect;
}): KeyRecord => ({
  id: key.id,
  companyId: company.id,
  companyName: company.name,
  companyActive: company.active,
  kind: key.kind,
  name: key.name,
  keyPrefix: key.keyPrefix,
  rateLimitPerMinute: key.rateLimitPerMinute,
  authorizedEndpoints: key.authorizedEndpoints as EndpointName[] | null,
  subscription: key.subscription,
  createdAt: isoInstant(key.createdAt),
  revokedAt: key.revokedAt === null ? null : isoInstant(key.revokedAt),
  lastUsedAt: key.lastUsedAt === null ? null : isoInstant(key.lastUsedAt),
});

const isoInstant = (text: string): string => new Date(text).toISOString();
