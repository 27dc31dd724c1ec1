export { type HandMadeRows, serveHandMadeMarket } from '@plat/market/hand-made-market';
