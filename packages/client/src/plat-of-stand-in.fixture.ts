import { PlatClient, type PlatClientOptions } from './client.ts';
import { json, type StandIn, standIn } from './stand-in.fixture.ts';

export const KEY = 'plat_sub_test_key';
export const SUBJECT = { address: '1 Example St, Phoenix, AZ 85001' };
export const GATEWAY = json(502, { error: 'A component is unavailable', code: 'UPSTREAM_ERROR' });
export const PLACES = json(200, [{ address: SUBJECT.address, latitude: 33.5, longitude: -112.1 }]);

export const open: StandIn[] = [];

export function platOf(
  answers: Parameters<typeof standIn>,
  options: Partial<PlatClientOptions> = {},
): { plat: PlatClient; server: StandIn } {
  const server = standIn(...answers);
  open.push(server);
  return { server, plat: new PlatClient({ baseUrl: server.url, apiKey: KEY, ...options }) };
}

export const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: unknown) => error,
  );
