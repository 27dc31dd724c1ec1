import { join } from 'node:path';

const MAIN = join(import.meta.dir, '..', '..', '..', 'services', 'cli', 'src', 'main.ts');
/** The highest limit that a key can have. Its edge guard of ten times that in ten seconds is far away. */
const REQUESTS_PER_MINUTE = 100_000;
const KEYS = 8;

/** A Plat as operators start it, in a process of its own. */
export interface StartedPlat {
  url: string;
  keys: string[];
  /** Milliseconds of CPU that its process has used: what a busy machine does not blur. */
  cpuMs(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts all services over a database, without a market of their own, and makes keys for it. Logs go to a file. */
export async function startPlat(
  databaseUrl: string,
  folder: string,
  flags: readonly string[] = [],
): Promise<StartedPlat> {
  const home = join(folder, 'home');
  const log = Bun.file(join(folder, 'plat.log'));
  const env = { ...process.env, DATABASE_URL: databaseUrl, REDIS_URL: '', PLAT_HOME: home };
  const plat = Bun.spawn([process.execPath, MAIN, 'start', '--port', '0', '--market', 'none', '--json', ...flags], {
    ...{ env, stdout: 'pipe', stderr: log },
  });
  const stop = async () => {
    plat.kill('SIGTERM');
    await plat.exited;
  };
  const first = await firstLine(plat.stdout);
  if (first === '') {
    await stop();
    throw new Error(`Plat did not start:\n${await log.text()}`);
  }
  const keys: string[] = [];
  for (let at = 0; at < KEYS; at++) {
    const keyFlags = [
      '--kind',
      'subscriber',
      '--name',
      `bench ${at}`,
      // Counted like any other key it would be used up after a second of load.
      '--test',
      '--rate-limit',
      String(REQUESTS_PER_MINUTE),
      '--json',
    ];
    const created = Bun.spawnSync([process.execPath, MAIN, 'key', 'create', ...keyFlags], { env, stderr: 'pipe' });
    if (created.exitCode !== 0) throw new Error(`no key was made: ${created.stderr}`);
    keys.push((JSON.parse(created.stdout.toString()) as { key: string }).key);
  }
  return { url: (JSON.parse(first) as { url: string }).url, keys, cpuMs: () => cpuMsOf(plat.pid), stop };
}

const TICKS_PER_SECOND = 100;

/** User and system time of a process, fields 14 and 15 of Linux's /proc/PID/stat. */
export async function cpuMsOf(pid: number): Promise<number> {
  const stat = await Bun.file(`/proc/${pid}/stat`).text();
  const [, user, system] = /^\d+ \(.*\) \S(?: \S+){10} (\d+) (\d+)/.exec(stat) ?? [];
  return ((Number(user) + Number(system)) / TICKS_PER_SECOND) * 1000;
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'));
  }
  return '';
}
