import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readComposeFile, requiredVariables, startOrder, withSecrets } from './compose-file.ts';
import { toLocal } from './local-addresses.ts';

const fileOf = (value: string) =>
  `services:\n  a:\n    image: x:1\n    environment:\n      V: ${value}\nnetworks: {}\n`;
const filled = (value: string, variables: Record<string, string>) =>
  readComposeFile(fileOf(value), variables).services.get('a')?.environment.V;

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the compose file's own form
describe('variables of a compose file', () => {
  test.each([
    ['${A}', { A: 'x' }, 'x'],
    ['${A}', {}, ''],
    ['${A:-other}', {}, 'other'],
    ['${A:-other}', { A: '' }, 'other'],
    ['${A:-}', {}, ''],
    ['a ${A:?} ${B:-c}', { A: 'b' }, 'a b c'],
    ['$$5', {}, '$5'],
  ])('%p with %p is %p', (value, variables, expected) => {
    expect(filled(value, variables)).toBe(expected);
  });

  test('are all named when required and missing', () => {
    const text = fileOf('${FIRST:?} ${SECOND:?} ${FIRST:?} ${THIRD:-x}');
    expect(requiredVariables(text)).toEqual(['FIRST', 'SECOND']);
    expect(() => readComposeFile(text, { FIRST: '' })).toThrow('FIRST, SECOND');
  });

  test('get a generated secret if none is given, and keep a given one', () => {
    const text = fileOf('${FIRST:?} ${SECOND:?} ${THIRD:?}');
    const secrets = withSecrets(text, { SECOND: 'kept', OTHER: 'x' });
    expect(secrets).toEqual({ FIRST: expect.any(String), SECOND: 'kept', THIRD: expect.any(String) });
    expect(new Set(Object.values(secrets)).size).toBe(3);
    expect(secrets.FIRST?.length).toBe(64);
  });
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the compose file's own form

describe('services', () => {
  const services = (waits: readonly (readonly number[])[]) =>
    new Map(
      waits.map((others, at) => [
        `s${at}`,
        { dependsOn: Object.fromEntries(others.map((one) => [`s${one}`, 'service_started'])) },
      ]),
    );

  test('start after their dependencies, in any order of the file', () => {
    const graph = fc
      .integer({ min: 1, max: 12 })
      .chain((size) =>
        fc.tuple(
          ...Array.from({ length: size }, (_, at) =>
            fc.uniqueArray(fc.integer({ min: 0, max: Math.max(0, at - 1) }), { maxLength: at }),
          ),
        ),
      );
    fc.assert(
      fc.property(graph, (waits) => {
        const map = services([...waits].reverse().map((others) => others.map((one) => waits.length - 1 - one)));
        const order = startOrder({ services: map as never });
        expect([...order].sort()).toEqual([...map.keys()].sort());
        for (const [name, { dependsOn }] of map) {
          for (const other of Object.keys(dependsOn)) expect(order.indexOf(other)).toBeLessThan(order.indexOf(name));
        }
      }),
    );
  });

  test('refuse circular and unknown dependencies', () => {
    expect(() => startOrder({ services: services([[1], [0]]) as never })).toThrow('s0 -> s1 -> s0');
    expect(() => startOrder({ services: services([[7]]) as never })).toThrow('s0 depends on s7');
  });
});

describe('without containers', () => {
  const file = { subnets: { edge: '172.30.16.0/24' } };
  const addresses = new Map([
    ['geo', [20_001]],
    ['gateway', [20_002, 20_003]],
    ['postgres', [20_004]],
  ]);

  test.each([
    ['http://geo:8080', 'http://127.0.0.1:20001'],
    ['postgres://plat_geo:geo:8080@postgres:5432/plat', 'postgres://plat_geo:geo:8080@127.0.0.1:20004/plat'],
    [
      'server gateway:8080 resolve max_fails=2;',
      'server 127.0.0.1:20002 max_fails=2; server 127.0.0.1:20003 max_fails=2;',
    ],
    ['10.0.0.0/8,172.30.16.0/24', '10.0.0.0/8,127.0.0.1/32'],
    ['/tmp/nginx.conf', '/elsewhere/nginx.conf'],
    ['/tmpfile', '/tmpfile'],
    ['https://login.example.com', 'https://login.example.com'],
  ])('%p becomes %p', (text, local) => {
    expect(toLocal(text, file, addresses, { '/tmp': '/elsewhere' })).toBe(local);
  });
});
