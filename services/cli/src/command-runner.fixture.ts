/** Test helper process: runs command lines one after the other, a JSON array of words per line of stdin. */
import { createInterface } from 'node:readline';
import { runCommand } from './run-command.ts';

const say = process.stdout.write.bind(process.stdout);
for await (const line of createInterface({ input: process.stdin })) {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = ((text: string) => {
      said[name] += text;
      return true;
    }) as typeof process.stdout.write;
  }
  process.exitCode = 0;
  const failed = await runCommand(['bun', 'plat', ...(JSON.parse(line) as string[])]);
  say(`${JSON.stringify({ exitCode: failed ?? process.exitCode, ...said })}\n`);
}
process.exit(0);
