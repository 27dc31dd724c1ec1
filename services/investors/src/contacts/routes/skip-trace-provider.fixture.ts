import { HttpResponse, http, mockFetch } from '@plat/test-kit/mock-fetch';

export const PROVIDER = 'https://skiptrace.example.com/v1/batch';

interface Asked {
  id: string;
  name: string;
  is_entity: boolean;
}
/** Contacts of the provider, by owner name. */
const KNOWN: Record<string, { phones: string[]; landlines?: string[]; emails: string[]; first: string; last: string }> =
  {
    'ASHBROOK RUTH A': {
      first: 'RUTH',
      last: 'ASHBROOK',
      phones: ['6025550111', '6025550112'],
      landlines: ['6025550113'],
      emails: ['ruth@example.com'],
    },
    'HALF MILE RENTALS LLC': { first: 'Dee', last: 'Garland', phones: ['6025550121'], emails: ['dee@example.com'] },
  };
/** `isDown` makes every call fail. */
export const provider = { isDown: false };
/** The names of owners in each call, in order. */
export const batches: string[][] = [];
export const { fetch } = mockFetch(
  http.post(PROVIDER, async ({ request }) => {
    const { requests } = (await request.json()) as { requests: Asked[] };
    batches.push(requests.map(({ name }) => name));
    if (provider.isDown) return new HttpResponse(null, { status: 503 });
    return HttpResponse.json({
      results: requests.map(({ id, name }) => {
        const known = KNOWN[name];
        const phones = [
          ...(known?.phones ?? []).map((number) => ({ number, line_type: 'wireless' })),
          ...(known?.landlines ?? []).map((number) => ({ number, line_type: 'landline' })),
        ];
        return {
          id,
          first_name: known?.first ?? null,
          last_name: known?.last ?? null,
          phones,
          emails: known?.emails ?? [],
        };
      }),
    });
  }),
);
