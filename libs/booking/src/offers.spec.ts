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
import { DAY_MS } from '@marquee/time';

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

describe('the rules of an offer', () => {
  it.each<[string, OfferAction, OfferFacts, Side, OfferRefusal | null]>([
    ['let a creator answer a request', propose, offer(), 'creator', null],
    ['refuse a version by the brand before the creator has answered', propose, offer(), 'brand', 'OFFER_NOT_ANSWERED'],
    ['let a brand make a counteroffer', propose, offer([answered]), 'brand', null],
    ['let a brand make a counteroffer to an expired version', propose, offer([over]), 'brand', null],
    ['let a creator propose another version', propose, offer([answered, countered]), 'creator', null],
    ['refuse a seventh version', propose, offer(six('creator')), 'creator', 'OFFER_VERSIONS_SPENT'],
    ['count the versions of each side separately', propose, offer(six('creator')), 'brand', null],
    [
      'refuse a version by a creator who has accepted one',
      propose,
      offer([answered, agreed]),
      'creator',
      'OFFER_AGREED',
    ],
    [
      'refuse a version by the brand after the creator has accepted one',
      propose,
      offer([answered, agreed]),
      'brand',
      'OFFER_AGREED',
    ],
    ['let a brand accept the creator’s version', accept('c1'), offer([answered]), 'brand', null],
    [
      'let a brand accept the creator’s version after a counteroffer',
      accept('c1'),
      offer([answered, countered]),
      'brand',
      null,
    ],
    ['refuse to accept a replaced version', accept('c0'), offer([old, answered]), 'brand', 'OFFER_CHANGED'],
    ['refuse to accept an expired version', accept('c2'), offer([over]), 'brand', 'OFFER_EXPIRED'],
    ['refuse a creator who accepts their own version', accept('c1'), offer([answered]), 'creator', 'OFFER_NOT_YOURS'],
    [
      'refuse a brand that pays its own version before the creator accepted it',
      accept('b1'),
      offer([answered, countered]),
      'brand',
      'OFFER_NOT_YOURS',
    ],
    ['let a creator accept a counteroffer', accept('b1'), offer([answered, countered]), 'creator', null],
    ['refuse to accept a version twice', accept('b2'), offer([answered, agreed]), 'creator', 'OFFER_AGREED'],
    [
      'let a brand pay its own version after the creator accepted it',
      accept('b2'),
      offer([answered, agreed]),
      'brand',
      null,
    ],
    ['refuse a version of another offer', accept('x'), offer([answered]), 'brand', 'OFFER_NOT_FOUND'],
    ['let a creator decline', end, offer(), 'creator', null],
    ['let a brand withdraw', end, offer([answered, agreed]), 'brand', null],
    ['refuse to end an offer twice', end, offer([], { endedAt: inDays(-1) }), 'brand', 'OFFER_ENDED'],
    [
      'refuse to accept a version of an ended offer',
      accept('c1'),
      offer([answered], { endedAt: inDays(0) }),
      'brand',
      'OFFER_ENDED',
    ],
    [
      'refuse to accept a version of a paid offer',
      accept('c1'),
      offer([answered], { isBooked: true }),
      'brand',
      'OFFER_BOOKED',
    ],
    [
      'refuse another version of a paid offer',
      propose,
      offer([answered], { isBooked: true }),
      'creator',
      'OFFER_BOOKED',
    ],
  ])('%s', (_, action, facts, side, refusal) => {
    expect(findOfferRefusal(action, facts, side, NOW)).toBe(refusal);
  });
});

describe('the deadlines of an offer', () => {
  it('give the brand three days to pay a version that the creator accepted just before it expired', () => {
    const late = version('b', 'brand', { expiresAt: inDays(0), acceptedAt: inDays(-0.001) });
    expect(computePayableUntil(late).getTime()).toBe(Date.parse(inDays(OFFER_LIMITS.acceptedDays - 0.001)));
    expect(findAgreedVersion([late], NOW)).toBe(late);
    expect(findAgreedVersion([late], new Date(inDays(3)))).toBeUndefined();
  });

  it('do not become earlier when the creator accepts a version', () => {
    expect(computePayableUntil(agreed).toISOString()).toBe(inDays(7));
  });

  it('leave each side with at most one version that is neither replaced nor expired', () => {
    expect(findLiveVersion([old, answered, countered], 'creator', NOW)).toBe(answered);
    expect(findLiveVersion([over], 'creator', NOW)).toBeUndefined();
  });

  it('end the offer 14 days after the last activity, but not while a version can still be accepted', () => {
    expect(computeOfferEndsAt(NOW, []).toISOString()).toBe(inDays(14));
    expect(computeOfferEndsAt(NOW, [version('c', 'creator', { expiresAt: inDays(30) })]).toISOString()).toBe(
      inDays(30),
    );
    const replaced = version('c', 'creator', { expiresAt: inDays(30), supersededAt: inDays(0) });
    expect(computeOfferEndsAt(NOW, [replaced, answered]).toISOString()).toBe(inDays(14));
  });
});
