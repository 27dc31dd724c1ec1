/**
 * Runs a script of the workspace after making sure that its dependencies are installed, so that a fresh clone needs
 * only one command. Uses only Bun, because it runs before `node_modules` exists.
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dir);
const lockfile = readFileSync(join(root, 'bun.lock'), 'utf8');
const installedMark = join(root, 'node_modules', '.plat-installed');
const lockfileHash = new Bun.CryptoHasher('sha256').update(lockfile).digest('hex');

const isInstalled = () => existsSync(installedMark) && readFileSync(installedMark, 'utf8') === lockfileHash;

if (!isInstalled()) {
  process.stderr.write('Installing dependencies (first run or changed lockfile) ...\n');
  const install = Bun.spawnSync([process.execPath, 'install', '--frozen-lockfile'], {
    cwd: root,
    stdout: 'pipe',
    stderr: 'pipe',
  });
  if (install.exitCode !== 0) {
    process.stderr.write(
      `${install.stdout}${install.stderr}\nInstalling the dependencies failed; see the lines above.\n`,
    );
    process.exit(1);
  }
  mkdirSync(dirname(installedMark), { recursive: true });
  writeFileSync(installedMark, lockfileHash);
}

// With this file, `bin/plat` starts without npx.
const bunMark = join(root, 'node_modules', '.plat-bun');
try {
  if (!existsSync(bunMark) || readFileSync(bunMark, 'utf8') !== process.execPath || isOlder(bunMark)) {
    writeFileSync(bunMark, process.execPath);
  }
} catch {
  // Another user owns the checkout; `bin/plat` then uses npx.
}

const [script, ...scriptArguments] = process.argv.slice(2);
if (script === undefined) {
  process.stderr.write('usage: bun scripts/with-install.ts <script> [arguments]\n');
  process.exit(2);
}

const child = Bun.spawn([process.execPath, join(root, script), ...scriptArguments], {
  stdin: 'inherit',
  stdout: 'inherit',
  stderr: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
stopWithNpx();
process.exit(await child.exited);

/** True when a mark is older than the lockfile. */
function isOlder(mark: string): boolean {
  return statSync(mark).mtimeMs <= statSync(join(root, 'bun.lock')).mtimeMs;
}

/**
 * A signal to npx stops npx and its shell but is not passed on, which leaves the `bun run` above this process
 * without a parent. Seen on Linux, where /proc shows it.
 */
function stopWithNpx(): void {
  if (process.env.npm_config_user_agent?.startsWith('npm/') !== true) return;
  const shell = parentOf(process.ppid);
  if (shell === null) return;
  setInterval(() => {
    if (parentOf(process.ppid) !== shell) child.kill('SIGTERM');
  }, 500);
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}
