import { type Exchange, type HttpRoute, tokenSha256 } from '@plat/kit';
import { asDay } from '../../../ui/lib/format.ts';
import { SHARED_PATH } from '../domain/share-url.ts';
import { companyOf, type SharesDeps } from '../domain/shares.ts';
import { madeText, pdfResponse, placePdf } from '../report/place-pdf.ts';
import { html, type Markup, pagePolicy, sharePage } from './page-frame.ts';
import { placeMarkup } from './place-markup.ts';

const MAX_TOKEN_LENGTH = 100;
const GONE = 410;
/** Ends the path of the report, which the page offers. */
const REPORT = '.pdf';

/**
 * `GET /console/shared/<token>`, and with `.pdf` its report: a stored place, for anybody who has the link. It needs no
 * session and runs no script.
 */
export const sharedPageRoute = (deps: SharesDeps): HttpRoute => ({
  method: 'GET',
  path: `${SHARED_PATH}/*`,
  operation: 'sharedPage',
  handle: async ({ request, setHeader }) => {
    const name = new URL(request.url).pathname.slice(SHARED_PATH.length + 1);
    const isReport = name.endsWith(REPORT);
    const token = isReport ? name.slice(0, -REPORT.length) : name;
    const found = token.length > MAX_TOKEN_LENGTH ? null : await deps.shares.open(tokenSha256(token), deps.nowMs());
    if (found === null) {
      return notice(setHeader, 404, 'No such link', 'The link may be cut off. Copy the whole link and try again.');
    }
    const { share, place } = found;
    if (place === null) {
      const text =
        share.revokedAt === null && Date.parse(share.expiresAt) <= deps.nowMs()
          ? `It expired on ${asDay(share.expiresAt)}.`
          : 'The person who shared it has ended it.';
      return notice(setHeader, GONE, 'This link shows nothing any more', `${text} Ask for a new one.`);
    }
    const company = await companyOf(deps, share.companyId);
    if (isReport) {
      setHeader('x-robots-tag', 'noindex, nofollow');
      return pdfResponse(await placePdf(place, madeText(company, share.createdAt)));
    }
    const by = company === null ? '' : ` by ${company}`;
    const until = `Shared${by} on ${asDay(share.createdAt)}. This link works until ${asDay(share.expiresAt)}.`;
    return respond(setHeader, 200, sharePage(place.address, placeMarkup(place, until, `${token}${REPORT}`)));
  },
});

const notice = (setHeader: Exchange['setHeader'], status: number, title: string, text: string): Response =>
  respond(setHeader, status, sharePage(title, html`<h1>${title}</h1><p>${text}</p>`));

function respond(setHeader: Exchange['setHeader'], status: number, page: Markup): Response {
  setHeader('content-security-policy', pagePolicy);
  setHeader('x-robots-tag', 'noindex, nofollow');
  return new Response(page.text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
}
