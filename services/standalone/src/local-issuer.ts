import { createLocalIssuer, type LocalIssuer } from '@plat/automation/deps';
import { deriveSecret } from './derive-secret.ts';

/**
 * The identity provider of an installation that has no other; its key follows from the secret of the home, so that every
 * process of the home has the same. Null where `PLAT_OIDC_ISSUER` names a provider.
 */
export const localIssuer = (internalSecret: string, environment: { PLAT_OIDC_ISSUER?: string }): LocalIssuer | null =>
  environment.PLAT_OIDC_ISSUER === undefined ? createLocalIssuer(deriveSecret(internalSecret, 'identity')) : null;
