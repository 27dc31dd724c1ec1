export const SIGN_IN_PATH = '/console/sign-in';
/** Where the way to the OpenID provider begins. */
export const PROVIDER_SIGN_IN_PATH = `${SIGN_IN_PATH}/provider`;

/** The address of a one-time link. Opening it changes nothing; its button signs in. */
export const signInUrl = (origin: string, token: string): string => `${origin}${SIGN_IN_PATH}?token=${token}`;
