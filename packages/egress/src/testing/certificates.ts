import { generate } from 'selfsigned';

export interface TestAuthority {
  /** PEM of its certificate; pass it to `createEgress` as `ca`. */
  ca: string;
  /** Issues a server certificate for host names and addresses. */
  issue(names: readonly string[]): Promise<{ key: string; cert: string }>;
}

const ADDRESS = /^[\d.]+$|:/;

/** Creates a certificate authority with a new key for one test. */
export async function createTestAuthority(): Promise<TestAuthority> {
  const root = await generate([{ name: 'commonName', value: 'Plat test authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return {
    ca: root.cert,
    issue: async (names) => {
      const leaf = await generate([{ name: 'commonName', value: names[0] ?? 'nobody' }], {
        keyType: 'ec',
        algorithm: 'sha256',
        ca: { key: root.private, cert: root.cert },
        extensions: [
          { name: 'basicConstraints', cA: false },
          { name: 'extKeyUsage', serverAuth: true },
          {
            name: 'subjectAltName',
            altNames: names.map((name) => (ADDRESS.test(name) ? { type: 7, ip: name } : { type: 2, value: name })),
          },
        ],
      });
      return { key: leaf.private, cert: leaf.cert };
    },
  };
}
