/** Ranks candidates by score, and reserves one of every six positions for newcomers. */
import type { MatchWeights } from '@marquee/validation';
import {
  isEligible,
  scoreWithShares,
  computePartShares,
  sumScore,
  type DatedMatchQuery,
  type Candidate,
  type MatchScore,
} from './score.ts';

/** Maximum number of creators that a page lists for one brief. */
export const MAX_MATCHES = 24;
/** One in this many positions is reserved for a newcomer. */
export const NEWCOMER_SLOT_INTERVAL = 6;
/** Creators with fewer completed bookings are newcomers. */
export const NEWCOMER_BOOKINGS_THRESHOLD = 3;
/** A newcomer needs at least this percentage of the best score to get a reserved position. */
export const NEWCOMER_MIN_SCORE_PERCENT = 75;

export type ScoredCandidate<C extends Candidate> = C & { match: MatchScore };

/** A candidate with a position in the list. `isKept` is true for a newcomer in a reserved position. */
export type PlacedCandidate<C extends Candidate> = ScoredCandidate<C> & { isKept: boolean };

export const isNewcomer = ({ completed }: Pick<Candidate, 'completed'>): boolean =>
  completed < NEWCOMER_BOOKINGS_THRESHOLD;

/**
 * Ranks eligible creators by score, each with only their best package. If scores are equal, the lower price comes
 * first, then the faster delivery, then the more proven work.
 */
export function rankCandidates<C extends Candidate>(
  query: DatedMatchQuery,
  candidates: readonly C[],
  weights: MatchWeights,
): ScoredCandidate<C>[] {
  const shares = computePartShares(query, weights);
  // Keep only each creator's best package, so that less has to be sorted.
  const best = new Map<string, CandidateSum<C>>();
  for (const candidate of candidates) {
    if (!isEligible(query, candidate)) continue;
    const sum = { candidate, score: sumScore(query, candidate, shares) };
    const other = best.get(candidate.id);
    if (other === undefined || compareCandidates(sum, other) < 0) best.set(candidate.id, sum);
  }
  return [...best.values()]
    .toSorted(compareCandidates)
    .map(({ candidate }) => ({ ...candidate, match: scoreWithShares(query, candidate, shares) }));
}

interface CandidateSum<C> {
  candidate: C;
  score: number;
}

const compareCandidates = (one: CandidateSum<Candidate>, other: CandidateSum<Candidate>): number =>
  other.score - one.score ||
  one.candidate.totalCents - other.candidate.totalCents ||
  one.candidate.deliveryDays - other.candidate.deliveryDays ||
  other.candidate.matchRank - one.candidate.matchRank ||
  (one.candidate.id + one.candidate.packageId < other.candidate.id + other.candidate.packageId ? -1 : 1);

/**
 * Computes a pseudorandom hash of a day and a creator's id (FNV-1a, 32 bits). It determines which newcomers get the
 * reserved positions on that day.
 */
export function computeTurn(day: string, id: string): number {
  const text = `${day}:${id}`;
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // Mix the last characters into the high bits.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Caches the order of the newcomers, which is needed several times per ranking. */
const turnsByRanking = new WeakMap<readonly Candidate[], { day: string; turns: readonly Candidate[] }>();

/** Lists the newcomers that reach the minimum score, in the order in which they get reserved positions on `day`. */
function listNewcomerTurns<C extends Candidate>(
  ranked: readonly ScoredCandidate<C>[],
  day: string,
): readonly ScoredCandidate<C>[] {
  const before = turnsByRanking.get(ranked);
  if (before?.day === day) return before.turns as readonly ScoredCandidate<C>[];
  const best = ranked[0]?.match.score ?? 0;
  const turns = ranked
    .filter((each) => isNewcomer(each) && each.match.score * 100 >= best * NEWCOMER_MIN_SCORE_PERCENT)
    .map((each) => ({ each, turn: computeTurn(day, each.id) }))
    .toSorted((one, other) => one.turn - other.turn || (one.each.id < other.each.id ? -1 : 1))
    .map(({ each }) => each);
  turnsByRanking.set(ranked, { day, turns });
  return turns;
}

/**
 * Returns the first `most` positions. Every sixth position is for the next newcomer, unless there is already a
 * newcomer in the five positions before it. If `keepsPlaces` is false, positions depend only on the score, so that
 * both orders can be compared.
 */
export function placeCandidates<C extends Candidate>(
  ranked: readonly ScoredCandidate<C>[],
  { day, most = MAX_MATCHES, keepsPlaces = true }: { day: string; most?: number; keepsPlaces?: boolean },
): PlacedCandidate<C>[] {
  const turns = keepsPlaces ? listNewcomerTurns(ranked, day) : [];
  const takenIds = new Set<string>();
  const places: PlacedCandidate<C>[] = [];
  while (places.length < Math.min(most, ranked.length)) {
    const before = places.slice(-(NEWCOMER_SLOT_INTERVAL - 1));
    const isNewcomersPlace =
      places.length % NEWCOMER_SLOT_INTERVAL === NEWCOMER_SLOT_INTERVAL - 1 && !before.some(isNewcomer);
    const newcomer = isNewcomersPlace ? turns.find(({ id }) => !takenIds.has(id)) : undefined;
    const next = newcomer ?? ranked.find(({ id }) => !takenIds.has(id));
    if (next === undefined) break;
    takenIds.add(next.id);
    places.push({ ...next, isKept: newcomer !== undefined });
  }
  return places;
}

/**
 * Returns the candidates that a page needs to rank again when the user changes the weights. These are the candidates
 * that it lists now, those with the best scores, and the next newcomers.
 */
export function listShownCandidates<C extends Candidate>(
  ranked: readonly ScoredCandidate<C>[],
  day: string,
): ScoredCandidate<C>[] {
  const ids = new Set([
    ...placeCandidates(ranked, { day }).map(({ id }) => id),
    ...ranked.slice(0, MAX_MATCHES).map(({ id }) => id),
    ...listNewcomerTurns(ranked, day)
      .slice(0, MAX_MATCHES / NEWCOMER_SLOT_INTERVAL)
      .map(({ id }) => id),
  ]);
  return ranked.filter(({ id }) => ids.has(id));
}
