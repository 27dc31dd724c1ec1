import type { AppError, Exchange, HttpRoute } from '@plat/kit';
import type { IdentityProvider } from '../domain/ports.ts';
import { PROVIDER_SIGN_IN_PATH, SIGN_IN_PATH } from '../domain/sign-in-url.ts';

const STYLE = `
:root { color-scheme: light dark; --text: #1b1f24; --soft: #57606a; --back: #f7f6f3; --accent: #0d6b52;
  --on-accent: #ffffff }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --soft: #9aa5b1; --back: #111214; --accent: #58c9a3; --on-accent: #08130f }
}
body { margin: 0 auto; max-width: 24rem; padding: 20vh 1.25rem 3rem; font: 1rem/1.6 system-ui, sans-serif;
  color: var(--text); background: var(--back) }
h1 { font-size: 1.5rem; margin: 0 0 .5rem } p { color: var(--soft) }
a { color: var(--accent) }
button, .button { box-sizing: border-box; display: block; text-align: center; text-decoration: none }
button, .button { font: inherit; font-weight: 600; width: 100%; padding: .6rem 1rem; border: 0; border-radius: .5rem;
  color: var(--on-accent); background: var(--accent); cursor: pointer }
button:focus-visible, .button:focus-visible { outline: 2px solid var(--text); outline-offset: 2px }
`;
const STYLE_HASH = new Bun.CryptoHasher('sha256').update(STYLE).digest('base64');
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = (main: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in to Plat</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Sign in to Plat</h1>
${main}
</main>
</body>
</html>
`;

/** The page of a form that could not sign in. */
export function signInProblemPage({ message, status }: AppError, setHeader: Exchange['setHeader']): Response {
  setHeader('content-security-policy', POLICY);
  const again = '<p><a href="/console">Back to the sign-in page</a></p>';
  return html(`<p role="alert">${Bun.escapeHTML(message)}.</p>\n${again}`, status);
}

const html = (main: string, status = 200): Response =>
  new Response(page(main), { status, headers: { 'content-type': 'text/html; charset=utf-8' } });

/** `GET /console/sign-in`: the page of a one-time link. It changes nothing, because mail programs open links too. */
export const signInPageRoute = (provider: IdentityProvider | null): HttpRoute => ({
  method: 'GET',
  path: SIGN_IN_PATH,
  operation: 'signInPage',
  handle: async ({ request, setHeader }) => {
    setHeader('content-security-policy', POLICY);
    // With no-referrer, browsers hide the origin of the form from the check against other sites.
    setHeader('referrer-policy', 'same-origin');
    const token = new URL(request.url).searchParams.get('token') ?? '';
    const main =
      token === ''
        ? '<p>The link is cut off. Copy the whole link, or ask for a new one.</p>'
        : `<p>This link signs in this browser, once.</p>
<form method="post" action="/admin/v1/session">
<input type="hidden" name="token" value="${Bun.escapeHTML(token)}">
<button type="submit">Sign in</button>
</form>${providerChoice(provider, token)}`;
    return html(main);
  },
});

/** A person of the provider takes the role of the link, and needs no link from then on. */
function providerChoice(provider: IdentityProvider | null, token: string): string {
  if (provider === null || provider.givesRoles) return '';
  const address = `${PROVIDER_SIGN_IN_PATH}?token=${encodeURIComponent(token)}`;
  return `
<p>Or sign in with ${Bun.escapeHTML(provider.name)}, now and from now on:</p>
<p><a class="button" href="${Bun.escapeHTML(address)}">Sign in with ${Bun.escapeHTML(provider.name)}</a></p>`;
}
