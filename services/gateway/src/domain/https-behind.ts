import { cameOverTls, clientAddress } from '@plat/kit';
import { addressList } from './caller-address.ts';

/**
 * Tells whether a caller used HTTPS, to this server or to a trusted proxy.
 * @param trustedProxies addresses and CIDR blocks whose `X-Forwarded-Proto` is believed.
 */
export function httpsBehind(trustedProxies: readonly string[]): (request: Request) => boolean {
  const proxies = addressList(trustedProxies);
  return (request) => {
    if (cameOverTls(request)) return true;
    const forwardedProto = request.headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase();
    return forwardedProto === 'https' && proxies.includes(clientAddress(request));
  };
}
