import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningPlat } from './running-plat.fixture.ts';

const ROOT = join(import.meta.dir, '..', '..', '..');

/** The searches in the README, by language. */
export function readmeSearches(): Record<'sh' | 'python' | 'ts', string> {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const block = (language: string, sign: string): string => {
    const blocks = [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))];
    return blocks.map(([, code = '']) => code).find((code) => code.includes(sign)) ?? '';
  };
  return {
    sh: block('sh', '/v1/buyer-search'),
    python: block('python', '/v1/buyer-search'),
    ts: block('ts', 'buyerSearch'),
  };
}

/** The output of the Python and TypeScript searches, according to the README. */
export const readmeOutput = (): string =>
  /```text\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))?.[1] ?? '';

/** Runs one search of the README against a Plat. @returns its output */
export async function runSearch(
  language: 'sh' | 'python' | 'ts',
  code: string,
  { url, demoKey }: { url: string; demoKey: string },
): Promise<string> {
  const folder = mkdtempSync(join(import.meta.dir, '.readme-'));
  const file = join(folder, `search.${language}`);
  // Readers install the package from npm; here its source replaces it.
  writeFileSync(file, code.replace("'@plat/client'", "'../index.ts'"));
  const program = { sh: ['sh'], python: ['python3'], ts: [process.execPath] }[language];
  try {
    const env = { ...process.env, URL: url, KEY: demoKey };
    const child = Bun.spawn([...program, file], { env, stdout: 'pipe', stderr: 'pipe' });
    const [said, problems] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    if ((await child.exited) !== 0) throw new Error(`${language}: ${said}${problems}`);
    return said;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is wrong with the pictures of the console in docs/images; empty when they show it as it is. */
export async function differingPictures({ url, plat }: RunningPlat): Promise<string> {
  const { sign_in_url: link } = await plat('console', 'sign-in', '--name', 'Dana Ortiz');
  const script = join(ROOT, 'scripts', 'screenshots.ts');
  const words = [process.execPath, script, '--check', '--url', url, '--link', link];
  const child = Bun.spawn(words, { stdout: 'ignore', stderr: 'pipe' });
  const problems = await new Response(child.stderr).text();
  return (await child.exited) === 0 ? '' : problems;
}
