import type { MapTheme, PointKind } from './types.ts';

export interface Palette {
  water: string;
  land: string;
  /** Land with homes. */
  builtUp: string;
  county: string;
  state: string;
  square: string;
  parcel: string;
  /** Land without a home. */
  vacant: string;
  street: string;
  streetEdge: string;
  text: string;
  halo: string;
  ring: string;
  ringFill: string;
  selected: string;
  onPoint: string;
  edge: string;
  /** From few to many deals. */
  heat: readonly [string, string, string, string];
  kinds: Readonly<Record<PointKind, string>>;
}

const LIGHT: Palette = {
  water: '#dfe7ea',
  land: '#f6f4f0',
  builtUp: '#e9e4db',
  county: '#dcd7cf',
  state: '#bdb6ab',
  square: '#a0957f',
  parcel: '#a79b86',
  vacant: '#b9cba6',
  street: '#ffffff',
  streetEdge: '#d6cfc3',
  text: '#6b655d',
  halo: '#f9f8f5',
  ring: '#0d6b52',
  ringFill: '#0d6b52',
  selected: '#1c1b19',
  onPoint: '#ffffff',
  edge: '#ffffff',
  heat: ['rgba(13,107,82,0)', '#bfe0cf', '#f0b775', '#c2541d'],
  kinds: { flip: '#0d6b52', rental: '#a8551a', comp: '#2360a5', renovated: '#0d6b52', deal: '#2360a5' },
};

const DARK: Palette = {
  water: '#0d1116',
  land: '#15171a',
  builtUp: '#1e2125',
  county: '#2a2e33',
  state: '#454b52',
  square: '#666c75',
  parcel: '#6c727b',
  vacant: '#3f4a3c',
  street: '#343941',
  streetEdge: '#16181b',
  text: '#a8a49d',
  halo: '#131517',
  ring: '#58c9a3',
  ringFill: '#58c9a3',
  selected: '#ffffff',
  onPoint: '#0b0d0f',
  edge: '#111214',
  heat: ['rgba(88,201,163,0)', '#1f5a49', '#c98a45', '#ffcf8a'],
  kinds: { flip: '#58c9a3', rental: '#e39a5b', comp: '#7fb6f2', renovated: '#58c9a3', deal: '#7fb6f2' },
};

export const paletteOf = (theme: MapTheme): Palette => (theme === 'dark' ? DARK : LIGHT);
