export { type HandMadeRows, serveHandMadeMarket } from '@plat/dataset/hand-made-market';
