import type { EndpointName } from '@plat/contracts';
import { desc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import type postgres from 'postgres';
import type { KeyRecord, KeyStore, NewKey } from '../domain/ports.ts';
import { announceRevocation } from './announce-revocation.ts';
import { REVOKED_CHANNEL } from './revocation-channel.ts';
import { apiKeySecrets, apiKeys, companies } from './tables.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** @param pool connections of this store alone: Drizzle changes their type parsers. */
export function createPostgresKeyStore(pool: postgres.Sql): KeyStore {
  const db = drizzle(pool);

  const select = (condition?: SQL) =>
    db
      .select({ key: apiKeys, company: companies, secret: apiKeySecrets })
      .from(apiKeys)
      .innerJoin(companies, eq(companies.id, apiKeys.companyId))
      .innerJoin(apiKeySecrets, eq(apiKeySecrets.keyId, apiKeys.id))
      .where(condition)
      .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
      .then((rows) => rows.map(toRecord));

  return {
    insert: (key) =>
      db.transaction(async (tx) => {
        const [company] = await tx
          .insert(companies)
          .values({ name: key.companyName, subscription: key.subscription })
          // Updating to the same name makes the existing row come back, and waits for a parallel insert.
          .onConflictDoUpdate({
            target: companies.name,
            set: { subscription: sql`coalesce(${companies.subscription}, excluded.subscription)` },
          })
          .returning();
        const [inserted] = await tx.insert(apiKeys).values(newRow(key, company!.id)).returning();
        const [secret] = await tx
          .insert(apiKeySecrets)
          .values({ keyId: inserted!.id, sha256: key.keySha256, prefix: key.keyPrefix })
          .returning();
        return toRecord({ key: inserted!, company: company!, secret: secret! });
      }),

    list: () => select(),

    findBySha256: async (sha256) => (await select(eq(apiKeySecrets.sha256, sha256)))[0] ?? null,

    find: (reference) => select(UUID.test(reference) ? eq(apiKeys.id, reference) : eq(apiKeySecrets.prefix, reference)),

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
        .update(apiKeySecrets)
        .set({ lastUsedAt: sql`now()` })
        .where(
          sql`${apiKeySecrets.keyId} = ${id} and ${or(isNull(apiKeySecrets.lastUsedAt), lt(apiKeySecrets.lastUsedAt, sql`now() - interval '1 minute'`))}`,
        );
    },
  };
}

const newRow = (key: NewKey, companyId: string): typeof apiKeys.$inferInsert => ({
  companyId,
  kind: key.kind,
  name: key.name,
  rateLimit: key.rateLimitPerMinute,
  authorizedEndpoints: key.authorizedEndpoints === null ? null : [...key.authorizedEndpoints],
});

const toRecord = ({
  key,
  company,
  secret,
}: {
  key: typeof apiKeys.$inferSelect;
  company: typeof companies.$inferSelect;
  secret: typeof apiKeySecrets.$inferSelect;
}): KeyRecord => ({
  id: key.id,
  companyId: company.id,
  companyName: company.name,
  companyActive: company.active,
  kind: key.kind as KeyRecord['kind'],
  name: key.name,
  keyPrefix: secret.prefix,
  rateLimitPerMinute: key.rateLimit,
  authorizedEndpoints: key.authorizedEndpoints as EndpointName[] | null,
  subscription: key.kind === 'subscriber' ? company.subscription : null,
  createdAt: isoInstant(key.createdAt),
  revokedAt: key.revokedAt === null ? null : isoInstant(key.revokedAt),
  lastUsedAt: secret.lastUsedAt === null ? null : isoInstant(secret.lastUsedAt),
});

const isoInstant = (text: string): string => new Date(text).toISOString();
