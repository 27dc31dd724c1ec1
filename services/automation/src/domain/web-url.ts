import { CALLBACK_URL_MAX_CHARACTERS, callbackUrlProblem } from '@plat/contracts';
import { validationError } from '@plat/kit';
import type { WebhookSender, WebUrl } from './ports.ts';

/** Normalizes a URL, so that two spellings are one subscription; null for an invalid URL. */
export function readWebUrl(text: string): WebUrl | null {
  const webUrl = text.trim();
  return URL.canParse(webUrl) ? { webUrl, normalizedUrl: new URL(webUrl).href } : null;
}

/**
 * Checks that a URL may be called; a delivery checks again.
 * @throws AppError VALIDATION_ERROR (400) for an unresolvable or forbidden host.
 */
export async function callableWebUrl(sender: Pick<WebhookSender, 'check'>, text: string): Promise<WebUrl> {
  const url = readWebUrl(text);
  const isShort = (url?.normalizedUrl.length ?? 0) <= CALLBACK_URL_MAX_CHARACTERS;
  const verdict = url !== null && isShort ? await sender.check(url.webUrl) : null;
  if (url !== null && verdict === 'callable') return url;
  const problem =
    verdict === 'unresolvable'
      ? 'names a host that cannot be resolved'
      : (callbackUrlProblem(text.trim()) ??
        (isShort ? 'must name a public host' : `must have at most ${CALLBACK_URL_MAX_CHARACTERS} characters`));
  throw validationError([{ field: 'web_url', problem }]);
}
