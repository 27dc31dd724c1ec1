import { DAY_MS, readTlsFiles, utcDay } from '@plat/kit';
import type { Check } from '../check.ts';
import { mistakesIn } from '../known-settings.ts';

const WARN_DAYS = 21;

export const certificate: Check = {
  name: 'tls_certificate',
  look: ({ env, nowMs }) => {
    const { PLAT_TLS_CERT_FILE: cert, PLAT_TLS_KEY_FILE: key } = env;
    const settings = {
      ...(cert === undefined ? {} : { PLAT_TLS_CERT_FILE: cert }),
      ...(key === undefined ? {} : { PLAT_TLS_KEY_FILE: key }),
    };
    let files: ReturnType<typeof readTlsFiles>;
    try {
      files = readTlsFiles(settings, new Date(nowMs()));
    } catch (error) {
      const seen = mistakesIn(error).join('; ');
      return { standing: 'fail', seen, advice: 'Set that right: Plat does not start with it.' };
    }
    if (files === null) return { standing: 'skipped', seen: 'PLAT_TLS_CERT_FILE is not set' };
    const days = Math.floor((files.endsAt.getTime() - nowMs()) / DAY_MS);
    const seen = `it expires on ${utcDay(files.endsAt.getTime())}, in ${days} days`;
    return days >= WARN_DAYS ? { standing: 'ok', seen } : { standing: 'warn', seen, advice: 'Renew it.' };
  },
};
