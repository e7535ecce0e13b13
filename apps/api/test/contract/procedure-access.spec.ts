/**
 * Tests access to every procedure (safety.md "Access"). Access is denied by default, and this test fails for a new
 * procedure until the table below contains it.
 */
import type { SessionUser } from '../../src/core/ctx.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { newAdmin, newBrand, newCreator } from '../../src/demo/builders.ts';
import { PROCEDURES_BY_PATH } from '../../src/http/trpc.ts';
import { useStack } from '../support/stack.ts';

type Kind = 'public' | 'user' | 'creator' | 'brand' | 'admin';

const KINDS: Record<string, Kind> = {
  'auth.session': 'public',
  'health.report': 'admin',
  'auth.me': 'user',
  'auth.register': 'public',
  'auth.signIn': 'public',
  'auth.signOut': 'public',
  'auth.external': 'public',
  'auth.welcome': 'public',
  'auth.completeWelcome': 'public',
  'auth.forgotPassword': 'public',
  'auth.checkResetLink': 'public',
  'auth.resetPassword': 'public',
  'auth.confirmEmail': 'public',
  'auth.account': 'user',
  'auth.resendVerification': 'user',
  'auth.changeEmail': 'user',
  'auth.cancelEmailChange': 'user',
  'auth.changePassword': 'user',
  'auth.setPassword': 'user',
  'auth.disconnect': 'user',
  'auth.sessions': 'user',
  'auth.endSession': 'user',
  'auth.endOtherSessions': 'user',
  'personalData.export': 'user',
  'personalData.deleteAccount': 'user',
  'packages.byId': 'public',
  'packages.listByCreator': 'public',
  'packages.create': 'creator',
  'packages.save': 'creator',
  'packages.setPicture': 'creator',
  'packages.setActive': 'creator',
  'packages.duplicate': 'creator',
  'packages.reorder': 'creator',
  'packages.remove': 'creator',
  'questionnaires.byPackage': 'public',
  'questionnaires.remove': 'creator',
  'questionnaires.save': 'creator',
  'reviews.byCreator': 'public',
  'reviews.byBooking': 'user',
  'reviews.write': 'user',
  'reviews.answer': 'user',
  'bookings.byId': 'user',
  'bookings.list': 'user',
  'bookings.waiting': 'user',
  'profiles.onboardingProgress': 'user',
  'bookings.counts': 'user',
  'bookings.move': 'user',
  'bookings.extendAcceptance': 'brand',
  'bookings.withdraw': 'brand',
  'bookings.setPurchaseOrder': 'brand',
  'messages.list': 'user',
  'messages.unreadCount': 'user',
  'messages.conversation': 'user',
  'messages.page': 'user',
  'messages.search': 'user',
  'messages.send': 'user',
  'messages.markRead': 'user',
  'messages.beginFile': 'user',
  'messages.discardFile': 'user',
  'messages.typing': 'user',
  'messages.setBlocked': 'user',
  'admin.disputeConversation': 'admin',
  'savedItems.lists': 'user',
  'savedItems.list': 'user',
  'savedItems.listIdsByItem': 'user',
  'savedItems.shared': 'public',
  'savedItems.save': 'user',
  'savedItems.unsave': 'user',
  'savedItems.createList': 'user',
  'savedItems.renameList': 'user',
  'savedItems.removeList': 'user',
  'savedItems.share': 'user',
  'savedItems.setNote': 'user',
  'savedItems.searches': 'user',
  'savedItems.saveSearch': 'user',
  'savedItems.removeSearch': 'user',
  'savedItems.setSearchEmails': 'user',
  'savedItems.unsubscribe': 'public',
  'savedItems.move': 'user',
  'savedItems.remove': 'user',
  'availability.byUsername': 'public',
  'availability.own': 'creator',
  'availability.save': 'creator',
  'availability.waitingListStatus': 'brand',
  'availability.waitingListEntries': 'brand',
  'availability.joinWaitingList': 'brand',
  'availability.leaveWaitingList': 'brand',
  'cancellations.request': 'user',
  'cancellations.answer': 'user',
  'cancellations.withdraw': 'user',
  'cancellations.cancelNotStarted': 'brand',
  'cancellations.cancelOverdue': 'brand',
  'disputes.reportProblem': 'brand',
  'disputes.addStatement': 'user',
  'disputes.withdraw': 'user',
  'disputes.agreeToRefund': 'user',
  'disputes.proposeSplit': 'creator',
  'disputes.acceptSplit': 'brand',
  'profiles.byUsername': 'public',
  'profiles.byId': 'public',
  'profiles.stats': 'public',
  'profiles.packages': 'public',
  'profiles.prices': 'public',
  'profiles.recordView': 'public',
  'profiles.dashboard': 'user',
  'profiles.activity': 'user',
  'profiles.own': 'user',
  'profiles.saveName': 'brand',
  'profiles.saveAbout': 'creator',
  'profiles.isUsernameAvailable': 'user',
  'profiles.changeUsername': 'user',
  'profiles.saveTopics': 'creator',
  'profiles.savePlatforms': 'creator',
  'followerProofs.own': 'creator',
  'followerProofs.withdraw': 'creator',
  'admin.proofs': 'admin',
  'admin.decideProof': 'admin',
  'profiles.saveLinks': 'creator',
  'profiles.removePortrait': 'user',
  'profiles.captionPicture': 'creator',
  'profiles.reorderPictures': 'creator',
  'profiles.removePicture': 'creator',
  'profiles.customerInfo': 'brand',
  'profiles.saveCustomerInfo': 'brand',
  'reconciliation.trust': 'public',
  'support.contact': 'public',
  'support.thread': 'public',
  'support.reply': 'public',
  'reports.create': 'user',
  'reports.own': 'user',
  'reports.decision': 'public',
  'analytics.money': 'user',
  'analytics.orders': 'creator',
  'analytics.spending': 'brand',
  'notifications.list': 'user',
  'notifications.unreadCount': 'user',
  'notifications.markRead': 'user',
  'notifications.markAllRead': 'user',
  'notifications.settings': 'user',
  'notifications.saveSettings': 'user',
  'notifications.addDevice': 'user',
  'notifications.removeDevice': 'user',
  'reports.appeal': 'public',
  'publications.add': 'creator',
  'publications.remove': 'creator',
  'publications.report': 'creator',
  'publications.results': 'user',
  'publications.removePicture': 'creator',
  'publications.sharePicture': 'creator',
  'publications.share': 'user',
  'publications.shared': 'public',
  'shipments.setAddress': 'creator',
  'shipments.markReceived': 'creator',
  'shipments.markSent': 'brand',
  'shipments.byBooking': 'user',
  'payments.config': 'public',
  'payments.openCheckout': 'brand',
  'payments.resumeCheckout': 'brand',
  'payments.confirmReturn': 'brand',
  'settlements.approve': 'brand',
  'payouts.setup': 'creator',
  'payouts.countries': 'creator',
  'payouts.setCountry': 'creator',
  'payouts.startSetup': 'creator',
  'payouts.refreshSetup': 'creator',
  'discovery.search': 'public',
  'calendar.revokeFeed': 'user',
  'calendar.createFeed': 'user',
  'calendar.feed': 'user',
  'deliveries.add': 'creator',
  'deliveries.beginFile': 'creator',
  'deliveries.decide': 'brand',
  'deliveries.discardFile': 'creator',
  'deliveries.byBooking': 'user',
  'deliveries.plan': 'creator',
  'deliveries.remove': 'creator',
  'deliveries.send': 'creator',
  'discovery.compare': 'public',
  'discovery.facets': 'public',
  'discovery.suggest': 'public',
  'discovery.locations': 'public',
  'discovery.topics': 'public',
  'discovery.topic': 'public',
  'discovery.landing': 'public',
  'discovery.prices': 'public',
  'offers.byId': 'user',
  'offers.list': 'user',
  'offers.waitingCount': 'user',
  'offers.recipient': 'brand',
  'offers.request': 'brand',
  'offers.answer': 'creator',
  'offers.counter': 'brand',
  'offers.accept': 'creator',
  'offers.end': 'user',
  'payments.openOfferCheckout': 'brand',
  'matching.find': 'brand',
  'matching.briefs': 'brand',
  'matching.saveBrief': 'brand',
  'matching.removeBrief': 'brand',
  'payouts.summary': 'creator',
  'payouts.list': 'creator',
  'payouts.openDashboard': 'creator',
  'receipts.list': 'brand',
  'receipts.byBooking': 'user',
  'receipts.creditNote': 'user',
  'receipts.agreement': 'user',
  'receipts.verify': 'public',
  'receipts.billing': 'user',
  'receipts.saveBilling': 'user',
  'receipts.csvFormat': 'public',
  'receipts.saveCsvFormat': 'user',
  'receipts.payoutStatement': 'user',
  'receipts.monthlyStatement': 'user',
  'receipts.listForExport': 'brand',
  'receipts.statementByPeriod': 'creator',
  'receipts.workRecords': 'creator',
  'receipts.workRecord': 'creator',
  'receipts.createWorkRecord': 'creator',
  'admin.inbox': 'admin',
  'admin.overview': 'admin',
  'admin.disputes': 'admin',
  'admin.dispute': 'admin',
  'admin.decideDispute': 'admin',
  'admin.blockedPayouts': 'admin',
  'admin.retryPayout': 'admin',
  'admin.exceptions': 'admin',
  'admin.resolveException': 'admin',
  'admin.refunds': 'admin',
  'admin.bookings': 'admin',
  'admin.booking': 'admin',
  'admin.users': 'admin',
  'admin.user': 'admin',
  'admin.suspendUser': 'admin',
  'admin.liftSuspension': 'admin',
  'admin.packages': 'admin',
  'admin.chargebacks': 'admin',
  'admin.answerChargeback': 'admin',
  'admin.hidePackage': 'admin',
  'admin.showPackage': 'admin',
  'admin.messages': 'admin',
  'admin.answerMessage': 'admin',
  'admin.message': 'admin',
  'admin.closeMessage': 'admin',
  'admin.reports': 'admin',
  'admin.decideReport': 'admin',
  'admin.appeals': 'admin',
  'admin.decideAppeal': 'admin',
  'admin.audit': 'admin',
  'admin.revenue': 'admin',
  'admin.market': 'admin',
  'admin.cohorts': 'admin',
  'admin.missedSearches': 'admin',
  'operatorTerms.current': 'public',
  'operatorTerms.list': 'admin',
  'operatorTerms.change': 'admin',
};

type Refusal = 'SIGNED_OUT' | 'CREATORS_ONLY' | 'BRANDS_ONLY' | 'ADMINS_ONLY' | null;
/** Expected refusal of each kind for each caller. Null means that the call is allowed. */
const REFUSALS: Record<Kind, readonly [nobody: Refusal, creator: Refusal, brand: Refusal, adminWhoIsABrand: Refusal]> =
  {
    public: [null, null, null, null],
    user: ['SIGNED_OUT', null, null, null],
    creator: ['SIGNED_OUT', null, 'CREATORS_ONLY', 'CREATORS_ONLY'],
    brand: ['SIGNED_OUT', 'BRANDS_ONLY', null, null],
    admin: ['SIGNED_OUT', 'ADMINS_ONLY', 'ADMINS_ONLY', null],
  };
const CODES = {
  SIGNED_OUT: 'UNAUTHORIZED',
  CREATORS_ONLY: 'FORBIDDEN',
  BRANDS_ONLY: 'FORBIDDEN',
  ADMINS_ONLY: 'FORBIDDEN',
} as const;

const procedures = [...PROCEDURES_BY_PATH.keys()];
const stack = useStack();
let people: (SessionUser | null)[];
beforeAll(async () => {
  people = [null, await newCreator(stack.deps), await newBrand(stack.deps), await newAdmin(stack.deps)];
});

it('the access table of this test lists exactly the procedures of the API', () => {
  expect(procedures.toSorted()).toEqual(Object.keys(KINDS).toSorted());
});

/**
 * Returns the refusal that depends on the caller. Returns null if the caller has access, even if the call then
 * fails.
 */
async function refusalOf(
  user: SessionUser | null,
  path: string,
  input: unknown,
): Promise<{ failure: string; code: string } | null> {
  let call = stack.as(user) as unknown;
  for (const name of path.split('.')) call = (call as Record<string, unknown>)[name];
  try {
    await (call as (input: unknown) => Promise<unknown>)(input);
    return null;
  } catch (error) {
    const { failure, code } = error as { failure?: string; code: string };
    return failure !== undefined && failure in CODES ? { failure, code } : null;
  }
}

describe.each(procedures.map((path) => [path, KINDS[path]] as const))('%s', (path, kind) => {
  it(`checks for ${kind} access before it reads the input`, async () => {
    expect(kind).toBeDefined();
    const expected = REFUSALS[kind as Kind].map((failure) => failure && { failure, code: CODES[failure] });
    for (const input of [undefined, {}, { id: 'no-id', username: 'nobody', packageId: 'no-id', status: 'accepted' }]) {
      expect(await Promise.all(people.map((user) => refusalOf(user, path, input)))).toEqual(expected);
    }
  });
});

describe('the tRPC endpoint', () => {
  it('identifies callers by their session cookie and refuses those without access', async () => {
    const [, creator, brand] = people;
    const browsers = [
      await stack.asBrowser(null),
      await stack.asBrowser(creator ?? null),
      await stack.asBrowser(brand ?? null),
    ];
    const statuses = (path: string) =>
      Promise.all(browsers.map(async (browser) => (await browser('POST', `/trpc/${path}`, {})).statusCode));
    expect(await statuses('packages.create')).toEqual([401, 400, 403]);
    expect(await statuses('payments.openCheckout')).toEqual([401, 403, 400]);
    expect(await statuses('bookings.move')).toEqual([401, 400, 400]);
  });

  it('rejects GET requests to mutations with 405', async () => {
    const browser = await stack.asBrowser(people[1] ?? null);
    for (const [path, { type }] of PROCEDURES_BY_PATH) {
      if (type === 'mutation')
        expect([path, (await browser('GET', `/trpc/${path}?input={}`)).statusCode]).toEqual([path, 405]);
    }
  });
});
