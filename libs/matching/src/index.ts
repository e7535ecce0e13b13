/**
 * How creators are matched to a brief: the score with its parts, and who stands where. The page and the server ask the
 * same.
 */
export * from './score.ts';
export * from './ranking.ts';
