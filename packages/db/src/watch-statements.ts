import {
  currentScope,
  inSpan,
  markFailed,
  type PoolState,
  SpanKind,
  startChild,
  statementKind,
  statementText,
} from '@plat/telemetry';
import type { Sql } from './sql.ts';

/** Fields of a postgres.js query beyond those of a promise. */
interface Query extends Promise<unknown> {
  handler(query: Query): unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  /** Text with `$1` for values; set once the query is sent. */
  string?: string;
  strings: readonly string[];
  /** A cursor replaces its resolve function for each batch of rows. */
  cursorFn?: unknown;
}

const isQuery = (value: unknown): value is Query =>
  value instanceof Promise && typeof (value as { handler?: unknown }).handler === 'function';

type Anything = (...given: unknown[]) => unknown;

/**
 * Wraps a pool: statements count towards the request that runs them, become spans while tracing, and pool use
 * appears in the metrics. Hooks into sending and completion of queries, so that their promises stay unchanged.
 */
export const watchStatements = (sql: Sql, pool: PoolState): Sql => watched(sql, pool, true) as Sql;

/** @param takesConnection true when each statement takes a connection, which is false inside a transaction. */
function watched(sql: object, pool: PoolState, takesConnection: boolean): object {
  const watch = (made: unknown) => (isQuery(made) ? watchQuery(made, pool, takesConnection) : made);
  const inner = (run: Anything) => (own: object) => run(watched(own, pool, false));
  const members: Readonly<Record<string, (member: Anything) => Anything>> = {
    unsafe:
      (unsafe) =>
      (...given) =>
        watch(unsafe(...given)),
    file:
      (file) =>
      (...given) =>
        watch(file(...given)),
    begin:
      (begin) =>
      (...given) =>
        holding(pool, () =>
          inSpan('transaction', () => begin(...replacingLast(given, inner)) as Promise<unknown>, SpanKind.CLIENT, {
            'db.system.name': 'postgresql',
          }),
        ),
    savepoint:
      (savepoint) =>
      (...given) =>
        savepoint(...replacingLast(given, inner)),
    reserve: (reserve) => async () => reserved((await reserve()) as object, pool),
  };
  return new Proxy(sql, {
    apply: (target, self, given) => watch(Reflect.apply(target as Anything, self, given)),
    get: (target, property) => {
      const member = Reflect.get(target, property);
      const wrap = typeof property === 'string' && Object.hasOwn(members, property) ? members[property] : undefined;
      return wrap === undefined || typeof member !== 'function' ? member : wrap(member as Anything);
    },
  });
}

const replacingLast = (given: unknown[], wrap: (run: Anything) => unknown): unknown[] =>
  given.map((one, index) => (index === given.length - 1 && typeof one === 'function' ? wrap(one as Anything) : one));

async function holding<T>(pool: PoolState, run: () => Promise<T>): Promise<T> {
  pool.busy++;
  try {
    return await run();
  } finally {
    pool.busy--;
  }
}

/** A connection reserved by one caller until its release. */
function reserved(own: object, pool: PoolState): object {
  pool.busy++;
  let isHeld = true;
  return new Proxy(watched(own, pool, false), {
    get: (target, property) => {
      if (property !== 'release') return Reflect.get(target, property);
      return () => {
        if (isHeld) pool.busy--;
        isHeld = false;
        return (Reflect.get(target, property) as Anything)();
      };
    },
  });
}

/** A fragment of another statement is never sent, so it is not counted. */
function watchQuery(query: Query, pool: PoolState, takesConnection: boolean): Query {
  const send = query.handler;
  query.handler = Object.assign((sent: Query) => {
    if (query.cursorFn === undefined) beginStatement(query, pool, takesConnection);
    return send(sent);
  }, send);
  return query;
}

function beginStatement(query: Query, pool: PoolState, takesConnection: boolean): void {
  const scope = currentScope();
  const startedMs = performance.now();
  const span = startChild('sql', SpanKind.CLIENT, { 'db.system.name': 'postgresql', 'db.namespace': pool.name });
  if (takesConnection) pool.busy++;
  let isRunning = true;
  const end = (error?: unknown): void => {
    if (!isRunning) return;
    isRunning = false;
    if (takesConnection) pool.busy--;
    if (scope !== undefined) {
      scope.work.sqlCount++;
      scope.work.sqlMs += performance.now() - startedMs;
    }
    if (span === undefined) return;
    const text = query.string ?? query.strings.join('?');
    span.updateName(statementKind(text));
    span.setAttribute('db.query.text', statementText(text));
    if (error !== undefined) markFailed(span, error);
    span.end();
  };
  const { resolve, reject } = query;
  query.resolve = (value) => {
    end();
    resolve(value);
  };
  query.reject = (error) => {
    end(error ?? 'unknown');
    reject(error);
  };
}
