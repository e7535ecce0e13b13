import { describe, expect, it } from 'vitest';
import {
  findAgreedVersion,
  findLiveVersion,
  OFFER_LIMITS,
  computeOfferEndsAt,
  findOfferRefusal,
  computePayableUntil,
  type OfferAction,
  type OfferFacts,
  type OfferRefusal,
  type OfferVersionFacts,
} from './offers.ts';
import type { Side } from './states.ts';
import { DAY_MS } from './windows.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS).toISOString();
const version = (id: string, side: Side, more: Partial<OfferVersionFacts> = {}): OfferVersionFacts => ({
  id,
  side,
  expiresAt: inDays(7),
  supersededAt: null,
  acceptedAt: null,
  ...more,
});
const offer = (versions: OfferVersionFacts[] = [], more: Partial<OfferFacts> = {}): OfferFacts => ({
  endedAt: null,
  isBooked: false,
  versions,
  ...more,
});
const propose: OfferAction = { do: 'propose' };
const end: OfferAction = { do: 'end' };
const accept = (versionId: string): OfferAction => ({ do: 'accept', versionId });

const answered = version('c1', 'creator');
const countered = version('b1', 'brand');
const old = version('c0', 'creator', { supersededAt: inDays(-1) });
const over = version('c2', 'creator', { expiresAt: inDays(0) });
const agreed = version('b2', 'brand', { acceptedAt: inDays(-1) });
const six = (side: Side) =>
  Array.from({ length: 6 }, (_, at) => version(`${side}${at}`, side, at < 5 ? { supersededAt: inDays(-1) } : {}));

describe('what a side may do with an offer', () => {
  it.each<[string, OfferAction, OfferFacts, Side, OfferRefusal | null]>([
    ['a creator answers what was asked', propose, offer(), 'creator', null],
    ['a brand waits for the answer', propose, offer(), 'brand', 'OFFER_NOT_ANSWERED'],
    ['a brand counters an answer', propose, offer([answered]), 'brand', null],
    ['a brand counters an answer that has expired', propose, offer([over]), 'brand', null],
    ['a creator answers again', propose, offer([answered, countered]), 'creator', null],
    ['six versions are all', propose, offer(six('creator')), 'creator', 'OFFER_VERSIONS_SPENT'],
    ['the other side has six of its own', propose, offer(six('creator')), 'brand', null],
    ['who has agreed proposes nothing', propose, offer([answered, agreed]), 'creator', 'OFFER_AGREED'],
    ['neither does the brand', propose, offer([answered, agreed]), 'brand', 'OFFER_AGREED'],
    ['a brand accepts the answer', accept('c1'), offer([answered]), 'brand', null],
    ['the answer stays acceptable after a counter', accept('c1'), offer([answered, countered]), 'brand', null],
    ['an answer that was replaced is not accepted', accept('c0'), offer([old, answered]), 'brand', 'OFFER_CHANGED'],
    ['nor is one whose time is over', accept('c2'), offer([over]), 'brand', 'OFFER_EXPIRED'],
    ['a creator does not accept its own', accept('c1'), offer([answered]), 'creator', 'OFFER_NOT_YOURS'],
    [
      'a brand does not pay a counter of its own',
      accept('b1'),
      offer([answered, countered]),
      'brand',
      'OFFER_NOT_YOURS',
    ],
    ['a creator accepts the counter', accept('b1'), offer([answered, countered]), 'creator', null],
    ['once', accept('b2'), offer([answered, agreed]), 'creator', 'OFFER_AGREED'],
    ['what the creator accepted is paid', accept('b2'), offer([answered, agreed]), 'brand', null],
    ['a version of another offer is none', accept('x'), offer([answered]), 'brand', 'OFFER_NOT_FOUND'],
    ['both may end it: the creator', end, offer(), 'creator', null],
    ['both may end it: the brand', end, offer([answered, agreed]), 'brand', null],
    ['what has ended has ended', end, offer([], { endedAt: inDays(-1) }), 'brand', 'OFFER_ENDED'],
    ['also for who wants to accept', accept('c1'), offer([answered], { endedAt: inDays(0) }), 'brand', 'OFFER_ENDED'],
    ['what is paid is a booking', accept('c1'), offer([answered], { isBooked: true }), 'brand', 'OFFER_BOOKED'],
    ['and is not proposed again', propose, offer([answered], { isBooked: true }), 'creator', 'OFFER_BOOKED'],
  ])('%s', (_, action, facts, side, refusal) => {
    expect(findOfferRefusal(action, facts, side, NOW)).toBe(refusal);
  });
});

describe('the clocks of an offer', () => {
  it('gives the brand days to pay what the creator accepted at the last moment', () => {
    const late = version('b', 'brand', { expiresAt: inDays(0), acceptedAt: inDays(-0.001) });
    expect(computePayableUntil(late).getTime()).toBe(Date.parse(inDays(OFFER_LIMITS.acceptedDays - 0.001)));
    expect(findAgreedVersion([late], NOW)).toBe(late);
    expect(findAgreedVersion([late], new Date(inDays(3)))).toBeUndefined();
  });

  it('does not shorten a longer time by accepting', () => {
    expect(computePayableUntil(agreed).toISOString()).toBe(inDays(7));
  });

  it('has one live version a side', () => {
    expect(findLiveVersion([old, answered, countered], 'creator', NOW)).toBe(answered);
    expect(findLiveVersion([over], 'creator', NOW)).toBeUndefined();
  });

  it('ends a while after the last word, and not before what can still be accepted', () => {
    expect(computeOfferEndsAt(NOW, []).toISOString()).toBe(inDays(14));
    expect(computeOfferEndsAt(NOW, [version('c', 'creator', { expiresAt: inDays(30) })]).toISOString()).toBe(
      inDays(30),
    );
    const replaced = version('c', 'creator', { expiresAt: inDays(30), supersededAt: inDays(0) });
    expect(computeOfferEndsAt(NOW, [replaced, answered]).toISOString()).toBe(inDays(14));
  });
});
