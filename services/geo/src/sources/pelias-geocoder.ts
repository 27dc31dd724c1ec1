import { AppError } from '@plat/kit';
import { stateOfZip } from '@plat/records';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { GeocodedAddress, Geocoder } from '../domain/ports.ts';

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

export interface PeliasOptions {
  /** Base URL of a Pelias-compatible service, without `/v1`. */
  baseUrl: string;
  fetch?: Fetch;
  timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 3_000;
/** Layers precise enough to search around; a county or state does not match an address. */
const LAYERS = 'address,street,venue,postalcode,locality';

/** The fields used from Pelias' GeoJSON response (https://github.com/pelias/documentation/blob/master/response.md). */
const Answer = Type.Object({
  features: Type.Array(
    Type.Object({
      geometry: Type.Object({ coordinates: Type.Tuple([Type.Number(), Type.Number()]) }),
      properties: Type.Object({
        label: Type.String({ minLength: 1 }),
        confidence: Type.Optional(Type.Number()),
        region_a: Type.Optional(Type.String()),
        postalcode: Type.Optional(Type.String()),
      }),
    }),
  ),
});

/** A geocoder client for Pelias' `/v1/search`. One request per address, US only, no retry. */
export function peliasGeocoder({
  baseUrl,
  fetch: send = fetch,
  timeoutMs = DEFAULT_TIMEOUT_MS,
}: PeliasOptions): Geocoder {
  return {
    async geocode(address, signal) {
      const url = new URL(`${baseUrl.replace(/\/+$/, '')}/v1/search`);
      url.search = new URLSearchParams({
        text: address,
        size: '1',
        'boundary.country': 'USA',
        layers: LAYERS,
      }).toString();
      const timeout = AbortSignal.timeout(timeoutMs);
      const answer = await read(send, url.href, signal === undefined ? timeout : AbortSignal.any([signal, timeout]));
      const [feature] = answer.features;
      return feature === undefined ? null : toGeocoded(feature);
    },
  };
}

async function read(send: Fetch, url: string, signal: AbortSignal): Promise<Static<typeof Answer>> {
  try {
    const response = await send(url, { signal, headers: { accept: 'application/json' }, redirect: 'error' });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return Value.Decode(Answer, await response.json());
  } catch (cause) {
    throw new AppError('UPSTREAM_ERROR', 'The address lookup failed; it is safe to try again', { cause });
  }
}

function toGeocoded(feature: Static<typeof Answer>['features'][number]): GeocodedAddress | null {
  const [longitude, latitude] = feature.geometry.coordinates;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  const { label, confidence, region_a, postalcode } = feature.properties;
  return {
    address: label,
    latitude,
    longitude,
    confidence: Math.min(1, Math.max(0, confidence ?? 0.5)),
    region: region_a ?? (postalcode === undefined ? null : stateOfZip(postalcode)),
  };
}
