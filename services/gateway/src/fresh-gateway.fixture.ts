import { afterAll, beforeEach } from 'bun:test';
import { startTestGateway } from './gateway.fixture.ts';

/** Of the current test. */
export let gateway = startTestGateway();

/** Gives each test of a file a gateway of its own. */
export function useGateway(): void {
  beforeEach(async () => {
    await gateway.close();
    gateway = startTestGateway();
  });
  afterAll(() => gateway.close());
}
