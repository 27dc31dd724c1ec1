export { investorCompsRoute } from './routes/investor-comps.ts';
export { marketComps } from './store/market-comps.ts';
