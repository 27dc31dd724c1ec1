/**
 * Preloaded before every test file (bunfig.toml). In a unit test (`*.test.ts`), opening a socket, starting a
 * process or loading DuckDB throws, and fails the file even when the code under test catches the error.
 */

import { afterAll } from 'bun:test';
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';

const SOCKET = 'unit tests open no socket: name this file *.int.test.ts';
const PROCESS = 'unit tests start no process: name this file *.int.test.ts or *.e2e.test.ts';
const DUCKDB = 'unit tests load no DuckDB: name this file *.int.test.ts';

const broken = new Set<string>();

const isUnitTest = () => !/\.(int|e2e)\.test\.tsx?$/.test(Bun.main);

/** Records the broken rule and throws, when the current file is a unit test. */
function check(rule: string): void {
  if (!isUnitTest()) return;
  broken.add(rule);
  throw new Error(rule);
}

/** Replaces functions of an object by ones that check the rule first. */
// biome-ignore lint/suspicious/noExplicitAny: functions of Bun and Node of any shape
function guard(owner: any, names: readonly string[], rule: string): void {
  for (const name of names) {
    owner[name] = new Proxy(owner[name], {
      apply: (original, self, given) => {
        check(rule);
        return Reflect.apply(original, self, given);
      },
    });
  }
}

guard(Bun, ['serve', 'listen', 'connect', 'udpSocket'], SOCKET);
guard(Bun, ['spawn', 'spawnSync', '$'], PROCESS);
guard(globalThis, ['fetch'], SOCKET);
guard(net.Socket.prototype, ['connect'], SOCKET);
for (const { prototype } of [net.Server, http.Server, https.Server]) guard(prototype, ['listen'], SOCKET);
guard(dgram.Socket.prototype, ['bind'], SOCKET);
guard(childProcess.ChildProcess.prototype, ['spawn'], PROCESS);
// A plugin sees every load of the process, so it is only for `bun run test`, where each file is isolated.
if (process.env.TEST_RUN !== undefined && isUnitTest()) {
  Bun.plugin({
    name: 'no-duckdb-in-unit-tests',
    setup: (build) => {
      build.onLoad({ filter: /node_modules\/@duckdb\/.*\.js$/ }, () => check(DUCKDB) as never);
    },
  });
}

afterAll(() => {
  if (broken.size > 0) throw new Error([...broken].join('\n'));
});
