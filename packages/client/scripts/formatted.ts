import { join } from 'node:path';

const ROOT = join(import.meta.dir, '..', '..', '..');

/** Formats a TypeScript source with this repository's formatter. @throws Error with the formatter's message. */
export async function formatted(source: string): Promise<string> {
  const biome = Bun.spawn(['bunx', 'biome', 'format', '--stdin-file-path=generated.ts'], {
    cwd: ROOT,
    stdin: new Blob([source]),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [text, problems] = await Promise.all([new Response(biome.stdout).text(), new Response(biome.stderr).text()]);
  if ((await biome.exited) !== 0) throw new Error(`could not format the generated source: ${problems}`);
  return text;
}
