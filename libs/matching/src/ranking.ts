/** Who stands where: by score, with a place of every six kept for newcomers. */
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

/** How many creators a brief is answered with. */
export const MAX_MATCHES = 24;
/** Of this many places in a row one is a newcomer's. */
export const NEWCOMER_SLOT_INTERVAL = 6;
/** Whoever has completed fewer bookings is a newcomer. */
export const NEWCOMER_BOOKINGS_THRESHOLD = 3;
/** A newcomer gets a kept place with at least so many hundredths of what the best match scores. */
export const NEWCOMER_MIN_SCORE_PERCENT = 75;

/** A candidate with its score. */
export type ScoredCandidate<C extends Candidate> = C & { match: MatchScore };

/** A candidate in its place. `isKept`: the place is kept for newcomers, the score alone would not have led there. */
export type PlacedCandidate<C extends Candidate> = ScoredCandidate<C> & { isKept: boolean };

export const isNewcomer = ({ completed }: Pick<Candidate, 'completed'>): boolean =>
  completed < NEWCOMER_BOOKINGS_THRESHOLD;

/**
 * Those who are eligible, the highest score first, each creator once with the package that scores best. Where scores
 * are the same, who costs less, delivers sooner, or has the more proven work, in this order.
 */
export function rankCandidates<C extends Candidate>(
  asked: DatedMatchQuery,
  candidates: readonly C[],
  weights: MatchWeights,
): ScoredCandidate<C>[] {
  const shares = computePartShares(asked, weights);
  // Only a creator's best package is put in order.
  const best = new Map<string, CandidateSum<C>>();
  for (const candidate of candidates) {
    if (!isEligible(asked, candidate)) continue;
    const sum = { candidate, score: sumScore(asked, candidate, shares) };
    const other = best.get(candidate.id);
    if (other === undefined || compareCandidates(sum, other) < 0) best.set(candidate.id, sum);
  }
  return [...best.values()]
    .toSorted(compareCandidates)
    .map(({ candidate }) => ({ ...candidate, match: scoreWithShares(asked, candidate, shares) }));
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
 * A number of a text that looks like chance and is always the same (FNV-1a, 32 bits): whose turn it is on a day.
 */
export function computeTurn(day: string, id: string): number {
  const text = `${day}:${id}`;
  let hash = 0x811c9dc5;
  // Days and ids are ASCII: each unit is a character.
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // The last characters reach the high bits only here.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Asked several times of the same order. */
const turnsByRanking = new WeakMap<readonly Candidate[], { day: string; turns: readonly Candidate[] }>();

/** The newcomers who reach the floor, in the order of the day's turns. */
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
 * The first `most` places. Every sixth is a newcomer's whose turn it is, when the five before have none. `keepsPlaces`
 * false: by score alone, to compare with.
 */
export function placeCandidates<C extends Candidate>(
  ranked: readonly ScoredCandidate<C>[],
  { day, most = MAX_MATCHES, keepsPlaces = true }: { day: string; most?: number; keepsPlaces?: boolean },
): PlacedCandidate<C>[] {
  const turns = keepsPlaces ? listNewcomerTurns(ranked, day) : [];
  const taken = new Set<string>();
  const places: PlacedCandidate<C>[] = [];
  while (places.length < Math.min(most, ranked.length)) {
    const before = places.slice(-(NEWCOMER_SLOT_INTERVAL - 1));
    const isNewcomersPlace =
      places.length % NEWCOMER_SLOT_INTERVAL === NEWCOMER_SLOT_INTERVAL - 1 && !before.some(isNewcomer);
    const newcomer = isNewcomersPlace ? turns.find(({ id }) => !taken.has(id)) : undefined;
    const next = newcomer ?? ranked.find(({ id }) => !taken.has(id));
    if (next === undefined) break;
    taken.add(next.id);
    places.push({ ...next, isKept: newcomer !== undefined });
  }
  return places;
}

/**
 * What a page needs to place the creators itself under other weights: those of its places, the best by score, and the
 * newcomers whose turn is next.
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
