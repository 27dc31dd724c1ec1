import { AppError } from '@plat/kit';

/** The base map of the operator, as a map shows it. */
export interface BaseMapSource {
  kind: 'pmtiles' | 'vector' | 'raster';
  url: string;
  attribution: string | null;
}

export interface BaseMapSettings {
  /** A PMTiles file of this machine, or the URL of one, or a template of tile URLs. */
  PLAT_BASE_MAP?: string;
  PLAT_BASE_MAP_ATTRIBUTION?: string;
}

const RASTER = /\.(png|jpe?g|webp|avif)(\?.*)?$/;
const isUrl = (text: string): boolean => /^https?:\/\//.test(text);

/** @param fileUrl path under which a file of this machine is served */
export function baseMapSource(
  { PLAT_BASE_MAP: given, PLAT_BASE_MAP_ATTRIBUTION }: BaseMapSettings,
  fileUrl: string,
): BaseMapSource | null {
  const attribution = PLAT_BASE_MAP_ATTRIBUTION ?? null;
  if (given === undefined) return null;
  if (!isUrl(given)) return { kind: 'pmtiles', url: fileUrl, attribution };
  if (given.includes('{z}')) return { kind: RASTER.test(given) ? 'raster' : 'vector', url: given, attribution };
  return { kind: 'pmtiles', url: given, attribution };
}

/** Origins that a page with this base map must be allowed to read. */
export const baseMapOrigins = ({ PLAT_BASE_MAP: given }: BaseMapSettings): string[] =>
  given !== undefined && isUrl(given) ? [new URL(given.replaceAll(/[{}]/g, '')).origin] : [];

/** The file of this machine; null for a URL. */
export const baseMapFile = ({ PLAT_BASE_MAP: given }: BaseMapSettings): string | null =>
  given === undefined || isUrl(given) ? null : given;

/** Largest part of a file in one answer; readers of PMTiles ask for far less. */
const MAX_PART_BYTES = 16 * 1024 * 1024;

/**
 * One range of bytes of a file, as readers of PMTiles ask for it; 416 for a range that it does not have
 * (RFC 9110, section 14).
 * @throws AppError NOT_FOUND without such a file, or without a range
 */
export async function respondWithRange(path: string, range: string | null): Promise<Response> {
  const file = Bun.file(path);
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '');
  if (asked === null || !(await file.exists())) throw new AppError('NOT_FOUND', 'There is no such part');
  const [from, to] = boundsOf(asked[1] ?? '', asked[2] ?? '', file.size);
  if (!(from <= to && from < file.size)) {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.size}` } });
  }
  const last = Math.min(to, file.size - 1, from + MAX_PART_BYTES - 1);
  const headers = {
    'content-type': 'application/octet-stream',
    'content-range': `bytes ${from}-${last}/${file.size}`,
    'accept-ranges': 'bytes',
    etag: `"${file.lastModified.toString(36)}-${file.size.toString(36)}"`,
  };
  return new Response(await file.slice(from, last + 1).arrayBuffer(), { status: 206, headers });
}

/** First and last byte of a range; without a first byte, the last number counts from the end. */
function boundsOf(from: string, to: string, size: number): [from: number, to: number] {
  if (from !== '') return [Number(from), to === '' ? size - 1 : Number(to)];
  return Number(to) === 0 ? [size, size] : [Math.max(0, size - Number(to)), size - 1];
}
