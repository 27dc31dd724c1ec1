import type { KeyEpochs } from '@plat/limits';
import postgres from 'postgres';
import { advanceEpochs } from './advance-epochs.ts';
import { CHANGED_CHANNEL, CONFIRMED_CHANNEL, FEED_APPLICATION_NAME, readChangePayload } from './key-change-channel.ts';

const RECONNECT_PAUSE_MS = 500;
const KEEPALIVE_MS = 5_000;
const SILENCE_LIMIT_MS = 5_000;

/** One session that stays: it listens. */
const SESSION: postgres.Options<Record<string, never>> = {
  max: 1,
  idle_timeout: 0,
  max_lifetime: null,
  connect_timeout: 10,
  fetch_types: false,
  onnotice: () => {},
  connection: { application_name: FEED_APPLICATION_NAME },
};

export interface KeyEpochListenerOptions {
  databaseUrl: string;
  /** Advanced for every key that any process changes. */
  epochs: KeyEpochs;
  onStateChange?(state: 'connected' | 'lost', cause?: unknown): void;
  /** Called when gateways could not be notified; retried for a while. */
  onEpochsUnavailable?(cause: unknown): void;
}

/**
 * Key epochs that also follow changes by other processes, through LISTEN. While the database connection is lost
 * every epoch is new, so that no cached answer is trusted.
 */
export async function createKeyEpochListener(options: KeyEpochListenerOptions): Promise<KeyEpochs> {
  const { epochs: inner } = options;
  let generation: string | null = null;
  let closed = false;
  let session: postgres.Sql | undefined;
  let keepalive: ReturnType<typeof setTimeout> | undefined;

  const lost = (of: postgres.Sql, cause?: unknown) => {
    if (closed || session !== of) return;
    session = undefined;
    generation = null;
    clearTimeout(keepalive);
    options.onStateChange?.('lost', cause);
    void of.end({ timeout: 0 });
    setTimeout(() => void reconnect(), RECONNECT_PAUSE_MS);
  };

  const reconnect = async () => {
    if (closed) return;
    try {
      await connect();
    } catch {
      setTimeout(() => void reconnect(), RECONNECT_PAUSE_MS);
    }
  };

  const watch = (of: postgres.Sql, pid: number) => {
    keepalive = setTimeout(async () => {
      const silence = setTimeout(() => lost(of, new Error('the database session does not respond')), SILENCE_LIMIT_MS);
      try {
        const [row] = await of<{ pid: number }[]>`select pg_backend_pid() as pid`;
        // postgres.js reconnects by itself, but the new session has no LISTEN.
        if (row?.pid !== pid) lost(of, new Error('the database session was replaced'));
        else if (session === of) watch(of, pid);
      } catch (cause) {
        lost(of, cause);
      } finally {
        clearTimeout(silence);
      }
    }, KEEPALIVE_MS);
  };

  const connect = async () => {
    let pid = 0;
    const onChange = async (payload: string) => {
      const { changeId, isLast, keyIds } = readChangePayload(payload);
      if (!(await advanceEpochs(inner, keyIds, options.onEpochsUnavailable ?? (() => {})))) unconfirmed.add(changeId);
      const isConfirmed = isLast && !unconfirmed.delete(changeId);
      if (isConfirmed && session === opened)
        await opened`select pg_notify(${CONFIRMED_CHANNEL}, ${`${changeId} ${pid}`})`;
    };
    /** Changes with a part that could not be announced yet. */
    const unconfirmed = new Set<string>();
    // One at a time: the last part of a change may be confirmed only after the earlier ones took effect.
    let handled = Promise.resolve();
    // sql.listen() hides a lost session; it builds on onnotify, which the types omit.
    const opened: postgres.Sql = postgres(
      options.databaseUrl,
      Object.assign({}, SESSION, {
        onclose: () => lost(opened),
        onnotify: (_channel: string, payload: string) => {
          handled = handled.then(() => onChange(payload)).catch((cause: unknown) => lost(opened, cause));
        },
      }),
    );
    try {
      const [row] = await opened<{ pid: number }[]>`select pg_backend_pid() as pid`;
      pid = row?.pid ?? 0;
      await opened`listen ${opened(CHANGED_CHANNEL)}`;
    } catch (error) {
      await opened.end({ timeout: 0 });
      throw error;
    }
    if (closed) return opened.end({ timeout: 0 });
    session = opened;
    generation = crypto.randomUUID();
    watch(opened, pid);
    options.onStateChange?.('connected');
  };

  await connect();
  return {
    current: async (keyId) => `${generation ?? crypto.randomUUID()}:${await inner.current(keyId)}`,
    advance: (keyId) => inner.advance(keyId),
    close: async () => {
      closed = true;
      clearTimeout(keepalive);
      await session?.end({ timeout: 1 });
      await inner.close();
    },
  };
}
