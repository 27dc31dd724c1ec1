import { readTlsFiles } from '@plat/kit';
import type { Check } from '../check.ts';

const DAY_MS = 86_400_000;
const WARN_DAYS = 21;

export const certificate: Check = {
  name: 'tls_certificate',
  look: ({ env, nowMs }) => {
    const { PLAT_TLS_CERT_FILE: cert, PLAT_TLS_KEY_FILE: key } = env;
    const files = readTlsFiles(
      {
        ...(cert === undefined ? {} : { PLAT_TLS_CERT_FILE: cert }),
        ...(key === undefined ? {} : { PLAT_TLS_KEY_FILE: key }),
      },
      new Date(nowMs()),
    );
    if (files === null) return { standing: 'skipped', seen: 'PLAT_TLS_CERT_FILE is not set' };
    const days = Math.floor((files.endsAt.getTime() - nowMs()) / DAY_MS);
    const seen = `it ends on ${files.endsAt.toISOString().slice(0, 10)}, in ${days} days`;
    return days >= WARN_DAYS ? { standing: 'ok', seen } : { standing: 'warn', seen, advice: 'Renew it.' };
  },
};
