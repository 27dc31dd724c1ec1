/**
 * The rules of MapLibre's sheet that this map needs. The whole one has 70 kB, and its icons are data URLs that the
 * content security policy would have to allow. Constructed sheets need no 'unsafe-inline'.
 */
export const MAP_CSS = `
.maplibregl-map { position: absolute; inset: 0; overflow: hidden; -webkit-tap-highlight-color: transparent; }
.maplibregl-canvas-container { position: absolute; inset: 0; }
.maplibregl-canvas { position: absolute; left: 0; top: 0; }
.maplibregl-canvas:focus-visible { outline: 2px solid var(--color-accent); outline-offset: -3px; }
.maplibregl-canvas-container.maplibregl-interactive { cursor: grab; user-select: none; touch-action: none; }
.maplibregl-canvas-container.maplibregl-interactive:active { cursor: grabbing; }
.maplibregl-canvas-container.plat-over-point { cursor: pointer; }
.maplibregl-marker { position: absolute; top: 0; left: 0; will-change: transform; }
.plat-subject { width: 18px; height: 18px; border-radius: 50%; background: var(--color-ink);
  border: 3px solid var(--color-surface); box-shadow: 0 0 0 2px var(--color-ink), 0 2px 8px rgb(0 0 0 / .35);
  pointer-events: none; }
.plat-handle { width: 28px; height: 28px; padding: 0; border: 0; border-radius: 50%; background: transparent;
  cursor: ew-resize; touch-action: none; display: grid; place-items: center; }
.plat-handle::before { content: ""; width: 14px; height: 14px; border-radius: 50%; background: var(--color-surface);
  border: 3px solid var(--color-accent); box-shadow: 0 1px 4px rgb(0 0 0 / .3); }
.plat-handle:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 0; }
.plat-handle-text { position: absolute; left: 100%; top: 50%; transform: translateY(-50%); white-space: nowrap;
  padding: 1px 6px; border-radius: 4px; background: var(--color-surface); color: var(--color-ink);
  border: 1px solid var(--color-line); font: 500 11px/16px var(--font-sans); font-variant-numeric: tabular-nums; }
@media print { .plat-handle { display: none; } }
`;
