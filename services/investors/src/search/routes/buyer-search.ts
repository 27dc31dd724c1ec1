import { buyerSearch, buyerSearchCriteria, DEFAULT_BUYER_SEARCH_SORT, matchHeaders } from '@plat/contracts';
import { recordsHeaders } from '@plat/dataset';
import {
  type OperationContext,
  operation,
  RESERVATION_HEADER,
  Reply,
  SEARCHED_ADDRESS_HEADER,
  SKIPTRACED_HEADER,
} from '@plat/kit';
import type { NewSearch, SearchCallback, SearchQuestion } from '../../background/index.ts';
import { recordSearch } from '../../background/index.ts';
import type { SearchDeps } from '../deps.ts';
import { foundBuyerCodec } from '../domain/found-buyer-codec.ts';
import { matchSubject } from '../domain/locate-subject.ts';
import type { BuyerSearchPorts } from '../domain/ports.ts';
import { searchBuyers } from '../domain/search-buyers.ts';
import { funnelHeader } from '../domain/search-funnel.ts';
import { resolutionCodec, resolvedBefore } from '../domain/searched-address.ts';
import { showBuyers } from '../domain/show-buyers.ts';

/** Seconds to wait before polling a pending search. */
export const SEARCH_RETRY_AFTER_SECONDS = 3;

type Context = OperationContext<typeof buyerSearch>;
type BuyerQuestion = Extract<SearchQuestion, { api: 'v1' }>;
type NewBuyerSearch = NewSearch & { question: BuyerQuestion };

/** `POST /v1/buyer-search` */
export const buyerSearchRoute = (deps: SearchDeps) =>
  operation(buyerSearch, async (context) => {
    const { async: inBackground, ...asked } = buyerSearchCriteria(context.body);
    const { webhook_url: url, webhook_secret: secret, results_in_webhook: withResults, ...criteria } = asked;
    const callback: SearchCallback | null = url === null ? null : { url, secret, withResults };
    const { companyId, keyId, userId, realm } = context.principal;
    const search: NewBuyerSearch = {
      id: Bun.randomUUIDv7(),
      searcher: { companyId, keyId, userId, realm },
      question: { api: 'v1', criteria, asOf: deps.asOf(realm) },
      sort: context.query.sort ?? DEFAULT_BUYER_SEARCH_SORT,
      reservationId: inBackground ? context.request.headers.get(RESERVATION_HEADER) : null,
      callback,
      createdAt: new Date(deps.clock.nowMs()).toISOString(),
    };
    return inBackground ? accept(search, deps, context) : answer(search, deps, context);
  });

/** Uses the address that the gateway had resolved to identify the usage subject. */
function portsOf({ principal, requestId, deadlineMs, request }: Context, deps: SearchDeps): BuyerSearchPorts {
  const ports = deps.ports({ principal, requestId, deadlineMs });
  const header = request.headers.get(SEARCHED_ADDRESS_HEADER);
  return { ...ports, addresses: resolvedBefore(header, ports.addresses) };
}

/** Rejects an address that matches nothing at once, before the search is stored. */
async function accept(search: NewBuyerSearch, deps: SearchDeps, context: Context): Promise<Reply> {
  const { requestId, signal } = context;
  const ports = portsOf(context, deps);
  const { criteria, asOf } = search.question;
  const { point, match, resolved } = await matchSubject(criteria, ports, signal);
  const window = await ports.records.at(point, asOf, signal);
  const accepted =
    criteria.address === null
      ? search
      : { ...search, question: { ...search.question, resolved: resolutionCodec.encode({ resolved }) } };
  const searchId = await deps.searches.accept(accepted, { searchId: search.id, requestId }, signal);
  return new Reply({ search_id: searchId, status: 'pending' }, 202, {
    location: `${buyerSearch.path}?search_id=${searchId}`,
    'retry-after': String(SEARCH_RETRY_AFTER_SECONDS),
    ...matchHeaders(match),
    ...recordsHeaders(window),
  });
}

async function answer(search: NewBuyerSearch, deps: SearchDeps, context: Context): Promise<Reply> {
  const { signal, log } = context;
  const nowMs = () => deps.clock.nowMs();
  const run = async () => {
    const { criteria, asOf } = search.question;
    const ports = portsOf(context, deps);
    const found = await searchBuyers({ criteria, asOf, sort: search.sort }, ports, signal);
    const { id: searchId, searcher } = search;
    const at = new Date(nowMs()).toISOString();
    const [shown, dealId] = await Promise.all([
      showBuyers(found.buyers, ports.suppressions, { ...criteria, asOf, checkedAt: at }, signal),
      deps.crmDeals.attach({ searcher, searchId, criteria, ...found, at }, signal),
    ]);
    return { ...found, shown, dealId };
  };
  const record = async () => {
    const ran = await run();
    return { ran, buyers: ran.buyers.map(foundBuyerCodec.encode), skiptraced: ran.skiptraced };
  };
  const recording = { ...deps, nowMs, log, onEnded: deps.onSearchEnded('waiting') };
  const ran = search.callback === null ? await run() : (await recordSearch(search, record, recording, signal)).ran;
  const tellsDeal = search.question.criteria.explain && ran.dealId !== null;
  return new Reply(ran.shown, 200, {
    [SKIPTRACED_HEADER]: String(ran.skiptraced),
    ...matchHeaders(ran.subject.match),
    ...recordsHeaders(ran.records),
    ...(ran.funnel === undefined ? {} : { 'x-search-funnel': funnelHeader(ran.funnel, ran.shown.length) }),
    ...(tellsDeal ? { 'x-deal-id': ran.dealId ?? '' } : {}),
  });
}
