import { AppError, isToLoopback } from '@plat/kit';

/** Browsers keep a cookie without `Secure` on any host, so plain HTTP is for this machine alone. */
export function requireSafeTransport(request: Request, isHttps: (request: Request) => boolean): void {
  if (isHttps(request) || isToLoopback(request)) return;
  throw new AppError('HTTPS_REQUIRED', 'Sign in over HTTPS, or on the machine of Plat through http://127.0.0.1');
}
