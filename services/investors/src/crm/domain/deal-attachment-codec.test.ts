import { expect, test } from 'bun:test';
import { exampleBuyer, exampleDeal } from '../../search/domain/examples.fixture.ts';
import { dealAttachmentCodec } from './deal-attachment-codec.ts';
import type { DealAttachment } from './ports.ts';

const ATTACHMENT: DealAttachment = {
  owner: '{"companyId":"company 1"}',
  searcher: { companyId: 'company 1', keyId: 'key 1', userId: null, realm: 'sample' },
  property: { propertyId: 1, address: '12 W Juniper Ave, Phoenix, AZ 85013', latitude: null, longitude: null },
  searchId: '0197c0de-0000-7000-8000-000000000001',
  buyers: [
    {
      buyerKey: 'a hash',
      buyerType: 'landlord',
      found: {
        deal: exampleDeal({ buyer: exampleBuyer() }),
        contact: null,
        lookupFailed: false,
        rank: 1,
        smartMatch: true,
      },
    },
  ],
  at: '2026-06-30T12:00:00.000Z',
};

test('reads back what it wrote, in the same order of fields', () => {
  const stored = JSON.parse(JSON.stringify(dealAttachmentCodec.encode(ATTACHMENT)));
  expect(stored.version).toBe(1);
  expect(JSON.stringify(dealAttachmentCodec.decode(stored))).toBe(JSON.stringify(ATTACHMENT));
});

test('reads a late deal that was stored without a version, live where it names no realm', () => {
  const { realm: _, ...searcher } = ATTACHMENT.searcher;
  const stored = { ...ATTACHMENT, searcher };
  expect(dealAttachmentCodec.decode(stored)).toEqual({ ...ATTACHMENT, searcher: { ...searcher, realm: 'live' } });
  expect(dealAttachmentCodec.decode(ATTACHMENT).searcher.realm).toBe('sample');
});
