/** Child process of tests: uses the server of a folder until its standard input ends. */
import { DatabaseError } from '../database-error.ts';
import { startEmbeddedPostgres } from './start.ts';

try {
  const server = await startEmbeddedPostgres({
    directory: process.argv[2] ?? '',
    log: (line) => process.stderr.write(`${line}\n`),
  });
  process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
  for await (const _ of Bun.stdin.stream()) {
    // Holds the server until the parent closes the pipe.
  }
  await server.close();
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: error instanceof DatabaseError ? error.plainText : `${error}` })}\n`);
  process.exit(1);
}
