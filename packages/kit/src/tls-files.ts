import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Type } from '@sinclair/typebox';
import { ConfigError } from './config.ts';

/** Settings of a process that terminates TLS itself. */
export const TLS_SETTINGS = {
  PLAT_TLS_CERT_FILE: Type.Optional(
    Type.String({
      description: 'PEM certificate of this server, followed by intermediates; read at startup only',
      examples: ['/etc/plat/tls/fullchain.pem'],
    }),
  ),
  PLAT_TLS_KEY_FILE: Type.Optional(
    Type.String({
      description: 'private key of the certificate, as PEM without a passphrase',
      examples: ['/etc/plat/tls/privkey.pem'],
    }),
  ),
  PLAT_PLAIN_HTTP_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65_535,
      description: 'plain HTTP port in addition to the TLS port; tells callers to use HTTPS and answers probes',
      examples: [8081],
    }),
  ),
};

/** Checked files for terminating TLS. */
export interface TlsFiles {
  certificate: string;
  key: string;
  /** Expiry of the certificate. */
  endsAt: Date;
}

/**
 * Reads the files that the configuration names; null when it names none.
 * @throws ConfigError when one is missing, unreadable or invalid, or when the certificate has expired.
 */
export function readTlsFiles(
  settings: { PLAT_TLS_CERT_FILE?: string; PLAT_TLS_KEY_FILE?: string; PLAT_PLAIN_HTTP_PORT?: number },
  now = new Date(),
): TlsFiles | null {
  const { PLAT_TLS_CERT_FILE: certificateFile, PLAT_TLS_KEY_FILE: keyFile } = settings;
  if (certificateFile === undefined && keyFile === undefined) {
    if (settings.PLAT_PLAIN_HTTP_PORT === undefined) return null;
    throw mistake('PLAT_PLAIN_HTTP_PORT', 'needs PLAT_TLS_CERT_FILE');
  }
  if (certificateFile === undefined) throw mistake('PLAT_TLS_CERT_FILE', 'is required with PLAT_TLS_KEY_FILE');
  if (keyFile === undefined) throw mistake('PLAT_TLS_KEY_FILE', 'is required with PLAT_TLS_CERT_FILE');

  const certificate = readText('PLAT_TLS_CERT_FILE', certificateFile);
  const key = readText('PLAT_TLS_KEY_FILE', keyFile);
  const leaf = attempt(() => new X509Certificate(certificate), 'PLAT_TLS_CERT_FILE', 'contains no PEM certificate');
  const privateKey: KeyObject = attempt(
    () => createPrivateKey(key),
    'PLAT_TLS_KEY_FILE',
    'contains no PEM private key without a passphrase',
  );
  if (!leaf.checkPrivateKey(privateKey)) {
    throw mistake('PLAT_TLS_KEY_FILE', 'is not the key of the first certificate in PLAT_TLS_CERT_FILE');
  }
  const endsAt = new Date(leaf.validTo);
  if (endsAt <= now) throw mistake('PLAT_TLS_CERT_FILE', `expired on ${endsAt.toISOString()}; renew it`);
  return { certificate, key, endsAt };
}

const mistake = (name: string, problem: string) =>
  new ConfigError(`The configuration has mistakes:\n  ${name}: ${problem}`);

function readText(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw mistake(name, `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`);
  }
}

/** Leaves out the library's message, because it may quote the file. */
function attempt<T>(work: () => T, name: string, problem: string): T {
  try {
    return work();
  } catch {
    throw mistake(name, problem);
  }
}
