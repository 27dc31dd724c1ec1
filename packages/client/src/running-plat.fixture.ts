import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAIN = join(import.meta.dir, '..', '..', '..', 'services', 'cli', 'src', 'main.ts');

/** The product, started as operators do, with the generated market of the documents. */
export interface RunningPlat {
  url: string;
  demoKey: string;
  /** Runs an operator's command and parses its JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every command
  plat(...words: string[]): Promise<any>;
  stop(): Promise<void>;
}

export async function runningPlat(): Promise<RunningPlat> {
  const home = mkdtempSync(join(tmpdir(), 'plat-client-'));
  const { DATABASE_URL: _, REDIS_URL: __, ...rest } = process.env;
  const env = { ...rest, PLAT_LOG_LEVEL: 'warn', PLAT_EGRESS_ALLOW_LOOPBACK: 'true', PLAT_HOME: home };
  const flags = ['--json', '--port', '0'];
  const child = Bun.spawn([process.execPath, MAIN, 'start', ...flags], { env, stdout: 'pipe', stderr: 'pipe' });
  const stderr = new Response(child.stderr).text();
  const stop = async () => {
    child.kill('SIGTERM');
    await child.exited;
    const relocated = join(home, 'postgres', 'cluster-location');
    if (existsSync(relocated)) rmSync(readFileSync(relocated, 'utf8').trim(), { recursive: true, force: true });
    rmSync(home, { recursive: true, force: true });
  };
  let line = '';
  const reader = child.stdout.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    line += new TextDecoder().decode(part.value);
    if (line.includes('\n')) break;
  }
  const ready = line.includes('\n') ? JSON.parse(line) : {};
  if (ready.ready !== true) {
    await stop();
    throw new Error(`Plat did not start: ${await stderr}`);
  }
  return {
    url: ready.url,
    demoKey: ready.demo_key,
    plat: async (...words) => {
      const command = Bun.spawn([process.execPath, MAIN, ...words, '--json'], { env, stdout: 'pipe', stderr: 'pipe' });
      const [said, problems] = await Promise.all([
        new Response(command.stdout).text(),
        new Response(command.stderr).text(),
      ]);
      if ((await command.exited) !== 0) throw new Error(`plat ${words.join(' ')}: ${said}${problems}`);
      return JSON.parse(said);
    },
    stop,
  };
}
