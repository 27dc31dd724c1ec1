import type { Sql } from '@plat/db';
import { createInvestorsApp } from '@plat/investors';
import { readInvestorsConfig } from '@plat/investors/config';
import { createInvestorsDeps } from '@plat/investors/deps';
import { createInternalTokens, createLogger, type Principal } from '@plat/kit';
import { AS_OF } from './generated-deals.ts';
import { AGENT_ADDRESS } from './generated-owners.ts';

export interface BenchRequest {
  path: '/v1/investor-comps' | '/v1/linked-deals';
  body: object;
}

interface Statement {
  text: string;
  parameters: unknown[];
}

const SECRET = 'a benchmark has no secret to keep';
const PRINCIPAL: Principal = { keyId: 'bench', keyKind: 'service', companyId: 'bench', userId: null, realm: 'live' };
const SUBJECT = { bedrooms: 3, bathrooms: 2, square_feet: 1600 };

type Point = { latitude: number; longitude: number };

/** Requests by name: the same kinds in a market of any size. */
export async function investorRequests(sql: Sql, points: readonly Point[]): Promise<Map<string, BenchRequest[]>> {
  const owners = await sql<{ name: string; mailing_key: string }[]>`
    select name, mailing_key from market.buyer_alias order by md5(buyer_id || mailing_key) limit ${points.length}`;
  const comps = (more: object) =>
    points.map((point) => ({ path: '/v1/investor-comps' as const, body: { ...point, ...more } }));
  const linked = (bodies: readonly object[]) => bodies.map((body) => ({ path: '/v1/linked-deals' as const, body }));
  const named = (strict_matches_only: boolean) =>
    linked(owners.map(({ name }) => ({ search_string: name, search_state: 'TX', strict_matches_only })));
  const mailed = owners.map(({ mailing_key }) => mailing_key.replace('|', ', Dallas, TX '));
  return new Map<string, BenchRequest[]>([
    ['investor comps', comps({})],
    ['investor comps ranked against a subject', comps({ subject_property_details: SUBJECT })],
    [
      'investor comps ranked, 10 miles and 60 months',
      comps({ subject_property_details: SUBJECT, radius_miles: 10, lookback_months: 60 }),
    ],
    ['linked deals by name', named(true)],
    ['linked deals by name, wide', named(false)],
    [
      'linked deals by mailing address',
      linked(mailed.map((search_string) => ({ search_string, is_entity_name: false }))),
    ],
    [
      'linked deals of 500 owners at one address',
      linked(points.map(() => ({ search_string: AGENT_ADDRESS, is_entity_name: false }))),
    ],
  ]);
}

/** Only the investors service over a market; it can report the statements behind a response. */
export async function investorsService(sql: Sql) {
  let statements: Statement[] = [];
  const listening = new Proxy(sql, {
    get: (target, name, receiver) => {
      if (name !== 'unsafe') return Reflect.get(target, name, receiver);
      return (...call: Parameters<Sql['unsafe']>) => {
        // Its job queue polls at any time.
        if (!call[0].includes('investors_jobs')) statements.push({ text: call[0], parameters: [...(call[1] ?? [])] });
        return target.unsafe(...call);
      };
    },
  });
  const tokens = createInternalTokens(SECRET);
  const config = readInvestorsConfig({
    DATABASE_URL: 'postgres://given',
    PLAT_GEO_URL: 'http://geo.internal',
    PLAT_ACCOUNTS_URL: 'http://accounts.internal',
    PLAT_INTERNAL_SECRET: SECRET,
    PLAT_AS_OF: AS_OF,
  });
  const log = createLogger({ name: 'bench', level: 'silent' });
  const { deps, close } = await createInvestorsDeps(config, { sql: listening, tokens, log });
  const app = createInvestorsApp(deps);
  return {
    close,
    async ask({ path, body }: BenchRequest): Promise<Statement[]> {
      statements = [];
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${await tokens.sign(PRINCIPAL, 'investors')}`,
      };
      const request = new Request(`http://investors.internal${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      const response = await app.handle(request);
      const text = await response.text();
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`);
      return statements;
    },
  };
}
