/** Creates the users and objects that the access matrix calls procedures with. */
import type { WorkspaceId } from '@marquee/contracts';
import { randomUUID } from 'node:crypto';
import { createHash } from 'node:crypto';
import { OFFER_LIMITS } from '@marquee/booking';
import type { SessionUser } from '../../src/core/ctx.ts';
import {
  createChoice,
  newAdmin,
  newAdminWithoutFactor,
  newAgent,
  newBooking,
  newBrand,
  newCreator,
  newPackage,
  newPayableCreator,
  newQuestions,
  newSavedCard,
  SAMPLE_CUSTOMER,
  type NewBookingOptions,
  newMember,
} from '../../src/demo/builders.ts';
import { WAITING_OWNER_ROLE } from '../../src/modules/identity/workspaces/ownership-changes.service.ts';
import { represent } from '../support/agencies.ts';
import { newContactMessage } from '../support/contact-messages.ts';
import type { Stack } from '../support/stack.ts';

export const OFFER_VERSION = {
  name: 'Three reels',
  scope: 'Three reels of 30 seconds, filmed outdoors.',
  features: ['Three reels'],
  price: '1200.00',
  deliveryDays: 10,
  expiryDays: OFFER_LIMITS.defaultExpiryDays as number,
};
export const REASON = 'The customer asked for it.';

export const BILLING = { legalName: 'Northwind Ltd', address: '1 Pier Road', country: 'GB', taxId: '' };

export type Fixtures = Awaited<ReturnType<typeof createFixtures>>;

/** Creates everything. Needs a running worker, which should be stopped afterwards. */
export async function createFixtures(stack: Stack) {
  const { deps } = stack;
  const creator = await newPayableCreator(deps, { fullName: 'Maya Lindqvist' });
  const brand = await newBrand(deps);
  const otherCreator = await newPayableCreator(deps, { fullName: 'Noor Haddad' });
  const otherBrand = await newBrand(deps, { fullName: 'Southgate Foods' });
  const staff = await newAdmin(deps);
  const staffWithoutFactor = await newAdminWithoutFactor(deps, { fullName: 'Alex Operator' });
  const suspended = await newBrand(deps, { fullName: 'Closed Shop' });
  const suspendable = await newBrand(deps, { fullName: 'Noisy Shop' });
  const [asCreator, asBrand, asStaff] = [stack.as(creator), stack.as(brand), stack.as(staff)];

  const packages = await createPackages(stack, creator, staff);
  const bookings = await createBookings(stack, creator, brand, packages.active);
  const guests = await createGuests(stack, brand, bookings);
  const offer = await asBrand.offers.request(createOfferRequest(creator.workspaceId));
  const content = await createContent(stack, creator, brand);
  const support = await createStaffWork(stack, { creator, brand, staff, reported: packages.reported });

  const waiting = await createWaitingList(stack, brand);
  const { id: card } = await newSavedCard(deps, brand);
  await asBrand.savedItems.save({ kind: 'package', id: packages.active });
  const [list] = await asBrand.savedItems.lists();
  const savedItem = (await asBrand.savedItems.list({ listId: list?.id ?? '' })).items[0];
  await asBrand.savedItems.createList({ name: 'Summer' });
  const second = (await asBrand.savedItems.lists()).find(({ name }) => name === 'Summer')?.id ?? '';
  await asBrand.savedItems.save({ kind: 'package', id: packages.active, listId: second });
  await asBrand.savedItems.share({ id: second, isShared: true, showsNotes: false });
  const { token } = await deps.db
    .selectFrom('savedList')
    .select('token')
    .where('id', '=', second)
    .executeTakeFirstOrThrow();
  await asBrand.savedItems.saveSearch({ name: 'Cheap', search: { maxBudget: 500 }, isMailed: false });
  const [search] = await asBrand.savedItems.searches();
  const brief = await asBrand.matching.saveBrief({ name: 'Tents', brief: BRIEF });
  await asCreator.calendar.createFeed();
  const client = await asBrand.clients.save({ name: 'Northwind', ...BILLING });
  const budget = await asBrand.budgets.create({ name: 'Spring', clientId: null, period: 'total', limit: '500' });
  const orderRequest = await deps.db
    .insertInto('orderRequest')
    .values({
      brandId: brand.workspaceId,
      requestedByPersonId: brand.id,
      creatorId: creator.workspaceId,
      input: JSON.stringify({ packageId: packages.active, brandUserId: brand.id }),
      sale: '{}',
      packageName: 'One Reel',
      priceCents: 19_900,
      totalCents: 22_885,
      clientId: client.id,
      budgetPeriodId: null,
      cardId: null,
      createdAt: deps.now(),
      expiresAt: new Date(deps.now().getTime() + 48 * 3_600_000),
      state: 'open',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const workRecord = await asCreator.receipts.createWorkRecord();
  const suspendedBrowser = await stack.asBrowser(suspended);
  await asStaff.admin.suspendUser({ id: suspended.id, reason: REASON });
  const terms = await deps.db
    .selectFrom('operatorTerms')
    .select('number')
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow();
  const notification = await deps.db
    .selectFrom('notification')
    .select('id')
    .where('personId', '=', brand.id)
    .executeTakeFirstOrThrow();
  const { consent, people: members } = await createMembers(stack, { brand, creator });
  const [ownershipChange] = await asBrand.workspaces.ownershipChanges();
  return {
    people: { creator, brand, otherCreator, otherBrand, staff, staffWithoutFactor, suspended, suspendable, ...members },
    packages,
    bookings,
    guests,
    consent,
    ownershipChange: ownershipChange?.id ?? '',
    offer: offer.id,
    ...content,
    ...support,
    waiting,
    card,
    saved: { list: list?.id ?? '', item: savedItem?.id ?? '', second, token: token ?? '' },
    search: search?.id ?? '',
    brief: idOf(brief),
    client: client.id,
    budget: budget.id,
    orderRequest: orderRequest.id,
    workRecord: idOf(workRecord),
    notification: notification.id,
    terms: terms.number,
    suspendedBrowser,
  };
}

/**
 * Adds a member with each role to the workspaces of a brand and a creator, and lets an agency with two people represent
 * the creator.
 */
export const createMembers = async (stack: Stack, { brand, creator }: { brand: SessionUser; creator: SessionUser }) => {
  const { deps } = stack;
  const agency = await newCreator(deps, { fullName: 'Field Agency' });
  const consent = await represent(stack, agency, creator);
  const people = {
    approver: await newMember(deps, brand, 'approver'),
    booker: await newMember(deps, brand, 'booker'),
    finance: await newMember(deps, brand, 'finance'),
    reviewer: await newMember(deps, brand, 'reviewer'),
    viewer: await newMember(deps, brand, 'viewer'),
    manager: await newMember(deps, creator, 'manager'),
    assistant: await newMember(deps, creator, 'assistant'),
    agent: await newAgent(deps, { agency, creator }),
    agentAssistant: await newAgent(deps, { agency, creator, role: 'assistant' }),
    waitingBooker: await newWaitingOwner(stack, brand),
    waitingManager: await newWaitingOwner(stack, creator),
  };
  return { consent, people };
};

/** Creates a member who becomes an owner of the workspace when the waiting time is over. */
async function newWaitingOwner(stack: Stack, owner: SessionUser): Promise<SessionUser> {
  const member = await newMember(stack.deps, owner, WAITING_OWNER_ROLE[owner.userType]);
  await stack.as(owner).workspaces.changeRole({ personId: member.id, role: 'owner' });
  return member;
}

export const WEIGHTS = { category: 4, platform: 3, price: 3, delivery: 3, audience: 2, proven: 2, words: 3 };
export const MATCH = {
  categories: ['Outdoors' as const],
  platforms: [],
  budget: 500,
  audience: null,
  tone: '' as const,
  keywords: [],
  neededBy: '',
};
export const BRIEF = { ...MATCH, text: 'A tent.', weights: WEIGHTS };

const idOf = (response: unknown): string => {
  const { id } = (Array.isArray(response) ? response.at(-1) : response) as { id: string };
  return id;
};
async function createPackages(stack: Stack, creator: SessionUser, staff: SessionUser) {
  const { deps } = stack;
  const as = (user: SessionUser) => stack.as(user);
  const active = await newPackage(deps, creator);
  await newQuestions(deps, creator, active.id, [
    { id: 'q_1', type: 'textarea', question: 'What for?', required: false },
  ]);
  const inactive = await newPackage(deps, creator, { name: 'Not for sale', isActive: false });
  const hidden = await newPackage(deps, creator, { name: 'Hidden by staff' });
  await as(staff).admin.hidePackage({ id: hidden.id, reason: REASON });
  const sample = await newPackage(deps, creator, { name: 'Needs a sample', needsProduct: true });
  const reported = await newPackage(deps, creator, { name: 'Reported' });
  const unused = await newPackage(deps, creator, { name: 'Never ordered' });
  return {
    active: active.id,
    inactive: inactive.id,
    hidden: hidden.id,
    sample: sample.id,
    reported: reported.id,
    unused: unused.id,
  };
}

async function createBookings(stack: Stack, creator: SessionUser, brand: SessionUser, packageId: string) {
  const { deps } = stack;
  const make = async (status: NonNullable<NewBookingOptions['status']>, other?: string) =>
    (await newBooking(deps, { creator, brand, packageId: other ?? packageId, status })).id;
  const [asCreator, asBrand] = [stack.as(creator), stack.as(brand)];
  const pending = await make('pending');
  const accepted = await make('accepted');
  const inProgress = await make('in_progress');
  const completed = await make('completed');
  const cancelled = await make('cancelled');

  const cancelling = await make('in_progress');
  await asBrand.cancellations.request({ id: cancelling, reason: 'We no longer need it.' });
  const disputed = await make('completed');
  await asBrand.disputes.reportProblem({
    id: disputed,
    problem: 'The video is too short.',
    desiredOutcome: 'full_refund',
  });
  const split = await make('completed');
  await asBrand.disputes.reportProblem({ id: split, problem: 'The video is too short.', desiredOutcome: null });
  await asCreator.disputes.proposeSplit({ id: split, creatorAmount: '50.00' });

  const released = await make('completed');
  await asBrand.settlements.approve({ id: released });
  await stack.settle();
  const refunded = await make('completed');
  await asBrand.disputes.reportProblem({ id: refunded, problem: 'Nothing was posted.', desiredOutcome: 'full_refund' });
  await asCreator.disputes.agreeToRefund({ id: refunded });
  await stack.settle();

  const delivering = await make('in_progress');
  const deliverables = (await asCreator.deliveries.add({ id: delivering, title: 'A vertical cut' })).items;
  const deliverable = idOf(deliverables);
  await asCreator.deliveries.send({
    deliverableId: deliverable,
    number: 1,
    note: 'The first cut.',
    links: [],
    files: [],
  });
  const { items } = await asCreator.deliveries.add({ id: delivering, title: 'A square cut' });
  const emptyDeliverable = idOf(items);
  const deliveryFile = await asCreator.deliveries.beginFile({
    deliverableId: emptyDeliverable,
    name: 'cut.mp4',
    bytes: 1000,
    uploadKey: randomUUID(),
  });

  const other = await make('in_progress');
  const [ordered] = (await asCreator.deliveries.byBooking({ id: other })).items;
  const otherDelivery = ordered?.id ?? '';
  await asCreator.deliveries.send({
    deliverableId: otherDelivery,
    number: 1,
    note: 'The first cut.',
    links: [],
    files: [],
  });

  const sample = await make('accepted', (await newPackage(deps, creator, { needsProduct: true })).id);
  const shipped = await make('accepted', (await newPackage(deps, creator, { needsProduct: true })).id);
  await asCreator.shipments.setAddress({ id: shipped, address: 'Maya Lindqvist\nStorgatan 1' });
  await asBrand.shipments.markSent({ id: shipped, carrier: 'DHL', tracking: '1' });

  const publication = await asCreator.publications.add({
    id: released,
    link: 'https://instagram.com/p/1',
    publishedOn: deps.now().toISOString().slice(0, 10),
    isDisclosed: true,
  });
  const results = await asBrand.publications.share({ id: released, isShared: true });
  const review = await asBrand.reviews.write({
    bookingId: released,
    stars: 5,
    parts: [5, 5, 5],
    text: 'Great.',
    staffNote: '',
  });
  await asCreator.reviews.write({ bookingId: released, stars: 5, parts: [5, 5, 5], text: 'Fast.', staffNote: '' });
  const disputes = await deps.db.selectFrom('dispute').select(['id', 'bookingId']).execute();

  const unpaid = await asBrand.payments.openCheckout({
    packageId,
    brandUserId: brand.id,
    customer: SAMPLE_CUSTOMER,
    choice: createChoice({}),
  });
  const payable = await asBrand.payments.openCheckout({
    packageId: (await newPackage(deps, creator, { name: 'Paid with a saved card' })).id,
    brandUserId: brand.id,
    customer: SAMPLE_CUSTOMER,
  });
  // Withdrawing cancels the payment at Stripe, which is not rolled back, so this needs a booking of its own.
  const withdrawable = await asBrand.payments.openCheckout({
    packageId: (await newPackage(deps, creator, { name: 'Another' })).id,
    brandUserId: brand.id,
    customer: SAMPLE_CUSTOMER,
  });
  await asBrand.messages.send({
    to: { bookingId: disputed },
    clientId: crypto.randomUUID(),
    text: 'It is too short.',
    files: [],
  });
  return {
    pending,
    accepted,
    inProgress,
    completed,
    cancelled,
    cancelling,
    disputed,
    split,
    released,
    refunded,
    delivering,
    sample,
    shipped,
    unpaid: unpaid.bookingId,
    payable: payable.bookingId,
    withdrawable: withdrawable.bookingId,
    deliverable,
    emptyDeliverable,
    otherDelivery,
    deliveryFile: deliveryFile.id,
    publication: publication.posts[0]?.id ?? '',
    results: results.token ?? '',
    review: review.own?.id ?? '',
    dispute: disputes.find(({ bookingId }) => bookingId === disputed)?.id ?? '',
  };
}

/** Invites a guest to the version that waits for the brand, and another guest to a version of another booking. */
async function createGuests(
  stack: Stack,
  brand: SessionUser,
  bookings: { deliverable: string; otherDelivery: string },
) {
  const invite = async (deliverableId: string, name: string) => {
    const { guests } = await stack
      .as(brand)
      .guestReviews.invite({ deliverableId, number: 1, name, email: `${name.toLowerCase()}@legal.test` });
    return guests.at(-1)?.id ?? '';
  };
  return { guest: await invite(bookings.deliverable, 'Ann'), otherGuest: await invite(bookings.otherDelivery, 'Ben') };
}

/** The checksum of the version that the guests see, which has no files. */
export const CHECKSUM = createHash('sha256')
  .update(JSON.stringify(['The first cut.', [], []]))
  .digest('hex');

/** The offer that the brand requests from the creator. */
export const createOfferRequest = (creatorId: WorkspaceId) => ({
  creatorId,
  brief: 'Three reels about our new tents.',
  budget: 1_500,
  requestedDay: '2027-05-01',
  platforms: ['instagram' as const],
});

async function createContent(stack: Stack, creator: SessionUser, brand: SessionUser) {
  const { deps } = stack;
  const picture = async (position: number) =>
    (
      await deps.db
        .insertInto('portfolioPicture')
        .values({
          creatorId: creator.workspaceId,
          url: `/media/p${position}-960.webp`,
          width: 960,
          height: 600,
          position,
          createdAt: deps.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const pictures = [await picture(1), await picture(2)];
  await stack.as(creator).profiles.savePlatforms({
    platforms: [{ platform: 'instagram', handle: 'maya', followers: 1000, startingPrice: '' }],
  });
  const proof = await deps.db
    .insertInto('followerProof')
    .values({
      creatorId: creator.workspaceId,
      platform: 'instagram',
      handle: 'maya',
      followers: 1000,
      pictureUrl: '/media/proof-1.webp',
      state: 'waiting',
      reason: null,
      sentAt: deps.now(),
      decidedAt: null,
      decidedByPersonId: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const message = await stack.as(brand).messages.send({
    to: { username: creator.username },
    clientId: crypto.randomUUID(),
    text: 'Hello',
    files: [],
  });
  const conversation = await deps.db.selectFrom('conversation').select('id').executeTakeFirstOrThrow();
  const file = await stack.as(brand).messages.beginFile({ name: 'brief.pdf', bytes: 1000, uploadKey: randomUUID() });
  return {
    pictures,
    proof: proof.id,
    conversation: conversation.id,
    message: message.message.id,
    messageFile: file.id,
  };
}

async function createStaffWork(
  stack: Stack,
  people: { creator: SessionUser; brand: SessionUser; staff: SessionUser; reported: string },
) {
  const { deps } = stack;
  const thread = await newContactMessage(deps);
  await stack
    .as(people.brand)
    .reports.create({ kind: 'package', id: people.reported, reason: 'Spam or misleading', sentence: 'Spam.' });
  const report = await deps.db.selectFrom('report').select('id').executeTakeFirstOrThrow();
  const review = await deps.db
    .selectFrom('review')
    .select('id')
    .where('side', '=', 'creator')
    .executeTakeFirstOrThrow();
  await stack
    .as(people.brand)
    .reports.create({ kind: 'review', id: review.id, reason: 'Spam or misleading', sentence: 'Spam.' });
  const decided = await deps.db
    .selectFrom('report')
    .select('id')
    .where('subjectId', '=', review.id)
    .executeTakeFirstOrThrow();
  await stack.as(people.staff).admin.decideReport({ id: decided.id, outcome: 'hidden', reason: REASON });
  const decision = await deps.db
    .selectFrom('moderationDecision')
    .select('id')
    .where('subjectId', '=', review.id)
    .executeTakeFirstOrThrow();
  const exception = await deps.db
    .insertInto('moneyException')
    .values({
      kind: 'transfer_refused',
      bookingId: null,
      subject: 'tr_1',
      data: JSON.stringify({}),
      openedAt: deps.now(),
      resolution: null,
      resolvedByPersonId: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    thread,
    report: report.id,
    decidedReport: decided.id,
    decision: decision.id,
    exception: exception.id,
  };
}

async function createWaitingList(stack: Stack, brand: SessionUser) {
  const { deps } = stack;
  const creator = await newPayableCreator(deps, { fullName: 'Full Booked' });
  const { id: packageId } = await newPackage(deps, creator);
  await newBooking(deps, { creator, packageId });
  await stack.as(creator).availability.save({ maxBookings: 1, leadDays: 0, timeOff: [] });
  const entry = await stack.as(brand).availability.joinWaitingList({ packageId });
  return { packageId, username: creator.username, entry: entry.place?.id ?? '' };
}
