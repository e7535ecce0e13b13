/**
 * Matches creators to a brief: the score with its parts, and the ranking. The page and the server use the same
 * functions.
 */
export * from './score.ts';
export * from './ranking.ts';
