/** Matches creators to a brief by score. The page and the server use the same functions. */
export * from './score.ts';
export * from './ranking.ts';
