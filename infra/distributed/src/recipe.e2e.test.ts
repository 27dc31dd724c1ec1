import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createTestAuthority } from '@plat/egress/testing';
import { DockerfileParser, type Instruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { ROOT } from './distributed-plat.ts';

const RECIPE = readFileSync(join(ROOT, 'infra', 'Dockerfile'), 'utf8');
const SLOW_MS = 120_000;

/** Words of an instruction in its JSON form, or null. */
const wordsOf = (instruction: Instruction | undefined): string[] | null => {
  try {
    return JSON.parse(instruction?.getRawArgumentsContent() ?? '');
  } catch {
    return null;
  }
};

interface Stage {
  name: string;
  from: string;
  instructions: Instruction[];
}

const stages = (): Map<string, Stage> => {
  const found = new Map<string, Stage>();
  let current: Stage | undefined;
  for (const instruction of DockerfileParser.parse(RECIPE).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      const [from = '', , name = ''] = (instruction.getArgumentsContent() ?? '').split(/\s+/);
      current = { name, from, instructions: [] };
      found.set(name, current);
    } else current?.instructions.push(instruction);
  }
  return found;
};
const last = (stage: string, keyword: string) =>
  stages()
    .get(stage)
    ?.instructions.findLast((one) => one.getKeyword() === keyword);

describe('the Dockerfile', () => {
  test('passes its linter', () => {
    expect(validate(RECIPE).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
  });

  test('uses the same Bun as everything else', () => {
    const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(RECIPE).toContain(`ARG BUN_IMAGE=oven/${packageManager.replace('@', ':')}\n`);
  });

  test.each(['service', 'plat'])('%s runs as an unprivileged user and has a health check', (stage) => {
    expect(last(stage, 'USER')?.getArgumentsContent()).toBe('bun');
    expect(last(stage, 'HEALTHCHECK')).toBeDefined();
  });

  describe('checks the health of a service', () => {
    const [, command] = /CMD (.*)$/s.exec(last('service', 'HEALTHCHECK')!.getTextContent()) ?? [];
    const ask = async (port: number | undefined, environment: Record<string, string> = {}) => {
      const [program, ...words]: string[] = JSON.parse(command ?? '');
      expect(program).toBe('bun');
      const child = Bun.spawn([process.execPath, ...words], {
        env: { PATH: process.env.PATH, PLAT_PORT: String(port), ...environment },
        stdout: 'ignore',
        stderr: 'ignore',
      });
      return (await child.exited) === 0;
    };
    const service = (status: number, tls?: { key: string; cert: string }) =>
      Bun.serve({
        hostname: '127.0.0.1',
        port: 0,
        tls,
        fetch: ({ url }) => new Response('', { status: new URL(url).pathname === '/ready' ? status : 404 }),
      });

    test.each([
      [200, true],
      [503, false],
    ])('which answers %i', async (status, isWell) => {
      await using server = service(status);
      expect(await ask(server.port)).toBe(isWell);
    });

    test('with HTTPS, under a name that is not its address', async () => {
      const certificate = await (await createTestAuthority()).issue(['api.example.com']);
      await using server = service(200, certificate);
      expect(await ask(server.port, { PLAT_TLS_CERT_FILE: '/certificates/plat.crt' })).toBe(true);
    });

    test('that is not running', async () => {
      const server = service(200);
      await server.stop();
      expect(await ask(server.port)).toBe(false);
    });
  });

  test('and the compose file start the same services with the same commands', () => {
    const { services } = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true });
    for (const [name, { build, command, entrypoint }] of Object.entries<Record<string, never>>(services)) {
      if (build === undefined) continue;
      const { target } = build as { target: string };
      const own = target === 'service' ? wordsOf(last('service', 'CMD')) : wordsOf(last('plat', 'ENTRYPOINT'));
      expect([name, target === 'service' ? command : entrypoint]).toEqual([name, own as never]);
    }
  });

  test('sends no secrets, packages or histories to the builder', () => {
    const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
    for (const name of ['.git', '**/.env*', '**/node_modules', '.plat']) expect(ignored).toContain(name);
  });
});

/** Executes COPY and RUN of the Dockerfile in local folders; each stage is a folder. */
class Kitchen {
  constructor(
    private readonly folder: string,
    private readonly args: Readonly<Record<string, string>>,
  ) {}

  readonly path = (stage: string, path: string) => join(this.folder, stage, path);

  private readonly fill = (text: string) =>
    text.replace(/\$\{(\w+)\}/g, (whole, name: string) => this.args[name] ?? whole).replace(/^"(.*)"$/, '$1');

  async cook(stage: Stage): Promise<void> {
    let workdir = '/';
    for (const instruction of stage.instructions) {
      const content = this.fill(instruction.getTextContent().replace(/^\S+\s+/, ''));
      if (instruction.getKeyword() === 'WORKDIR') workdir = content;
      mkdirSync(this.path(stage.name, workdir), { recursive: true });
      if (instruction.getKeyword() === 'COPY') this.copy(stage.name, workdir, content);
      if (instruction.getKeyword() === 'RUN') await this.run(stage.name, workdir, content);
    }
  }

  private copy(stage: string, workdir: string, content: string): void {
    const words = content.split(/\s+/).map(this.fill);
    const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
    const paths = words.filter((word) => !word.startsWith('--'));
    const target = this.path(stage, join(workdir, paths.pop() ?? ''));
    for (const path of paths) {
      const source = from === undefined ? join(ROOT, path) : this.path(from, path);
      // Docker copies the contents of a folder, and a file into a folder whose name ends with a slash.
      const isFolder = statSync(source).isDirectory();
      const goal = isFolder || !content.endsWith('/') ? target : join(target, basename(path));
      cpSync(source, goal, { recursive: true, filter: (one) => !/\/(node_modules|dist|\.git|\.turbo)$/.test(one) });
    }
  }

  private async run(stage: string, workdir: string, command: string): Promise<void> {
    const bun = `'${process.execPath}'`;
    const turbo = `'${join(ROOT, 'node_modules', '.bin', 'turbo')}'`;
    const here = command
      .replace(/^bun x turbo@\S+/, turbo)
      .replace(/^bun /, `${bun} `)
      .replaceAll(' /bundle', ` '${this.path(stage, '/bundle')}'`);
    const child = Bun.spawn(['sh', '-c', here], {
      cwd: this.path(stage, workdir),
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        TMPDIR: process.env.TMPDIR,
        TURBO_TELEMETRY_DISABLED: '1',
      },
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    if ((await child.exited) !== 0) throw new Error(`RUN ${command} failed:\n${said.join('\n')}`);
  }
}

describe('the steps of the Dockerfile, executed without containers', () => {
  let folder: string;
  let kitchen: Kitchen;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plat-recipe-'));
    kitchen = new Kitchen(folder, { SERVICE: 'investors', BUN_IMAGE: 'bun' });
    for (const stage of ['prune-service', 'bundle', 'service', 'prune-plat', 'plat-packages']) {
      await kitchen.cook(stages().get(stage)!);
    }
  }, SLOW_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }), SLOW_MS);

  test("uses the workspace's version of turbo", () => {
    const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    for (const [, version] of RECIPE.matchAll(/turbo@(\S+)/g)) expect(version).toBe(workspaces.catalog.turbo);
  });

  test('copy the patches before installing the packages, and apply them', () => {
    const patched = new Bun.Glob('**/node_modules/postgres/src/connection.js');
    const patches = readdirSync(join(ROOT, 'patches'));
    expect(patches.length).toBeGreaterThan(0);
    for (const patch of patches) expect(existsSync(kitchen.path('bundle', join('/repo/patches', patch)))).toBe(true);
    const [copy] = [...patched.scanSync({ cwd: kitchen.path('bundle', '/repo'), dot: true, followSymlinks: false })];
    const original = join(ROOT, 'packages/db/node_modules/postgres/src/connection.js');
    expect(readFileSync(kitchen.path('bundle', join('/repo', copy ?? '')), 'utf8')).toBe(
      readFileSync(original, 'utf8'),
    );
  });

  test('produce a service that starts from its own folder and reports missing settings', async () => {
    const [command, ...words] = wordsOf(last('service', 'CMD')) ?? [];
    expect(command).toBe('bun');
    const child = Bun.spawn([process.execPath, ...words, '--check-config'], {
      cwd: kitchen.path('service', '/app'),
      env: { PATH: process.env.PATH },
      stderr: 'pipe',
    });
    const said = await new Response(child.stderr).text();
    expect(await child.exited).toBe(2);
    expect(said).toContain('DATABASE_URL: is required');
    expect(readdirSync(kitchen.path('service', '/app')).sort()).toEqual(['index.js', 'store']);
    expect(existsSync(kitchen.path('service', '/app/store/migrations/meta/_journal.json'))).toBe(true);
  });

  test("produce the operator's command with every package it needs", async () => {
    const [, ...words] = wordsOf(last('plat', 'ENTRYPOINT')) ?? [];
    const child = Bun.spawn([process.execPath, ...words, 'market', '--help'], {
      cwd: kitchen.path('plat-packages', '/repo'),
      env: { PATH: process.env.PATH },
      stdout: 'pipe',
      stderr: 'inherit',
    });
    expect(await new Response(child.stdout).text()).toStartWith('Usage: plat market');
    expect(await child.exited).toBe(0);
  });
});
