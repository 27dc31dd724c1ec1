import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createKey, type KeyRecord, type KeyStore, listKeys, revokeKey } from '@plat/accounts';
import { openKeyStore } from '@plat/accounts/deps';
import { ENDPOINT_NAMES } from '@plat/contracts';
import { connectRedis, createMemoryKeyEpochs, createRedisKeyEpochs, type KeyEpochs } from '@plat/limits';
import { Command, Option } from 'commander';
import { PlainError } from '../failures.ts';
import { createOutput } from '../output.ts';
import { type HomeOptions, homeOption, jsonOption, parseWhole } from '../settings.ts';
import { textTable } from '../text-table.ts';
import { withHome } from '../with-home.ts';

const MAX_RATE_LIMIT = 100_000;
const REDIS_WAIT_MS = 3_000;
const KINDS = ['subscriber', 'enterprise'] as const;

interface CreateOptions extends HomeOptions {
  kind: (typeof KINDS)[number];
  name: string;
  company?: string;
  rateLimit?: number;
  endpoints?: string;
}

/** `plat key create|list|revoke` */
export const keyCommand = (): Command =>
  new Command('key')
    .description('create, list and revoke API keys')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand());

const createCommand = () =>
  new Command('create')
    .description('create a key and show it, this once')
    .addOption(new Option('--kind <kind>', 'whose key it is').choices(KINDS).makeOptionMandatory())
    .requiredOption('--name <name>', 'what people call the key')
    .option('--company <name>', 'company that it belongs to, made when new (default: the name of the key)')
    .addOption(
      new Option('--rate-limit <requests>', 'requests per minute (default: 20, enterprise 60)').argParser(
        parseWhole(1, MAX_RATE_LIMIT),
      ),
    )
    .option('--endpoints <a,b>', `endpoints that it may call, of ${ENDPOINT_NAMES.join(', ')} (default: all)`)
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (options: CreateOptions) => {
      const output = createOutput(options.json);
      const { key, record } = await withKeys(options, output.note, ({ store }) =>
        createKey(
          { store, randomBytes },
          {
            kind: options.kind,
            name: options.name,
            companyName: options.company,
            rateLimitPerMinute: options.rateLimit,
            authorizedEndpoints: options.endpoints?.split(',').map((name) => name.trim()),
          },
        ),
      );
      output.answer(
        { id: record.id, kind: record.kind, name: record.name, key },
        () => `${key}\nThis is the only time that the key of ${record.name} is shown. Its id is ${record.id}.`,
      );
    });

const listCommand = () =>
  new Command('list')
    .description('list all keys, newest first')
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (options: HomeOptions) => {
      const output = createOutput(options.json);
      const keys = await withKeys(options, output.note, listKeys);
      output.answer({ keys: keys.map(keyDocument) }, () => (keys.length === 0 ? 'There are no keys.' : keyTable(keys)));
    });

const revokeCommand = () =>
  new Command('revoke')
    .description('revoke a key for good; every running Plat refuses it when the command returns')
    .argument('<id>', 'id or prefix of the key, as `plat key list` shows them')
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (reference: string, options: HomeOptions) => {
      const output = createOutput(options.json);
      const { id, name, revokedAt, confirmed } = await withKeys(options, output.note, (deps) =>
        revokeKey(deps, reference),
      );
      if (!confirmed) {
        throw new PlainError(
          `The key ${name} is revoked, but a running Plat did not confirm within seconds that it refuses it.`,
          'Restart that Plat to be sure.',
        );
      }
      output.answer({ id, name, revoked_at: revokedAt }, () => `The key ${name} (${id}) is revoked.`);
    });

function withKeys<T>(
  options: HomeOptions,
  note: (line: string) => void,
  work: (deps: { store: KeyStore; epochs: KeyEpochs }) => Promise<T>,
): Promise<T> {
  return withHome({ ...options, note }, async ({ database, environment }) => {
    const { sql, store } = await openKeyStore(database.url);
    const { REDIS_URL: redisUrl } = environment;
    const redis = redisUrl === undefined ? undefined : connectRedis(redisUrl, () => {});
    // Its commands do not queue; whether it answers shows when the first one is sent.
    if (redis !== undefined) {
      await once(redis, 'ready', { signal: AbortSignal.timeout(REDIS_WAIT_MS) }).catch(() => {});
    }
    try {
      return await work({ store, epochs: redis === undefined ? createMemoryKeyEpochs() : redisEpochs(redis) });
    } finally {
      redis?.disconnect();
      await sql.end({ timeout: 5 });
    }
  });
}

function redisEpochs(redis: ReturnType<typeof connectRedis>): KeyEpochs {
  const epochs = createRedisKeyEpochs({ redis });
  return {
    ...epochs,
    advance: async (keyId) => {
      try {
        await epochs.advance(keyId);
      } catch {
        throw new PlainError(
          'The key is revoked in the database, but Redis does not answer, so gateways may still remember it.',
          'Check REDIS_URL and run the command again.',
        );
      }
    },
  };
}

const keyDocument = (key: KeyRecord) => ({
  id: key.id,
  kind: key.kind,
  name: key.name,
  company: key.companyName,
  key_prefix: key.keyPrefix,
  rate_limit_per_minute: key.rateLimitPerMinute,
  authorized_endpoints: key.authorizedEndpoints,
  created_at: key.createdAt,
  revoked_at: key.revokedAt,
  last_used_at: key.lastUsedAt,
});

const day = (instant: string | null): string => instant?.slice(0, 10) ?? '-';

const keyTable = (keys: readonly KeyRecord[]): string =>
  textTable(
    ['id', 'prefix', 'kind', 'name', 'per minute', 'created', 'last used', 'revoked'],
    keys.map((key) => [
      key.id,
      key.keyPrefix,
      key.kind,
      key.name,
      key.rateLimitPerMinute,
      day(key.createdAt),
      day(key.lastUsedAt),
      day(key.revokedAt),
    ]),
  );
