import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAIN = join(import.meta.dir, '..', 'services', 'cli', 'src', 'main.ts');

export interface DocumentedPlat {
  url: string;
  /** Signs Dana Ortiz in as owner, once. */
  link: string;
  stop(): Promise<void>;
}

/** Starts Plat in a folder of its own with the sample market of the documents. */
export async function startDocumentedPlat(): Promise<DocumentedPlat> {
  const home = mkdtempSync(join(tmpdir(), 'plat-documented-'));
  const { DATABASE_URL: _, REDIS_URL: __, ...rest } = process.env;
  const env = { ...rest, PLAT_LOG_LEVEL: 'warn', PLAT_HOME: home };
  const child = Bun.spawn([process.execPath, MAIN, 'start', '--json', '--port', '0'], {
    env,
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await child.exited;
    const relocated = join(home, 'postgres', 'cluster-location');
    if (existsSync(relocated)) rmSync(readFileSync(relocated, 'utf8').trim(), { recursive: true, force: true });
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const { url } = JSON.parse(await firstLine(child.stdout)) as { url: string };
    const sign = Bun.spawn([process.execPath, MAIN, 'console', 'sign-in', '--name', 'Dana Ortiz', '--json'], { env });
    const { sign_in_url: link } = (await new Response(sign.stdout).json()) as { sign_in_url: string };
    return { url, link, stop };
  } catch (error) {
    await stop();
    throw new Error('Plat did not start', { cause: error });
  }
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of stream) {
    text += decoder.decode(part, { stream: true });
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0] ?? '';
}
