export { authorizationUrl, type Client, redeemCode, type SignInAttempt } from './code-flow.ts';
export { createOpenIdProvider, type OpenIdProvider, type ProviderDocument } from './provider.ts';
export { SIGNATURE_ALGORITHMS } from './signature-algorithms.ts';
export { IdTokenRefused, type IdTokenRules, verifyIdToken } from './verify-id-token.ts';
