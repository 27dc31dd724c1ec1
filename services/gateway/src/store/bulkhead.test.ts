import { expect, test } from 'bun:test';
import type { ServiceName } from '@plat/contracts';
import type { Capacity, ServiceRequest, Transport } from '@plat/kit';
import { dataServiceBulkhead } from './bulkhead.ts';

const to = (service: ServiceName): ServiceRequest => ({ service, method: 'GET', path: '/internal/x' });

test('accounts stays reachable while many requests wait for slow services, and all of them finish', async () => {
  const slow: Array<PromiseWithResolvers<Response>> = [];
  let capacity = (): Capacity => ({ inUse: 0 });
  const answering: Transport = ({ service }) => {
    if (service === 'accounts') return Promise.resolve(new Response('verified'));
    const answer = Promise.withResolvers<Response>();
    slow.push(answer);
    return answer.promise;
  };
  const transport = dataServiceBulkhead(answering, 8, (look) => {
    capacity = look;
  });
  const answers = Array.from({ length: 20 }, (_, index) => transport(to(index % 2 === 0 ? 'geo' : 'investors')));
  expect(slow).toHaveLength(6);
  expect(capacity()).toEqual({ max: 6, inUse: 6, waiting: 14 });
  expect(await (await transport(to('accounts'))).text()).toBe('verified');
  slow[0]!.reject(new Error('connection lost'));
  slow[1]!.resolve(new Response('found'));
  const outcomes = Promise.allSettled(answers);
  while (slow.length < 8) await Bun.sleep(1);
  for (let next = 2; next < 20; next++) {
    while (slow.length <= next) await Bun.sleep(1);
    slow[next]!.resolve(new Response('found'));
  }
  const statuses = (await outcomes).map(({ status }) => status);
  expect(statuses.filter((status) => status === 'rejected')).toHaveLength(1);
  expect(slow).toHaveLength(20);
  expect(capacity()).toEqual({ max: 6, inUse: 0, waiting: 0 });
});
