/**
 * Lists valid input for every procedure and state that the access matrix covers. A state may need a change that is
 * made in the same transaction, and that is rolled back with the call. A procedure that is not listed does not
 * compile.
 */
import { randomUUID } from 'node:crypto';
import { DEFAULT_WINDOWS } from '@marquee/booking';
import { CARD_CONSENT_VERSION } from '@marquee/validation';
import type { inferRouterInputs } from '@trpc/server';
import type { SessionUser } from '../../src/core/ctx.ts';
import { BUILDER_PASSWORD, SAMPLE_CUSTOMER } from '../../src/demo/builders.ts';
import type { AppRouter, Caller, ProcedurePath } from '../../src/http/router.ts';
import {
  BILLING,
  BRIEF,
  CHECKSUM,
  createOfferRequest,
  MATCH,
  OFFER_VERSION,
  REASON,
  WEIGHTS,
  type Fixtures,
} from './access-fixtures.ts';

type Inputs = inferRouterInputs<AppRouter>;
type InputOf<Path extends ProcedurePath> = Path extends `${infer R extends keyof Inputs}.${infer P}`
  ? P extends keyof Inputs[R]
    ? Inputs[R][P]
    : never
  : never;
/** Calls procedures as a user, in the transaction of the case. */
type As = (user: SessionUser) => Caller;
type CaseOf<Path extends ProcedurePath> = (f: Fixtures, as: As) => InputOf<Path> | Promise<InputOf<Path>>;
export type AccessCases = { readonly [Path in ProcedurePath]: Readonly<Record<string, CaseOf<Path>>> };

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const none = { always: () => undefined };
const PACKAGE = { name: 'One Reel', description: 'A Reel.', price: '199.00', deliveryDays: 5, features: ['Reel'] };
const page = { always: () => ({}) };
const period = { always: () => ({ span: '30d' as const }) };
const aPassword = 'quiet-otters-7';
const days = (at: Date) => at.toISOString().slice(0, 10);

const VOTE = { checksum: CHECKSUM, vote: 'approved' as const, comment: '', remarks: [] };

const CREDENTIAL = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {} } as const;
const SIGNATURE = { ...CREDENTIAL, response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' } };
const NEW_PASSKEY = { ...CREDENTIAL, response: { clientDataJSON: 'x', attestationObject: 'x', transports: [] } };

const answerOffer = async (f: Fixtures, as: As) => {
  const { versions } = await as(f.people.creator).offers.answer({ id: f.offer, ...OFFER_VERSION });
  return versions.at(-1) as { id: string; totalCents: number };
};
const counterOffer = async (f: Fixtures, as: As) => {
  await answerOffer(f, as);
  const counter = { id: f.offer, scope: 'Two reels.', price: '1000', deliveryDays: 7 };
  return (await as(f.people.brand).offers.counter(counter)).versions.at(-1) as { id: string };
};
const endOffer = (f: Fixtures, as: As) => as(f.people.brand).offers.end({ id: f.offer, message: '' });
const block = (f: Fixtures, as: As) =>
  as(f.people.creator).messages.setBlocked({ workspaceId: f.people.brand.id, isBlocked: true });

export const ACCESS_CASES: AccessCases = {
  'auth.session': none,
  'auth.me': none,
  'auth.register': {
    always: () => ({ email: 'new@example.test', password: aPassword, fullName: 'Someone New', userType: 'brand' }),
  },
  'auth.signIn': { always: (f) => ({ email: f.people.otherBrand.email, password: BUILDER_PASSWORD }) },
  'auth.signOut': none,
  'auth.external': none,
  'auth.welcome': none,
  'auth.completeWelcome': {
    'without external sign-in': () => ({ fullName: 'Someone New', userType: 'brand' }) as never,
  },
  'auth.forgotPassword': { always: (f) => ({ email: f.people.otherBrand.email }) },
  'auth.checkResetLink': { 'an unknown link': () => ({ token: 'x'.repeat(43) }) },
  'auth.resetPassword': { 'an unknown link': () => ({ token: 'x'.repeat(43), password: aPassword }) },
  'auth.confirmEmail': { 'an unknown link': () => ({ token: 'x'.repeat(43) }) },
  'recovery.checkLink': { 'an unknown link': () => ({ token: 'x'.repeat(43) }) },
  'recovery.beginPasskey': { 'an unknown link': () => ({ token: 'x'.repeat(43) }) },
  'recovery.secureAccount': { 'an unknown link': () => ({ token: 'x'.repeat(43) }) },
  'auth.stopFactorReset': none,
  'auth.account': none,
  'auth.resendVerification': { 'the address is confirmed': () => undefined },
  'auth.changeEmail': { always: () => ({ email: 'another@example.test' }) },
  'auth.cancelEmailChange': none,
  'auth.changePassword': { always: () => ({ password: aPassword }) },
  'auth.disconnect': { 'without external sign-in': () => undefined },
  'auth.sessions': none,
  'auth.endSession': { 'an unknown session': () => ({ id: 'x'.repeat(43) }) },
  'auth.endOtherSessions': none,
  'auth.signIns': page,
  'auth.beginSignIn': { always: (f) => ({ email: f.people.otherBrand.email, password: BUILDER_PASSWORD }) },
  'auth.secondStep': none,
  'auth.completeSignIn': { 'without a first step': () => ({ step: { code: '123456' } }) },
  'auth.beginPasskeySignIn': none,
  'auth.signInWithPasskey': { 'without a challenge': () => ({ passkey: SIGNATURE }) },
  'auth.confirmation': none,
  'auth.beginPasskeyConfirmation': none,
  'auth.confirm': {
    'with the password': () => ({ password: BUILDER_PASSWORD }),
    'with a wrong code': () => ({ code: '123456' }),
    'without a challenge': () => ({ passkey: SIGNATURE }),
  },
  'auth.requireConfirmation': none,
  'factors.own': none,
  'workspaces.own': none,
  'workspaces.timeZone': none,
  'workspaces.changeTimeZone': { always: () => ({ timeZone: 'Europe/Lisbon' }) },
  'workspaces.members': none,
  'workspaces.duties': { 'of the brand': (f) => ({ personId: f.people.brand.id }) },
  'workspaces.invite': { 'a brand role': () => ({ email: 'invited@example.test', role: 'booker' as const }) },
  'workspaces.revokeInvitation': { unknown: () => ({ id: UNKNOWN_ID }) },
  'workspaces.changeRole': {
    'of a person who is not a member': () => ({ personId: UNKNOWN_ID, role: 'owner' as const }),
  },
  'workspaces.changeLimits': { unknown: () => ({ personId: UNKNOWN_ID, orderLimit: '100', monthLimit: '' }) },
  'workspaces.removeMember': {
    'a person who is not a member': () => ({ personId: UNKNOWN_ID, heirId: UNKNOWN_ID }),
  },
  'workspaces.leave': { 'the only member': () => ({ heirId: UNKNOWN_ID }) },
  'workspaces.actions': page,
  'workspaces.actionsForExport': { always: () => ({ topic: 'member' as const }) },
  'workspaces.invitation': { 'an unknown link': () => ({ token: 'x'.repeat(43) }) },
  'workspaces.accept': { 'an unknown link': () => ({ token: 'x'.repeat(43) }) },
  'workspaces.requestCode': { 'an unknown link': () => ({ token: 'x'.repeat(43) }) },
  'workspaces.join': {
    'an unknown link': () => ({ token: 'x'.repeat(43), fullName: 'Kim Winter', password: aPassword }),
  },
  'factors.beginPasskey': { always: () => ({}) },
  'factors.addPasskey': { 'without a challenge': () => ({ passkey: NEW_PASSKEY }) },
  'factors.renamePasskey': { 'an unknown passkey': () => ({ id: 'x'.repeat(43), name: 'Phone' }) },
  'factors.removePasskey': { 'an unknown passkey': () => ({ id: 'x'.repeat(43) }) },
  'factors.beginAuthenticator': none,
  'factors.confirmAuthenticator': { 'without a setup': () => ({ code: '123456' }) },
  'factors.removeAuthenticator': { 'without an app': () => undefined },
  'factors.createRecoveryCodes': none,
  'personalData.export': none,
  'personalData.deleteAccount': { always: () => ({ confirmation: 'DELETE' }) },

  'packages.byId': {
    active: (f) => ({ id: f.packages.active }),
    inactive: (f) => ({ id: f.packages.inactive }),
    'hidden by staff': (f) => ({ id: f.packages.hidden }),
  },
  'packages.listByCreator': { always: (f) => ({ id: f.people.creator.id }) },
  'packages.create': { always: () => PACKAGE },
  'packages.save': {
    active: (f) => ({ id: f.packages.active, ...PACKAGE }),
    'hidden by staff': (f) => ({ id: f.packages.hidden, ...PACKAGE }),
  },
  'packages.setPicture': { always: (f) => ({ id: f.packages.active, pictureId: f.pictures[0] ?? '' }) },
  'packages.setActive': {
    active: (f) => ({ id: f.packages.active, isActive: false }),
    inactive: (f) => ({ id: f.packages.inactive, isActive: true }),
    'hidden by staff': (f) => ({ id: f.packages.hidden, isActive: true }),
  },
  'packages.duplicate': { always: (f) => ({ id: f.packages.active }) },
  'packages.reorder': { always: (f) => ({ ids: [f.packages.unused, f.packages.active] }) },
  'packages.remove': {
    'with bookings': (f) => ({ id: f.packages.active }),
    'without bookings': (f) => ({ id: f.packages.unused }),
  },
  'questionnaires.byPackage': {
    active: (f) => ({ packageId: f.packages.active }),
    inactive: (f) => ({ packageId: f.packages.inactive }),
  },
  'questionnaires.remove': { always: (f) => ({ packageId: f.packages.active }) },
  'questionnaires.save': {
    always: (f) => ({ packageId: f.packages.active, questions: [{ id: 'q_2', question: 'Why?' }] }),
  },

  'availability.byUsername': { 'fully booked': (f) => ({ username: f.waiting.username }) },
  'availability.own': none,
  'availability.save': { always: () => ({ maxBookings: 20, leadDays: 0, timeOff: [] }) },
  'availability.waitingListStatus': {
    'fully booked': (f) => ({ packageId: f.waiting.packageId }),
    available: (f) => ({ packageId: f.packages.active }),
    'hidden by staff': (f) => ({ packageId: f.packages.hidden }),
  },
  'availability.waitingListEntries': none,
  'availability.joinWaitingList': {
    'fully booked': (f) => ({ packageId: f.waiting.packageId }),
    available: (f) => ({ packageId: f.packages.active }),
  },
  'availability.leaveWaitingList': { waiting: (f) => ({ id: f.waiting.entry }) },

  'approvals.settings': none,
  'approvals.saveSettings': {
    always: () => ({ rule: 'above' as const, above: '100', approvers: 1 as const, allowsOwn: false }),
  },
  'approvals.ownLimits': none,
  'orderRequests.byId': { always: (f) => ({ id: f.orderRequest }) },
  'orderRequests.open': none,
  'orderRequests.closed': page,
  'orderRequests.waitingCount': none,
  'orderRequests.create': {
    always: (f) => ({ order: { packageId: f.packages.active, brandUserId: f.people.brand.id }, cardId: null }),
  },
  'orderRequests.approve': { always: (f) => ({ id: f.orderRequest }) },
  'orderRequests.decline': { always: (f) => ({ id: f.orderRequest, reason: REASON }) },
  'orderRequests.withdraw': { always: (f) => ({ id: f.orderRequest }) },

  'clients.list': none,
  'clients.save': {
    'a new client': () => ({ name: 'Eastgate', ...BILLING }),
    'an existing client': (f) => ({ id: f.client, name: 'Northwind', ...BILLING }),
  },
  'clients.removeLogo': { always: (f) => ({ id: f.client }) },
  'clients.archive': { always: (f) => ({ id: f.client, isArchived: true }) },

  'budgets.list': none,
  'budgets.create': { always: () => ({ name: 'Autumn', clientId: null, period: 'month' as const, limit: '500' }) },
  'budgets.change': { always: (f) => ({ id: f.budget, name: 'Spring', limit: '700' }) },
  'budgets.archive': { always: (f) => ({ id: f.budget, isArchived: true }) },

  'bookings.byId': {
    unpaid: (f) => ({ id: f.bookings.unpaid }),
    pending: (f) => ({ id: f.bookings.pending }),
    completed: (f) => ({ id: f.bookings.completed }),
    cancelled: (f) => ({ id: f.bookings.cancelled }),
  },
  'bookings.list': page,
  'bookings.waiting': { always: () => ({ most: 5 }) },
  'bookings.counts': none,
  'bookings.extendAcceptance': {
    pending: (f) => ({ id: f.bookings.pending }),
    accepted: (f) => ({ id: f.bookings.accepted }),
  },
  'bookings.withdraw': {
    unpaid: (f) => ({ id: f.bookings.withdrawable }),
    pending: (f) => ({ id: f.bookings.pending }),
    accepted: (f) => ({ id: f.bookings.accepted }),
  },
  'bookings.setPurchaseOrder': {
    pending: (f) => ({ id: f.bookings.pending, purchaseOrder: 'PO-1' }),
    accepted: (f) => ({ id: f.bookings.accepted, purchaseOrder: 'PO-1' }),
  },
  'bookings.move': {
    'unpaid → accepted': (f) => ({ id: f.bookings.unpaid, status: 'accepted' }),
    'pending → accepted': (f) => ({ id: f.bookings.pending, status: 'accepted' }),
    'pending → cancelled': (f) => ({ id: f.bookings.pending, status: 'cancelled' }),
    'pending → completed': (f) => ({ id: f.bookings.pending, status: 'completed' }),
    'accepted → in progress': (f) => ({ id: f.bookings.accepted, status: 'in_progress' }),
    'in progress → completed': (f) => ({
      id: f.bookings.inProgress,
      status: 'completed',
      delivery: { note: 'It is online.', links: [] },
    }),
    'in progress, cancellation requested → completed': (f) => ({
      id: f.bookings.cancelling,
      status: 'completed',
      delivery: { note: 'It is online.', links: [] },
    }),
    'completed → accepted': (f) => ({ id: f.bookings.completed, status: 'accepted' }),
    'cancelled → accepted': (f) => ({ id: f.bookings.cancelled, status: 'accepted' }),
  },

  'profiles.byUsername': {
    'of a creator': (f) => ({ username: f.people.creator.username }),
    'of a brand': (f) => ({ username: f.people.brand.username }),
  },
  'profiles.byId': {
    'of a creator': (f) => ({ id: f.people.creator.id }),
    'of a brand': (f) => ({ id: f.people.brand.id }),
  },
  'profiles.stats': { always: (f) => ({ username: f.people.creator.username }) },
  'profiles.packages': { always: (f) => ({ username: f.people.creator.username }) },
  'profiles.prices': { always: (f) => ({ username: f.people.creator.username }) },
  'profiles.recordView': { always: (f) => ({ username: f.people.creator.username }) },
  'profiles.dashboard': none,
  'profiles.own': none,
  'profiles.saveName': { always: () => ({ fullName: 'Northwind' }) },
  'profiles.saveAbout': { always: () => ({ fullName: 'Maya', bio: 'Hi', location: 'Lund' }) },
  'profiles.isUsernameAvailable': { always: () => ({ username: 'somebody_new' }) },
  'profiles.changeUsername': { always: () => ({ username: 'somebody_new' }) },
  'profiles.saveTopics': { always: () => ({ categories: ['Outdoors'], languages: ['English'] }) },
  'profiles.savePlatforms': {
    always: () => ({ platforms: [{ platform: 'instagram', handle: 'm', followers: 10, startingPrice: '' }] }),
  },
  'profiles.saveLinks': { always: () => ({ links: [{ label: 'Site', url: 'https://example.com/' }] }) },
  'profiles.removePortrait': none,
  'profiles.captionPicture': { always: (f) => ({ id: f.pictures[0] ?? '', caption: 'Rain' }) },
  'profiles.reorderPictures': { always: (f) => ({ ids: f.pictures.toReversed() }) },
  'profiles.removePicture': { always: (f) => ({ id: f.pictures[0] ?? '' }) },
  'profiles.customerInfo': none,
  'profiles.saveCustomerInfo': {
    always: () => ({ name: 'Nora', email: '', description: '', audience: '', tone: '', date: '', notes: '' }),
  },
  'profiles.onboardingProgress': none,
  'profiles.activity': none,

  'analytics.money': period,
  'analytics.orders': period,
  'analytics.spending': period,
  'calendar.feed': none,
  'calendar.createFeed': none,
  'calendar.revokeFeed': none,

  'deliveries.byBooking': {
    'in progress': (f) => ({ id: f.bookings.delivering }),
    completed: (f) => ({ id: f.bookings.completed }),
  },
  'deliveries.add': {
    'in progress': (f) => ({ id: f.bookings.delivering, title: 'A vertical cut' }),
    cancelled: (f) => ({ id: f.bookings.cancelled, title: 'A vertical cut' }),
  },
  'deliveries.remove': {
    'nothing sent': (f) => ({ id: f.bookings.emptyDeliverable }),
    sent: (f) => ({ id: f.bookings.deliverable }),
  },
  'deliveries.plan': {
    'in progress': (f) => ({
      id: f.bookings.delivering,
      days: [{ deliverableId: f.bookings.emptyDeliverable, day: null }],
    }),
  },
  'deliveries.send': {
    'waiting for the brand': (f) => ({
      deliverableId: f.bookings.deliverable,
      number: 2,
      note: 'Again.',
      links: [],
      files: [],
    }),
    'nothing sent': (f) => ({
      deliverableId: f.bookings.emptyDeliverable,
      number: 1,
      note: 'First.',
      links: [],
      files: [],
    }),
  },
  'deliveries.decide': {
    sent: (f) => ({ deliverableId: f.bookings.deliverable, number: 1, verdict: 'approved' }),
    'nothing sent': (f) => ({ deliverableId: f.bookings.emptyDeliverable, number: 1, verdict: 'approved' }),
  },
  'deliveries.beginFile': {
    'in progress': (f) => ({
      deliverableId: f.bookings.deliverable,
      name: 'a.mp4',
      bytes: 10,
      uploadKey: randomUUID(),
    }),
  },
  'guestReviews.byBooking': { 'with a guest': (f) => ({ id: f.bookings.delivering }) },
  'guestReviews.invite': {
    'a sent version': (f) => ({
      deliverableId: f.bookings.deliverable,
      number: 1,
      name: 'Cora',
      email: 'cora@legal.test',
    }),
    'nothing sent': (f) => ({
      deliverableId: f.bookings.emptyDeliverable,
      number: 1,
      name: 'Cora',
      email: 'cora@legal.test',
    }),
  },
  'guestReviews.revoke': { active: (f) => ({ id: f.guests.guest }) },
  'guestReviews.open': { 'an unknown link': () => ({ token: 'x'.repeat(43) }) },
  'guestReviews.requestCode': { 'an unknown link': () => ({ token: 'x'.repeat(43) }) },
  'guestReviews.confirm': {
    'an unknown link': () => ({ token: 'x'.repeat(43), codeId: UNKNOWN_ID, code: '123456' }),
  },
  'guestReviews.view': {
    active: (f) => ({ id: f.guests.guest }),
    revoked: async (f, as) => {
      await as(f.people.brand).guestReviews.revoke({ id: f.guests.guest });
      return { id: f.guests.guest };
    },
  },
  'guestReviews.review': {
    'a shared version': (f) => ({ id: f.guests.guest, deliverableId: f.bookings.deliverable, number: 1, ...VOTE }),
    'a version that is not shared': (f) => ({
      id: f.guests.guest,
      deliverableId: f.bookings.otherDelivery,
      number: 1,
      ...VOTE,
    }),
    decided: async (f, as) => {
      await as(f.people.brand).deliveries.decide({
        deliverableId: f.bookings.deliverable,
        number: 1,
        verdict: 'approved',
      });
      return { id: f.guests.guest, deliverableId: f.bookings.deliverable, number: 1, ...VOTE };
    },
  },
  'deliveries.discardFile': { 'not sent': (f) => ({ id: f.bookings.deliveryFile }) },

  'publications.results': {
    published: (f) => ({ id: f.bookings.released }),
    completed: (f) => ({ id: f.bookings.completed }),
  },
  'publications.shared': { shared: (f) => ({ token: f.bookings.results }) },
  'publications.add': {
    completed: (f) => ({
      id: f.bookings.completed,
      link: 'https://instagram.com/p/2',
      publishedOn: days(new Date()),
      isDisclosed: true,
    }),
    pending: (f) => ({
      id: f.bookings.pending,
      link: 'https://instagram.com/p/2',
      publishedOn: days(new Date()),
      isDisclosed: true,
    }),
  },
  'publications.remove': { always: (f) => ({ id: f.bookings.publication }) },
  'publications.report': {
    always: (f) => ({
      id: f.bookings.publication,
      views: 10,
      likes: null,
      comments: null,
      shares: null,
      saves: null,
      clicks: null,
    }),
  },
  'publications.removePicture': { 'without a picture': (f) => ({ id: f.bookings.publication }) },
  'publications.sharePicture': { 'without a picture': (f) => ({ id: f.bookings.publication, isShared: true }) },
  'publications.share': {
    published: (f) => ({ id: f.bookings.released, isShared: true }),
    pending: (f) => ({ id: f.bookings.pending, isShared: true }),
  },
  'shipments.byBooking': {
    'address missing': (f) => ({ id: f.bookings.sample }),
    sent: (f) => ({ id: f.bookings.shipped }),
  },
  'shipments.setAddress': {
    'address missing': (f) => ({ id: f.bookings.sample, address: 'Storgatan 1' }),
    sent: (f) => ({ id: f.bookings.shipped, address: 'Storgatan 1' }),
  },
  'shipments.markSent': {
    'address missing': (f) => ({ id: f.bookings.sample, carrier: '', tracking: '' }),
    sent: (f) => ({ id: f.bookings.shipped, carrier: '', tracking: '' }),
  },
  'shipments.markReceived': {
    'address missing': (f) => ({ id: f.bookings.sample }),
    sent: (f) => ({ id: f.bookings.shipped }),
  },
  'followerProofs.own': none,
  'followerProofs.withdraw': { always: () => ({ platform: 'instagram' }) },

  'messages.list': page,
  'messages.unreadCount': none,
  'messages.conversation': {
    'by its id': (f) => ({ id: f.conversation }),
    'by its booking': (f) => ({ bookingId: f.bookings.pending }),
    'by the creator': (f) => ({ username: f.people.creator.username }),
  },
  'messages.page': { always: (f) => ({ id: f.conversation }) },
  'messages.search': { always: (f) => ({ id: f.conversation, search: 'Hello' }) },
  'messages.send': {
    'a conversation': (f) => ({ to: { id: f.conversation }, clientId: crypto.randomUUID(), text: 'Hi' }),
    'a booking': (f) => ({ to: { bookingId: f.bookings.pending }, clientId: crypto.randomUUID(), text: 'Hi' }),
    'blocked by the creator': async (f, as) => {
      await block(f, as);
      return { to: { id: f.conversation }, clientId: crypto.randomUUID(), text: 'Hi' };
    },
  },
  'messages.beginFile': { always: () => ({ name: 'a.pdf', bytes: 10, uploadKey: randomUUID() }) },
  'messages.discardFile': { 'not sent': (f) => ({ id: f.messageFile }) },
  'messages.markRead': { always: (f) => ({ id: f.conversation, number: 1 }) },
  'messages.announceTyping': { always: (f) => ({ id: f.conversation }) },
  'messages.setBlocked': {
    'not blocked': (f) => ({ workspaceId: f.people.brand.id, isBlocked: true }),
  },

  'notifications.list': page,
  'notifications.unreadCount': none,
  'notifications.markRead': { always: (f) => ({ id: f.notification }) },
  'notifications.markAllRead': none,
  'notifications.settings': none,
  'notifications.saveSettings': { always: () => ({ off: [], daily: [], pushOff: [], quiet: null }) },
  'notifications.addDevice': {
    'push is not configured': () => ({
      endpoint: 'https://push.example.test/1',
      p256dh: `B${'A'.repeat(86)}`,
      auth: 'A'.repeat(22),
    }),
  },
  'notifications.removeDevice': { 'an unknown device': () => ({ endpoint: 'https://push.example.test/1' }) },

  'payments.config': none,
  'payments.openCheckout': {
    'active package': (f) => ({
      packageId: f.packages.reported,
      brandUserId: f.people.brand.id,
      customer: SAMPLE_CUSTOMER,
    }),
    'inactive package': (f) => ({
      packageId: f.packages.inactive,
      brandUserId: f.people.brand.id,
      customer: SAMPLE_CUSTOMER,
    }),
    'package hidden by staff': (f) => ({
      packageId: f.packages.hidden,
      brandUserId: f.people.brand.id,
      customer: SAMPLE_CUSTOMER,
    }),
  },
  'payments.openOfferCheckout': {
    answered: async (f, as) => {
      const { id: versionId, totalCents } = await answerOffer(f, as);
      return { id: f.offer, versionId, totalCents };
    },
    ended: async (f, as) => {
      const { id: versionId, totalCents } = await answerOffer(f, as);
      await endOffer(f, as);
      return { id: f.offer, versionId, totalCents };
    },
  },
  'payments.resumeCheckout': {
    unpaid: (f) => ({ id: f.bookings.unpaid }),
    paid: (f) => ({ id: f.bookings.pending }),
    cancelled: (f) => ({ id: f.bookings.cancelled }),
  },
  'payments.cards': none,
  'payments.startCardSetup': { always: () => ({ consentVersion: CARD_CONSENT_VERSION }) },
  'payments.finishCardSetup': { 'an unknown setup': () => ({ setupId: 'seti_unknown' }) },
  'payments.removeCard': { saved: (f) => ({ id: f.card }) },
  'payments.setCardSaving': {
    unpaid: (f) => ({ id: f.bookings.unpaid, isSaved: true, consentVersion: CARD_CONSENT_VERSION }),
    paid: (f) => ({ id: f.bookings.pending, isSaved: true, consentVersion: CARD_CONSENT_VERSION }),
  },
  'payments.payWithCard': {
    unpaid: (f) => ({ id: f.bookings.payable, cardId: f.card }),
    paid: (f) => ({ id: f.bookings.pending, cardId: f.card }),
    cancelled: (f) => ({ id: f.bookings.cancelled, cardId: f.card }),
  },
  'payments.confirmReturn': {
    unpaid: (f) => ({ id: f.bookings.unpaid }),
    paid: (f) => ({ id: f.bookings.pending }),
  },
  'settlements.approve': {
    completed: (f) => ({ id: f.bookings.completed }),
    'in progress': (f) => ({ id: f.bookings.inProgress }),
    disputed: (f) => ({ id: f.bookings.disputed }),
  },
  'agencies.overview': none,
  'agencies.creators': page,
  'agencies.acting': { always: () => ({}) },
  'agencies.invite': { always: (f) => ({ creator: f.people.creator.username, shareBps: 1500 }) },
  'agencies.agree': {
    invited: async (f, as) => {
      await as(f.people.creator).agencies.end({ id: f.consent });
      const shareBps = 1500;
      return as(f.people.otherCreator).agencies.invite({ creator: f.people.creator.username, shareBps });
    },
  },
  'agencies.end': {
    invited: async (f, as) => {
      const shareBps = 1500;
      return as(f.people.otherCreator).agencies.invite({ creator: f.people.creator.username, shareBps });
    },
    represented: (f) => ({ id: f.consent }),
  },
  'workspaces.ownershipChanges': none,
  'workspaces.confirmOwnershipChange': {
    unknown: () => ({ id: UNKNOWN_ID }),
    'of the brand': (f) => ({ id: f.ownershipChange }),
  },
  'workspaces.stopOwnershipChange': {
    unknown: () => ({ id: UNKNOWN_ID }),
    'of the brand': (f) => ({ id: f.ownershipChange }),
  },
  'payouts.setup': none,
  'payouts.countries': none,
  'payouts.setCountry': { 'country verified by Stripe': () => ({ country: 'CA' }) },
  'payouts.startSetup': none,
  'payouts.refreshSetup': none,
  'payouts.openDashboard': none,
  'payouts.summary': none,
  'payouts.list': page,

  'discovery.search': page,
  'discovery.compare': {
    active: (f) => ({ ids: [f.packages.active] }),
    inactive: (f) => ({ ids: [f.packages.inactive] }),
  },
  'discovery.facets': page,
  'discovery.suggest': { always: () => ({ text: 'ma' }) },
  'discovery.locations': { always: () => ({ text: 'avail' }) },
  'discovery.topics': none,
  'discovery.topic': { always: () => ({ slug: 'outdoors' }) },
  'discovery.landing': none,
  'discovery.prices': none,

  'matching.find': { always: () => ({ ...MATCH, weights: WEIGHTS }) },
  'matching.briefs': none,
  'matching.saveBrief': {
    'a new brief': () => ({ name: 'Another', brief: BRIEF }),
    'an existing brief': (f) => ({ id: f.brief, name: 'Renamed', brief: BRIEF }),
  },
  'matching.removeBrief': { always: (f) => ({ id: f.brief }) },

  'offers.byId': {
    requested: (f) => ({ id: f.offer }),
    ended: async (f, as) => {
      await endOffer(f, as);
      return { id: f.offer };
    },
  },
  'offers.list': { always: () => ({ show: 'open' }) },
  'offers.waitingCount': none,
  'offers.recipient': {
    'a creator': (f) => ({ username: f.people.creator.username }),
    'a brand': (f) => ({ username: f.people.otherBrand.username }),
  },
  'offers.request': {
    'no open offer': (f) => createOfferRequest(f.people.otherCreator.workspaceId),
    'open offer': (f) => createOfferRequest(f.people.creator.workspaceId),
  },
  'offers.answer': {
    requested: (f) => ({ id: f.offer, ...OFFER_VERSION }),
    answered: async (f, as) => {
      await answerOffer(f, as);
      return { id: f.offer, ...OFFER_VERSION };
    },
    ended: async (f, as) => {
      await endOffer(f, as);
      return { id: f.offer, ...OFFER_VERSION };
    },
  },
  'offers.counter': {
    requested: (f) => ({ id: f.offer, scope: 'Two reels.', price: '1000', deliveryDays: 7 }),
    answered: async (f, as) => {
      await answerOffer(f, as);
      return { id: f.offer, scope: 'Two reels.', price: '1000', deliveryDays: 7 };
    },
  },
  'offers.accept': {
    answered: async (f, as) => ({ id: f.offer, versionId: (await answerOffer(f, as)).id }),
    countered: async (f, as) => ({ id: f.offer, versionId: (await counterOffer(f, as)).id }),
  },
  'offers.end': {
    requested: (f) => ({ id: f.offer, message: '' }),
    ended: async (f, as) => {
      await endOffer(f, as);
      return { id: f.offer, message: '' };
    },
  },

  'support.contact': {
    always: () => ({
      name: 'Nora',
      email: 'nora@example.test',
      subject: 'A question',
      category: 'General Inquiry',
      message: 'How does this work?',
    }),
  },
  'support.thread': { 'an unknown link': () => ({ token: 'x'.repeat(43) }) },
  'support.reply': { 'an unknown link': () => ({ token: 'x'.repeat(43), text: 'Hi' }) },
  'reports.create': {
    'a package': (f) => ({ kind: 'package', id: f.packages.active, reason: 'Illegal', sentence: 'See there.' }),
    'an inactive package': (f) => ({ kind: 'package', id: f.packages.inactive, reason: 'Illegal', sentence: 'See.' }),
    'a message': (f) => ({ kind: 'message', id: f.message, reason: 'Illegal', sentence: 'See there.' }),
    'a shared list': (f) => ({ kind: 'list', id: f.saved.second, reason: 'Illegal', sentence: 'See there.' }),
  },
  'reports.own': none,
  'reports.decision': { always: (f) => ({ id: f.decision }) },
  'reports.appeal': { always: (f) => ({ id: f.decision, text: 'It was not spam.' }) },
  'reviews.byCreator': { always: (f) => ({ username: f.people.creator.username }) },
  'reviews.byBooking': {
    reviewed: (f) => ({ bookingId: f.bookings.released }),
    completed: (f) => ({ bookingId: f.bookings.completed }),
  },
  'reviews.write': {
    completed: (f) => ({ bookingId: f.bookings.completed, stars: 5, parts: [5, 5, 5], text: 'Good.', staffNote: '' }),
    reviewed: (f) => ({ bookingId: f.bookings.released, stars: 5, parts: [5, 5, 5], text: 'Good.', staffNote: '' }),
    pending: (f) => ({ bookingId: f.bookings.pending, stars: 5, parts: [5, 5, 5], text: 'Good.', staffNote: '' }),
  },
  'reviews.answer': { always: (f) => ({ id: f.bookings.review, text: 'Thank you.' }) },
  'reconciliation.trust': none,

  'cancellations.request': {
    pending: (f) => ({ id: f.bookings.pending, reason: 'We no longer need it.' }),
    accepted: (f) => ({ id: f.bookings.accepted, reason: 'We no longer need it.' }),
    completed: (f) => ({ id: f.bookings.completed, reason: 'We no longer need it.' }),
  },
  'cancellations.answer': {
    requested: (f) => ({ id: f.bookings.cancelling, answer: 'agree' }),
    'not requested': (f) => ({ id: f.bookings.accepted, answer: 'agree' }),
  },
  'cancellations.withdraw': {
    requested: (f) => ({ id: f.bookings.cancelling }),
    'not requested': (f) => ({ id: f.bookings.accepted }),
  },
  'cancellations.cancelNotStarted': { 'too early': (f) => ({ id: f.bookings.accepted }) },
  'cancellations.cancelOverdue': { 'too early': (f) => ({ id: f.bookings.inProgress }) },
  'disputes.reportProblem': {
    completed: (f) => ({ id: f.bookings.completed, problem: 'Too short.' }),
    released: (f) => ({ id: f.bookings.released, problem: 'Too short.' }),
    'in progress': (f) => ({ id: f.bookings.inProgress, problem: 'Too short.' }),
  },
  'disputes.addStatement': {
    open: (f) => ({ id: f.bookings.disputed, text: 'It is as long as agreed.' }),
    'no dispute': (f) => ({ id: f.bookings.completed, text: 'It is as long as agreed.' }),
  },
  'disputes.withdraw': {
    open: (f) => ({ id: f.bookings.disputed }),
    'no dispute': (f) => ({ id: f.bookings.completed }),
  },
  'disputes.agreeToRefund': {
    open: (f) => ({ id: f.bookings.disputed }),
    'no dispute': (f) => ({ id: f.bookings.completed }),
  },
  'disputes.proposeSplit': {
    open: (f) => ({ id: f.bookings.disputed, creatorAmount: '50.00' }),
    'no dispute': (f) => ({ id: f.bookings.completed, creatorAmount: '50.00' }),
  },
  'disputes.acceptSplit': {
    proposed: (f) => ({ id: f.bookings.split, creatorCents: 5_000 }),
    'another amount proposed': (f) => ({ id: f.bookings.split, creatorCents: 4_000 }),
    'not proposed': (f) => ({ id: f.bookings.disputed, creatorCents: 5_000 }),
  },

  'receipts.list': page,
  'receipts.listForExport': { always: () => ({ most: 100 }) },
  'receipts.statementByPeriod': { always: () => ({ from: '2026-01-01', to: '2027-12-31' }) },
  'receipts.byBooking': {
    charged: (f) => ({ id: f.bookings.released }),
    'not charged': (f) => ({ id: f.bookings.pending }),
  },
  'receipts.creditNote': {
    refunded: (f) => ({ id: f.bookings.refunded }),
  },
  'receipts.agreement': {
    charged: (f) => ({ id: f.bookings.released }),
    'not charged': (f) => ({ id: f.bookings.pending }),
  },
  'receipts.payoutStatement': { 'paid out': (f) => ({ id: f.bookings.released }) },
  'receipts.monthlyStatement': {
    own: () => ({ month: '2026-11' }),
    'of the creator': (f) => ({ month: '2026-11', creatorId: f.people.creator.id }),
  },
  'receipts.verify': { 'an unknown code': () => ({ code: 'ABCD-EFGH-JKMN' }) },
  'receipts.workRecords': none,
  'receipts.workRecord': { always: (f) => ({ id: f.workRecord }) },
  'receipts.createWorkRecord': none,
  'receipts.billing': none,
  'receipts.saveBilling': { always: () => ({ legalName: 'Northwind', address: '', country: '', taxId: '' }) },
  'receipts.csvFormat': none,
  'receipts.saveCsvFormat': { always: () => ({ format: 'comma' }) },

  'savedItems.lists': none,
  'savedItems.list': { always: (f) => ({ listId: f.saved.list }) },
  'savedItems.listIdsByItem': { always: (f) => ({ ids: [f.packages.active] }) },
  'savedItems.shared': { shared: (f) => ({ token: f.saved.token }) },
  'savedItems.save': {
    'to the default list': (f) => ({ kind: 'creator', id: f.people.creator.id }),
    'to the list of the brand': (f) => ({ kind: 'creator', id: f.people.creator.id, listId: f.saved.second }),
    'an inactive package': (f) => ({ kind: 'package', id: f.packages.inactive }),
  },
  'savedItems.unsave': { always: (f) => ({ kind: 'package', id: f.packages.active, listId: f.saved.list }) },
  'savedItems.createList': { always: () => ({ name: 'Winter' }) },
  'savedItems.renameList': { always: (f) => ({ id: f.saved.second, name: 'Autumn' }) },
  'savedItems.removeList': {
    default: (f) => ({ id: f.saved.list }),
    'not the default': (f) => ({ id: f.saved.second }),
  },
  'savedItems.share': { always: (f) => ({ id: f.saved.list, isShared: true, showsNotes: true }) },
  'savedItems.setNote': { always: (f) => ({ id: f.saved.item, note: 'Ask about June.' }) },
  'savedItems.searches': none,
  'savedItems.saveSearch': { always: () => ({ name: 'Fast', search: { maxDays: 3 } }) },
  'savedItems.removeSearch': { always: (f) => ({ id: f.search }) },
  'savedItems.setSearchEmails': { always: (f) => ({ id: f.search, isMailed: true }) },
  'savedItems.unsubscribe': { 'an unknown link': () => ({ token: 'x'.repeat(43) }) },
  'savedItems.move': { always: (f) => ({ id: f.saved.item, listId: f.saved.second }) },
  'savedItems.remove': { always: (f) => ({ id: f.saved.item }) },

  'operatorTerms.current': none,
  'operatorTerms.list': page,
  'operatorTerms.change': {
    always: (f) => ({ number: f.terms, feeBps: 1_200, windows: { ...DEFAULT_WINDOWS }, reason: REASON }),
  },

  'admin.inbox': page,
  'admin.overview': none,
  'admin.disputes': page,
  'admin.dispute': { open: (f) => ({ id: f.bookings.dispute }) },
  'admin.disputeConversation': { open: (f) => ({ id: f.bookings.dispute }) },
  'admin.decideDispute': {
    'the creator can still answer': (f) => ({ id: f.bookings.dispute, decision: 'refund', reason: REASON }),
  },
  'admin.blockedPayouts': page,
  'admin.retryPayout': { 'not blocked': (f) => ({ id: f.bookings.released, reason: REASON }) },
  'admin.exceptions': page,
  'admin.resolveException': { open: (f) => ({ id: f.exception, note: REASON }) },
  'admin.rebuildBooking': { another_kind: (f) => ({ id: f.exception, note: REASON }) },
  'admin.refunds': page,
  'admin.bookings': page,
  'admin.booking': { always: (f) => ({ id: f.bookings.pending }) },
  'admin.users': page,
  'admin.user': { always: (f) => ({ id: f.people.brand.id }) },
  'admin.suspendUser': {
    'not suspended': (f) => ({ id: f.people.suspendable.id, reason: REASON }),
    suspended: (f) => ({ id: f.people.suspended.id, reason: REASON }),
    staff: (f) => ({ id: f.people.staffWithoutFactor.id, reason: REASON }),
  },
  'admin.releasePayouts': { 'not frozen': (f) => ({ id: f.people.creator.id, reason: REASON }) },
  'admin.requestFactorReset': {
    'without a factor': (f) => ({ id: f.people.creator.id, reason: REASON }),
    'with a factor': (f) => ({ id: f.people.staff.id, reason: REASON }),
  },
  'admin.approveFactorReset': { 'without a request': (f) => ({ id: f.people.creator.id, reason: REASON }) },
  'admin.stopFactorReset': { 'without a request': (f) => ({ id: f.people.creator.id, reason: REASON }) },
  'admin.requestWorkspaceReturn': {
    'to a stranger': (f) => ({ id: f.people.creator.workspaceId, personId: f.people.staff.id, reason: REASON }),
    'to its owner': (f) => ({ id: f.people.creator.workspaceId, personId: f.people.creator.id, reason: REASON }),
  },
  'admin.approveWorkspaceReturn': { 'without a request': (f) => ({ id: f.people.brand.workspaceId, reason: REASON }) },
  'admin.stopWorkspaceReturn': { 'without a request': (f) => ({ id: f.people.brand.workspaceId, reason: REASON }) },
  'admin.liftSuspension': {
    suspended: (f) => ({ id: f.people.suspended.id, reason: REASON }),
    'not suspended': (f) => ({ id: f.people.suspendable.id, reason: REASON }),
  },
  'admin.packages': page,
  'admin.hidePackage': {
    visible: (f) => ({ id: f.packages.active, reason: REASON }),
    hidden: (f) => ({ id: f.packages.hidden, reason: REASON }),
  },
  'admin.showPackage': {
    hidden: (f) => ({ id: f.packages.hidden, reason: REASON }),
    visible: (f) => ({ id: f.packages.active, reason: REASON }),
  },
  'admin.chargebacks': page,
  'admin.answerChargeback': { 'no chargeback': (f) => ({ id: f.bookings.released, note: REASON }) },
  'admin.messages': page,
  'admin.message': { always: (f) => ({ id: f.thread }) },
  'admin.answerMessage': { open: (f) => ({ id: f.thread, text: 'We found it.' }) },
  'admin.closeMessage': { open: (f) => ({ id: f.thread, note: REASON }) },
  'admin.reports': page,
  'admin.decideReport': {
    open: (f) => ({ id: f.report, outcome: 'none', reason: REASON }),
    decided: (f) => ({ id: f.decidedReport, outcome: 'none', reason: REASON }),
  },
  'admin.appeals': page,
  'admin.decideAppeal': { 'no appeal': (f) => ({ id: f.decision, outcome: 'upheld', reason: REASON }) },
  'admin.proofs': page,
  'admin.decideProof': { waiting: (f) => ({ id: f.proof, outcome: 'confirmed', reason: REASON }) },
  'admin.audit': page,
  'admin.revenue': none,
  'admin.market': period,
  'admin.cohorts': none,
  'admin.missedSearches': none,
  'health.report': none,
};
