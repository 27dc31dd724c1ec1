import type * as MapLibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs' with { type: 'file' };
import { MAP_CSS } from './map-css.ts';

let loaded: Promise<typeof MapLibre> | undefined;

/** Loads MapLibre once, when a map is first shown. A failed load is tried again by the next map. */
export function loadGl(): Promise<typeof MapLibre> {
  loaded ??= import('maplibre-gl').then((gl) => {
    // A worker of this origin needs no more than worker-src 'self' of the content security policy.
    gl.setWorkerUrl(new URL(workerUrl, document.baseURI).href);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(MAP_CSS);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return gl;
  });
  loaded.catch(() => {
    loaded = undefined;
  });
  return loaded;
}
