/** Copied beside the bundle; the import gives its URL. */
declare module 'maplibre-gl/dist/maplibre-gl-worker.mjs' {
  const url: string;
  export default url;
}
