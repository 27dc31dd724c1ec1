export { MarketMap } from './market-map.tsx';
export type { MapPoint, MarketMapProps, PointKind } from './types.ts';
