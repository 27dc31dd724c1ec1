export { ownersLinkedTo } from './domain/match-name.ts';
export type { OwnerAlias, OwnerBook } from './domain/owner-book.ts';
export { portfolioStatistics } from './domain/portfolio-statistics.ts';
export type { PortfolioDealFinder } from './domain/ports.ts';
