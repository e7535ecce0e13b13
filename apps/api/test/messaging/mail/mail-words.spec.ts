/** Tests what every kind of email says, with names of ordinary length. */
import { SIDES, type EventKind, type Side } from '@marquee/booking';
import { describe, expect, it } from 'vitest';
import { EMAILS_BY_EVENT } from '../../../src/modules/messaging/mail/events.templates.ts';
import {
  renderMail,
  renderNotification,
  type MailDataByKind,
  type MailKind,
  type NonEventMailDataByKind,
} from '../../../src/modules/messaging/mail/mail.templates.ts';
import type { EventMailDataByKind } from '../../../src/modules/messaging/mail-texts/events.words.ts';

const NOW = new Date('2026-11-25T18:37:00.000Z');
const SOON = '2026-11-28T18:37:00.000Z';
const LATER = '2026-12-05T18:37:00.000Z';
const CREATOR = 'Alexandra Lindqvist-Moreau';
const BRAND = 'Northwind Coffee Roasters Inc.';
const PACKAGE = 'Three Instagram Reels and a set of stories';
const TEXT = 'A text that the other side wrote';
const URL = 'https://marquee.example';

const BOOKING = {
  bookingId: 'b1',
  packageName: PACKAGE,
  creatorName: CREATOR,
  brandName: BRAND,
  priceCents: 48_900,
  totalCents: 56_235,
  acceptBy: SOON,
  dueAt: LATER,
  releaseAt: SOON,
  cancelReason: null,
  declineReason: null,
  moveNote: TEXT,
  deliveryNote: TEXT,
  deliveryLinks: ['https://example.com/reel'],
  startBy: SOON,
  deliveryDays: 5,
} as const;
const AGENCY = { name: BRAND, shareBps: 1500, cents: 4_500 };
const SPLIT = { creatorCents: 30_000, feeCents: 4_500, refundCents: 21_735 };
const DISPUTE = { disputeId: 'd1' };
const DELIVERABLE = { title: 'Reel 1: launch day teaser', number: 2 };

type Sample<K extends EventKind> = Partial<EventMailDataByKind[K]> & { event: EventMailDataByKind[K]['event'] };

/** An example of every event that has an email. */
const EVENTS: { [K in EventKind]: readonly Sample<K>[] } = {
  'booking.requested': [],
  'booking.request_approved': [],
  'booking.ordered': [],
  'booking.approved': [],
  'dispute.unanswered': [],
  'publication.removed': [],
  'publication.picture_added': [],
  'publication.picture_removed': [],
  'payment.voided': [],
  'payment.release_decided': [],
  'payment.refund_decided': [],
  'payment.split_decided': [],
  'payment.surplus_found': [],
  'payment.surplus_refunded': [],
  'booking.moved': [
    { event: { from: 'accepted', to: 'in_progress' }, actor: 'creator' },
    { event: { from: 'in_progress', to: 'completed' }, actor: 'creator' },
    {
      event: { from: 'pending', to: 'cancelled' },
      actor: 'creator',
      cancelReason: 'declined',
      declineReason: 'no_time',
    },
  ],
  'booking.withdrawn': [{ event: { from: 'pending' }, actor: 'brand', cancelReason: 'withdrawn' }],
  'booking.lapsed': [
    { event: { from: 'pending', reason: 'not_accepted' }, cancelReason: 'not_accepted' },
    { event: { from: 'pending', reason: 'payment_failed' }, cancelReason: 'payment_failed' },
  ],
  'booking.payment_reminded': [{ event: { by: SOON } }],
  'payment.authorized': [{ event: { totalCents: 56_235 }, actor: 'brand' }],
  'payment.captured': [
    { event: { totalCents: 56_235 }, actor: 'creator' },
    { event: { totalCents: 56_235 }, actor: 'creator', needsProduct: true },
  ],
  'booking.acceptance_extended': [{ event: { acceptBy: SOON }, actor: 'brand' }],
  'booking.reminded': [
    { event: { day: 2, releaseAt: SOON, creatorCents: 48_900 } },
    { event: { day: 4, releaseAt: SOON, creatorCents: 48_900 } },
  ],
  'booking.answer_reminded': [
    { event: { of: 'order', side: 'creator', by: SOON } },
    { event: { of: 'cancellation', side: 'creator', by: SOON } },
    { event: { of: 'dispute', side: 'creator', by: SOON } },
    { event: { of: 'review', side: 'brand', by: SOON } },
  ],
  'booking.start_reminded': [{ event: { startBy: SOON, endsAt: LATER } }],
  'booking.overdue_reminded': [{ event: { endsAt: LATER }, dueAt: '2026-10-25T18:37:00.000Z' }],
  'booking.rights_reminded': [{ event: { rights: TEXT, endsAt: LATER } }],
  'delivery.sent': [{ event: DELIVERABLE }],
  'delivery.approved': [{ event: DELIVERABLE }],
  'delivery.changes_asked': [{ event: { ...DELIVERABLE, changeRequest: TEXT } }],
  'booking.due_moved': [{ event: { dueBefore: SOON, dueAt: LATER, hours: 74 } }],
  'delivery.planned': [{ event: { days: 3, last: '2026-12-05' } }],
  'shipment.addressed': [{ event: {} }],
  'shipment.sent': [{ event: { carrier: TEXT, tracking: TEXT } }],
  'shipment.arrived': [{ event: { dueAt: LATER } }, { event: { dueAt: null } }],
  'publication.added': [{ event: { link: 'https://example.com/p', publishedOn: '2026-11-24' } }],
  'publication.figures_reported': [{ event: { link: 'https://example.com/p', views: 12_000 } }],
  'booking.cancellation_asked': [
    { event: { reason: TEXT, answerBy: SOON }, actor: 'brand' },
    { event: { reason: TEXT, answerBy: SOON }, actor: 'creator' },
  ],
  'booking.cancellation_withdrawn': [{ event: {}, actor: 'brand' }],
  'booking.cancelled': [
    { event: { from: 'accepted', reason: 'agreed', refundCents: 56_235 }, actor: 'creator' },
    { event: { from: 'in_progress', reason: 'overdue', refundCents: 56_235 }, actor: 'brand' },
  ],
  'dispute.opened': [
    { event: { ...DISPUTE, kind: 'problem', desiredOutcome: 'redo', text: TEXT, answerBy: SOON }, actor: 'brand' },
    { event: { ...DISPUTE, kind: 'cancellation', desiredOutcome: null, text: TEXT, answerBy: SOON }, actor: 'creator' },
  ],
  'dispute.statement_added': [
    { event: { ...DISPUTE, text: TEXT, isAnswer: true }, actor: 'creator' },
    { event: { ...DISPUTE, text: TEXT, isAnswer: false }, actor: 'brand' },
  ],
  'dispute.split_offered': [{ event: { ...DISPUTE, ...SPLIT } }],
  'dispute.split_accepted': [{ event: { ...DISPUTE, ...SPLIT }, actor: 'brand' }],
  'dispute.refund_agreed': [{ event: { ...DISPUTE, refundCents: 56_235, status: 'completed' }, actor: 'creator' }],
  'dispute.withdrawn': [
    { event: { ...DISPUTE, kind: 'problem', releaseAt: SOON }, actor: 'brand' },
    { event: { ...DISPUTE, kind: 'cancellation', releaseAt: null }, actor: 'brand' },
  ],
  'dispute.decided': [
    { event: { ...DISPUTE, ...SPLIT, decision: 'split', reason: 'Half of it is right.', status: 'completed' } },
    { event: { ...DISPUTE, ...SPLIT, decision: 'refund', reason: 'It was late.', status: 'in_progress' } },
    { event: { ...DISPUTE, ...SPLIT, decision: 'release', reason: 'It is fine.', status: 'in_progress' } },
  ],
  'payment.refunded': [{ event: { refundCents: 56_235 } }],
  'payment.refund_returned': [{ event: { amountCents: 56_235 } }],
  'payment.refund_replaced': [{ event: { amountCents: 56_235 } }],
  'payment.charged_back': [{ event: { amountCents: 56_235 } }],
  'payment.chargeback_won': [{ event: { amountCents: 56_235 } }],
  'payment.chargeback_lost': [{ event: { amountCents: 56_235, lossCents: 0 }, cancelReason: 'charged_back' }],
  'payment.reversed': [{ event: { creatorCents: 48_900 } }],
  'payment.restored': [{ event: { creatorCents: 48_900 } }],
  'payment.release_blocked': [
    { event: { reason: 'payout_setup', creatorCents: 30_000, agency: AGENCY } },
    { event: { reason: 'payout_setup', creatorCents: 48_900 } },
    { event: { reason: 'payout_change', creatorCents: 48_900 } },
    { event: { reason: 'payment_check', creatorCents: 48_900 } },
    { event: { reason: 'payouts_frozen', creatorCents: 48_900 } },
  ],
  'payment.released': [
    { event: { creatorCents: 30_000, feeCents: 4_500, agency: AGENCY } },
    { event: { creatorCents: 48_900, feeCents: 7_335 } },
  ],
};

const OFFER = {
  offerId: 'o1',
  actorName: null,
  brandName: BRAND,
  creatorName: CREATOR,
  offerName: PACKAGE,
  endMessage: TEXT,
  priceCents: 48_900,
  deliveryDays: 5,
  until: SOON,
};
const REVIEW = { bookingId: 'b1', packageName: PACKAGE, reader: 'brand', fullName: BRAND, otherName: CREATOR } as const;
const SLOT = { fullName: BRAND, creatorName: CREATOR, packageName: PACKAGE, packageId: 'p1' };

const ORDER_REQUEST = {
  requestId: '0',
  memberName: CREATOR,
  creatorName: CREATOR,
  packageName: TEXT,
  totalCents: 56_235,
  approvalsNeeded: 2,
  expiresAt: SOON,
};

/** An example of every other email. */
const OTHERS: { [K in keyof NonEventMailDataByKind]: readonly NonEventMailDataByKind[K][] } = {
  verify_email: [{}],
  reset_password: [{ fullName: CREATOR }],
  password_changed: [{ fullName: CREATOR }],
  order_requested: [ORDER_REQUEST],
  orders_waiting: [
    { items: [ORDER_REQUEST], count: 1 },
    { items: [ORDER_REQUEST, ORDER_REQUEST], count: 3 },
  ],
  order_request_closed: [
    {
      requestId: '0',
      outcome: 'declined',
      memberName: BRAND,
      creatorName: CREATOR,
      packageName: TEXT,
      closingReason: TEXT,
    },
    {
      requestId: '0',
      outcome: 'expired',
      memberName: null,
      creatorName: CREATOR,
      packageName: TEXT,
      closingReason: '',
    },
    {
      requestId: '0',
      outcome: 'returned',
      memberName: null,
      creatorName: CREATOR,
      packageName: TEXT,
      closingReason: TEXT,
    },
  ],
  order_request_paid: [{ bookingId: '0', creatorName: CREATOR, packageName: TEXT, totalCents: 56_235 }],
  order_request_payable: [{ bookingId: '0', creatorName: CREATOR, packageName: TEXT, totalCents: 56_235 }],
  factor_added: [
    { fullName: CREATOR, factor: 'passkey', name: 'iCloud Keychain' },
    { fullName: CREATOR, factor: 'authenticator', name: 'Authenticator app' },
  ],
  factor_removed: [
    { fullName: CREATOR, factor: 'passkey', name: 'iCloud Keychain' },
    { fullName: CREATOR, factor: 'authenticator', name: 'Authenticator app' },
  ],
  recovery_codes_replaced: [{ fullName: CREATOR }],
  recovery_code_used: [
    { fullName: CREATOR, left: 9 },
    { fullName: CREATOR, left: 1 },
    { fullName: CREATOR, left: 0 },
  ],
  codes_blocked: [{ fullName: CREATOR }],
  new_sign_in: [
    { fullName: CREATOR, device: 'Chrome on Windows', place: 'Lisbon, Portugal', at: '2026-11-26T10:00:00.000Z' },
    { fullName: CREATOR, device: 'Unknown device', place: null, at: '2026-11-26T10:00:00.000Z' },
  ],
  change_email: [{ fullName: CREATOR }],
  email_change_asked: [{ fullName: CREATOR, email: 'new@example.test' }],
  email_changed: [{ fullName: CREATOR, email: 'new@example.test', wasConfirmed: true }],
  identity_connected: [{ fullName: CREATOR, label: 'Replit' }],
  workspace_changed: [
    { workspaceName: BRAND, memberName: null, action: 'invited jo@example.com as owner', effectiveAt: null },
    { workspaceName: BRAND, memberName: CREATOR, action: 'asked to make Jo an owner', effectiveAt: SOON },
  ],
  account_closed: [{ erasedAt: SOON }],
  payout_changed: [
    { change: 'bank_account', detail: '6789', heldUntil: SOON },
    { change: 'bank_added', detail: '6789', heldUntil: SOON },
    { change: 'country', detail: 'DE', heldUntil: SOON },
    { change: 'first_setup', detail: '6789', heldUntil: SOON },
  ],
  factor_reset_requested: [{ at: SOON }],
  factors_reset: [{}],
  workspace_return: (['requested', 'stopped', 'done'] as const).map((stage) => ({
    stage,
    workspaceName: BRAND,
    ownerName: CREATOR,
    dueAt: stage === 'requested' ? SOON : null,
  })),
  payouts_released: [{ isCreator: true }, { isCreator: false }],
  account_secured: [{ isCreator: true }, { isCreator: false }],
  workspace_invitation: [
    { subjectId: 's1', workspaceName: BRAND, inviterName: CREATOR, role: 'booker', expiresAt: SOON },
    { subjectId: 's1', workspaceName: BRAND, inviterName: BRAND, role: 'booker', expiresAt: SOON },
  ],
  guest_invited: [CREATOR, BRAND].map((inviterName) => ({
    subjectId: 's1',
    workspaceName: BRAND,
    inviterName,
    expiresAt: SOON,
  })),
  guest_code: [{ subjectId: 's1', codeId: 'c1', workspaceName: BRAND, minutes: 10 }],
  invitation_code: [{ subjectId: 's1', codeId: 'c1', workspaceName: BRAND, minutes: 10 }],
  guest_voted: (['approved', 'changes'] as const).map((vote) => ({
    bookingId: 'b1',
    guestName: CREATOR,
    deliverableTitle: PACKAGE,
    number: 2,
    vote,
  })),
  member_role_changed: [{ workspaceName: BRAND, role: 'approver' }],
  member_removed: [{ workspaceName: BRAND }],
  member_restored: [true, false].map((wasRemoved) => ({ workspaceName: BRAND, role: 'booker', wasRemoved })),
  card_changed: [
    { workspaceName: BRAND, memberName: CREATOR, card: 'Visa ending in 4242', change: 'added' },
    { workspaceName: BRAND, memberName: CREATOR, card: 'Visa ending in 4242', change: 'removed' },
    { workspaceName: BRAND, memberName: BRAND, card: 'Visa ending in 4242', change: 'added' },
  ],
  cards_removed: [
    { workspaceName: BRAND, cards: ['Visa ending in 4242'] },
    { workspaceName: BRAND, cards: ['Visa ending in 4242', 'Mastercard ending in 4444'] },
  ],
  account_suspended: [{ fullName: CREATOR, reason: 'Repeated spam' }],
  suspension_lifted: [{ fullName: CREATOR }],
  account_deleted: [{ fullName: CREATOR, wasConfirmed: true }],
  payout_returned: [{ fullName: CREATOR, amount: 48_900, currency: 'usd', failureCode: 'account_closed' }],
  contact_message: [
    { name: BRAND, email: 'a@b.test', company: BRAND, subject: PACKAGE, category: 'General Inquiry', message: TEXT },
  ],
  contact_received: [{ category: 'General Inquiry' }],
  contact_answer: [{ subjectId: 's1', reference: 'MQ-1042', category: 'General Inquiry', answer: 'Thank you.' }],
  contact_reply: [{ reference: 'MQ-1042', name: BRAND, email: 'a@b.test', subject: PACKAGE, message: TEXT }],
  report_decided: (['none', 'hidden', 'suspended'] as const).map((outcome) => ({
    fullName: BRAND,
    label: PACKAGE,
    outcome,
  })),
  moderation_decided: (['none', 'hidden', 'suspended'] as const).map((outcome) => ({
    subjectId: 's1',
    fullName: CREATOR,
    kind: 'package',
    label: PACKAGE,
    outcome,
    reason: 'It sells followers.',
  })),
  appeal_decided: (['upheld', 'reversed'] as const).map((outcome) => ({
    fullName: CREATOR,
    label: PACKAGE,
    outcome,
    reason: 'The rule applies.',
    isOwner: outcome === 'upheld',
    isAnew: outcome === 'reversed',
  })),
  proof_decided: (['confirmed', 'refused'] as const).map((outcome) => ({
    fullName: CREATOR,
    platform: 'Instagram',
    handle: '@alexandra',
    followers: 120_000,
    outcome,
    reason: 'The number is not readable.',
  })),
  slot_offered: [{ ...SLOT, until: SOON, priceCents: 48_900, formerPriceCents: 39_900 }],
  slot_expired: [SLOT],
  slot_gone: [SLOT],
  messages_unread: [1, 3].map((count) => ({
    fullName: BRAND,
    otherName: CREATOR,
    packageName: count === 1 ? null : PACKAGE,
    conversationId: 'c1',
    count,
  })),
  search_news: [
    {
      subjectId: 's1',
      fullName: BRAND,
      searches: [
        {
          name: 'Food creators in Chicago under $500',
          params: { q: 'food' },
          count: 4,
          creators: [{ fullName: CREATOR, packageName: PACKAGE, totalCents: 56_235 }],
        },
      ],
    },
  ],
  daily: [{ items: [{ text: TEXT, path: '/x', at: '2026-11-25T09:00:00.000Z' }], count: 3 }],
  review_invited: [{ ...REVIEW, until: LATER }],
  review_reminder: [{ ...REVIEW, until: LATER }],
  reviews_shown: ([['brand', 'creator'], ['brand'], ['creator']] as Side[][]).map((wrote) => ({
    ...REVIEW,
    creatorUsername: 'alexandra',
    wrote,
  })),
  offer_requested: [{ ...OFFER, reader: 'creator' }],
  offer_answered: [{ ...OFFER, reader: 'brand' }],
  offer_countered: [{ ...OFFER, reader: 'creator' }],
  offer_accepted: [{ ...OFFER, reader: 'brand' }],
  offer_ended: SIDES.map((reader) => ({ ...OFFER, reader })),
  offer_expired: SIDES.map((reader) => ({ ...OFFER, reader })),
  agency_invited: [{ agencyName: BRAND, actorName: null, shareBps: 1500 }],
  agency_agreed: [{ creatorName: CREATOR, actorName: null, shareBps: 1250 }],
  agency_ended: [
    { otherName: CREATOR, actorName: null, isToCreator: true, sunsetAt: null },
    { otherName: CREATOR, actorName: null, isToCreator: false, sunsetAt: null },
    { otherName: CREATOR, actorName: null, isToCreator: true, sunsetAt: LATER },
    { otherName: CREATOR, actorName: null, isToCreator: false, sunsetAt: LATER },
  ],
  agency_payout: (
    ['paid', 'reversed', 'restored', 'payout_setup', 'payout_change', 'payment_check', 'payouts_frozen'] as const
  ).map((state) => ({ state, amountCents: 2_985, packageName: PACKAGE, creatorName: CREATOR })),
  offer_gone: SIDES.map((reader) => ({ ...OFFER, reader })),
};

/** The emails about offers that no person causes. */
const UNSIGNED_OFFERS: ReadonlySet<string> = new Set(['offer_expired', 'offer_gone']);

interface Example {
  kind: MailKind;
  data: MailDataByKind[MailKind];
}

const EXAMPLES: readonly Example[] = [
  ...Object.entries(EVENTS).flatMap(([kind, samples]) => {
    const readers = EMAILS_BY_EVENT[kind as EventKind]?.readers;
    return samples.flatMap((sample) =>
      SIDES.filter(
        (side) => readers === 'both' || typeof readers === 'function' || readers === 'other' || readers === side,
      )
        // The side that causes an event does not get an email for the other side.
        .filter((side) => readers !== 'other' || side !== sample.actor)
        .filter((side) => typeof readers !== 'function' || side === readers(sample.event as never))
        .map(
          (viewer) =>
            ({ kind, data: { actor: null, actorName: null, ...BOOKING, viewer, ...sample } }) as unknown as Example,
        ),
    );
  }),
  ...Object.entries(OTHERS).flatMap(([kind, samples]) => samples.map((data) => ({ kind, data }) as unknown as Example)),
];

const place = { publicUrl: URL, link: `${URL}/link#token=t`, isStranger: false, timeZone: 'America/Chicago', now: NOW };
const named = EXAMPLES.map((example) => [example.kind, example] as const);

describe('an email', () => {
  it('has an example of every kind', () => {
    const kinds = new Set<string>(EXAMPLES.map(({ kind }) => kind));
    const silent = Object.entries(EMAILS_BY_EVENT).filter(([, rule]) => rule === null);
    expect(silent.filter(([kind]) => kinds.has(kind))).toEqual([]);
    expect(kinds.size + silent.length).toBe(Object.keys(EVENTS).length + Object.keys(OTHERS).length);
  });

  it.each(named)('%s has a subject under 60 characters, one link, and no placeholder', (_, example) => {
    const { subject, text } = renderMail(example, place);
    expect(subject.length, subject).toBeLessThan(60);
    const all = subject + text;
    expect(all).not.toMatch(/undefined|null|NaN|\[object|Invalid Date| {2}|\(\)|“”|\w\.\.(?!\.)/);
    expect(text).toMatch(/^.+\n\nHello/);
    expect(text.split('\n').filter((line) => line.startsWith(URL)).length).toBeLessThanOrEqual(1);
  });

  it.each(named)('%s names the time zone exactly once if it shows a time', (_, example) => {
    const { text } = renderMail(example, place);
    const hasTime = /\d:\d\d [AP]M/.test(text);
    expect(text.match(/Central Time/g)?.length ?? 0).toBe(hasTime ? 1 : 0);
    for (const [time] of text.matchAll(/[A-Z][a-z]{2} \d+, \d+:\d\d [AP]M.{0,20}/g))
      expect(time).toMatch(/^[A-Z][a-z]{2} \d+, \d+:\d\d [AP]M \((in \d+ \w+|\d+ \w+ ago)\)/);
  });

  it.each(named)('%s contains no text of other users if the address is not confirmed', (kind, example) => {
    // Staff get the first two. Invitations name the workspace and the member who invites.
    if (/^(contact_message|contact_reply|workspace_invitation|invitation_code|guest_invited|guest_code)$/.test(kind))
      return;
    const { subject, text, html } = renderMail(example, { ...place, isStranger: true });
    for (const word of ['Alexandra', 'Northwind', 'Three Instagram', TEXT, 'launch day', 'example.com', 'alexandra'])
      expect(subject + text + html).not.toContain(word);
    expect(subject + text).not.toMatch(/“the |the creator’s the |“…”|ending in 4\d{3}/);
  });

  const isOwnSide = (data: object) => 'viewer' in data && 'actor' in data && data.viewer === data.actor;

  const withColleague = EXAMPLES.filter(({ data }) => isOwnSide(data)).flatMap(({ kind, data }) =>
    ['Anna Bell', CREATOR].map(
      (actorName) => [kind, actorName, { kind, data: { ...data, actorName } } as Example] as const,
    ),
  );

  it.each(withColleague)('%s names the colleague who acted for the recipient, %s', (_, actorName, example) => {
    const { subject, text } = renderMail(example, place);
    expect(subject.length, subject).toBeLessThan(60);
    expect(text.replace(/^Hello .*/m, '')).toContain(actorName);
    expect(subject + text).not.toMatch(/\byou (?!received this)(\w+ed|gave|withdrew|wrote) /i);
  });

  const withActor = EXAMPLES.flatMap(({ kind, data }) =>
    'actorName' in data && !UNSIGNED_OFFERS.has(kind) && !isOwnSide(data)
      ? ['Anna at Northwind Coffee', `Anna at ${BRAND}`].map(
          (actorName) => [kind, actorName, { kind, data: { ...data, actorName } } as Example] as const,
        )
      : [],
  );

  it.each(withActor)('%s names the person who acted, %s', (_, actorName, example) => {
    const { subject, text } = renderMail(example, place);
    expect(subject.length, subject).toBeLessThan(60);
    expect(text).toContain(actorName);
    expect(text.match(/Done by/g)?.length ?? 0).toBeLessThanOrEqual(1);
    // Subjects never shorten the name, because a part of it would not say for which side Anna acted.
    if (subject.includes('Anna')) expect(subject).toContain(actorName);
    expect(renderMail(example, { ...place, isStranger: true }).text).not.toContain('Anna');
  });

  // The person who opened a workspace often has its name.
  const byFounder = EXAMPLES.filter(({ data }) => {
    const { workspaceName, inviterName, memberName }: Partial<Record<string, unknown>> = { ...data };
    return workspaceName === BRAND && [inviterName, memberName].includes(BRAND);
  }).map((example) => [example.kind, example] as const);

  it.each(byFounder)('%s names the workspace once in a sentence if the person who acted has its name', (_, example) => {
    const { subject, text } = renderMail(example, place);
    for (const sentence of [subject, ...text.split(/\n|(?<!Inc)\. /)])
      expect(sentence.split('Northwind').length - 1, sentence).toBeLessThanOrEqual(1);
  });

  it('greets no recipient by the name of the other side', () => {
    for (const { kind, data } of EXAMPLES) {
      const { fullName, viewer, reader } = { ...data } as Partial<Record<string, string>>;
      const side = viewer ?? reader;
      const name = fullName ?? (side === 'brand' ? BRAND : side === 'creator' ? CREATOR : undefined);
      const { text } = renderMail({ kind, data }, place);
      expect(text.split('\n')[2], kind).toBe(name === undefined ? 'Hello,' : `Hello ${name},`);
    }
  });

  it('tells two bookings with the same person apart', () => {
    for (const example of EXAMPLES.filter(({ kind }) => kind.includes('.'))) {
      const other = { ...example, data: { ...example.data, packageName: 'A podcast ad' } } as Example;
      expect(renderMail(other, place).subject).not.toBe(renderMail(example, place).subject);
    }
  });
});

describe('a notification', () => {
  it.each(named)('%s has the subject of the email as its text', (_, example) => {
    expect(renderNotification(example, place).subject).toBe(renderMail(example, place).subject);
  });
});
