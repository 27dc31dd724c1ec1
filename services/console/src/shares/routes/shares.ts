import { createShare, listShares, makePlaceReport, revokeShare } from '@plat/contracts/admin';
import { type AdminHandler, adminHandler } from '../../admin-route.ts';
import { pageLimit, readCursor, writeCursor } from '../../paging.ts';
import { shareUrl } from '../domain/share-url.ts';
import {
  companyOf,
  createShare as create,
  revokeShare as revoke,
  type SharesDeps,
  shareDocument,
  sharesSeenBy,
} from '../domain/shares.ts';
import { shownPlace } from '../domain/shown-place.ts';
import { madeText, pdfResponse, placePdf } from '../report/place-pdf.ts';

/** @param originOf the origin that links name, such as `https://plat.example.com`. */
export const shareHandlers = (deps: SharesDeps, originOf: (request: Request) => string): AdminHandler[] => [
  adminHandler(createShare, async ({ body, signedIn, exchange }) => {
    const { share, token } = await create(deps, signedIn.person, body.place, body.days);
    const document = shareDocument(share, deps.nowMs());
    return { ...document, url: shareUrl(originOf(exchange.request), token) };
  }),

  adminHandler(listShares, async ({ query, signedIn }) => {
    const limit = pageLimit(query);
    const after = readCursor<{ createdAt: string; id: string }>(query.cursor, { createdAt: 'instant', id: 'uuid' });
    const shares = await deps.shares.list(sharesSeenBy(signedIn.person), after, limit + 1);
    const shown = shares.slice(0, limit);
    const last = shares.length > limit ? shown.at(-1) : undefined;
    const nowMs = deps.nowMs();
    return {
      shares: shown.map((share) => shareDocument(share, nowMs)),
      next_cursor: last === undefined ? null : writeCursor({ createdAt: last.createdAt, id: last.id }),
    };
  }),

  adminHandler(revokeShare, async ({ query, signedIn }) =>
    shareDocument(await revoke(deps, signedIn.person, query.share_id), deps.nowMs()),
  ),

  adminHandler(makePlaceReport, async ({ body, signedIn }) => {
    const company = await companyOf(deps, signedIn.person.companyId);
    return pdfResponse(await placePdf(shownPlace(body.place), madeText(company, new Date(deps.nowMs()).toISOString())));
  }),
];
