import type { Sql } from '@plat/db';

/** Kinds of requests, with their share in percent. */
export const SHARES = {
  autocomplete: 70,
  'buyer search': 8,
  'retail comps': 6,
  analytics: 8,
  'investor comps, linked deals': 4,
  'usage, users': 3,
  'background search': 1,
} as const;

export type Kind = keyof typeof SHARES;
export const KINDS = Object.keys(SHARES) as Kind[];

export interface Request {
  kind: Kind;
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

/** Expected error codes; some locations have too few sales. */
export const ANSWERS_OF_KIND: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  'retail comps': ['INSUFFICIENT_COMPARABLE_SALES'],
};

/** Minimum typed characters of the street: `1200 Map`. */
const MIN_STREET_LETTERS = 3;
const PROPERTY_TYPES_OF_COMPS = ['SFR', 'CONDO', 'TOWNHOUSE', 'MULTI_2_4'];

/** Chooses a realistic mix of requests about the contents of the dataset. */
export async function mixedRequests(sql: Sql, webhookUrl: string, count = 5_000): Promise<() => Request> {
  const addresses = await sql<{ address: string; house: string; latitude: number; longitude: number }[]>`
    select a.address, coalesce(a.house_number, '') as house, p.latitude, p.longitude
    from market.address a join market.property p using (property_id)
    where p.latitude is not null and p.property_type = any(${PROPERTY_TYPES_OF_COMPS})
    order by md5(property_id::text) limit ${count}`;
  const owners = await sql<{ name: string; state: string }[]>`
    select name, min(region) as state from market.buyer_alias
    where length(name) > 3 group by name order by md5(name) limit ${count}`;
  if (addresses.length === 0 || owners.length === 0) throw new Error('the dataset has nothing to ask about');
  const place = () => oneOf(addresses);
  const near = () => {
    const { latitude, longitude } = place();
    return { latitude, longitude };
  };
  const typed = () => {
    const { address, house } = place();
    const least = Math.min(address.length, house.length + 1 + MIN_STREET_LETTERS);
    return address.slice(0, least + Math.floor(Math.random() * (address.length - least + 1)));
  };
  const post = (path: string, body: object) => ({ method: 'POST' as const, path, body });
  const get = (path: string) => ({ method: 'GET' as const, path });
  const ways: Record<Kind, readonly (() => Omit<Request, 'kind'>)[]> = {
    autocomplete: [() => post('/v1/autocomplete', { search_string: typed() })],
    'buyer search': [
      () => post('/v1/buyer-search', { address: place().address }),
      () => post('/v1/buyer-search', { ...near(), radius_miles: 5, create_deal: false }),
      () => post('/v1/buyer-search', { address: place().address, explain: 'full' }),
    ],
    'retail comps': [
      () => post('/v1/retail-comps', { address: place().address, max_days_back: 365 }),
      () => post('/v1/offers', { address: place().address, repairs: 30_000 }),
    ],
    analytics: [() => post('/v1/analytics-search', near()), () => post('/v1/analytics-summary', near())],
    'investor comps, linked deals': [
      () => post('/v1/investor-comps', near()),
      () => {
        const { name, state } = oneOf(owners);
        return post('/v1/linked-deals', { search_string: name, search_state: state });
      },
    ],
    'usage, users': [() => get('/v1/usage'), () => get('/v1/api-users/list')],
    'background search': [
      () => post('/v1/buyer-search', { address: place().address, async: true, webhook_url: webhookUrl }),
    ],
  };
  return () => {
    const kind = kindAt(Math.random() * 100);
    return { kind, ...oneOf(ways[kind])() };
  };
}

function kindAt(percent: number): Kind {
  let left = percent;
  for (const kind of KINDS) {
    left -= SHARES[kind];
    if (left < 0) return kind;
  }
  return 'autocomplete';
}

const oneOf = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;
