import { join } from 'node:path';

const ROOT = join(import.meta.dir, '..', '..', '..');

/** A TypeScript source as the formatter of this repository writes it. @throws Error with what the formatter says. */
export async function formatted(source: string): Promise<string> {
  const biome = Bun.spawn(['bunx', 'biome', 'format', '--stdin-file-path=generated.ts'], {
    cwd: ROOT,
    stdin: new Blob([source]),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [text, problems] = await Promise.all([new Response(biome.stdout).text(), new Response(biome.stderr).text()]);
  if ((await biome.exited) !== 0) throw new Error(`the generated source could not be formatted: ${problems}`);
  return text;
}
