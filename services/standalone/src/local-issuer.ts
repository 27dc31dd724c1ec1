import { createLocalIssuer, type LocalIssuer } from '@plat/automation/deps';
import { deriveSecret } from './derive-secret.ts';

/**
 * The built-in identity provider. Its key is derived from the home's secret, so every process of the home shares
 * it. Null if `PLAT_OIDC_ISSUER` names a provider.
 */
export const localIssuer = (internalSecret: string, environment: { PLAT_OIDC_ISSUER?: string }): LocalIssuer | null =>
  environment.PLAT_OIDC_ISSUER === undefined ? createLocalIssuer(deriveSecret(internalSecret, 'identity')) : null;
