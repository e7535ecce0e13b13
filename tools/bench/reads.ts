/** Lists every read in the API whose cost grows with the marketplace, called by the users with the most data. */
import { DEFAULT_WEIGHTS, LIMITS, type CreatorSearch, type MatchRequest } from '@marquee/validation';
import type pg from 'pg';
import { BIG_BRAND_EMAIL, BIG_CREATOR_EMAIL } from './generate.ts';

export type ReaderRole = 'visitor' | 'creator' | 'brand' | 'staff';

export interface ProcedureRead {
  name: string;
  as: ReaderRole;
  procedure: string;
  input?: unknown;
  path?: string;
  /** Maximum total number of buffers for one call, at up to 1,000,000 packages. */
  buffers: number;
}

/**
 * Maximum number of PostgreSQL buffers that reading one page of a list may touch (docs/operations.md, "What one
 * primary carries").
 */
const LIST_BUFFERS = 130;
/**
 * A brand reads all its open requests at once. Each takes up to 13 buffers: the request, its creator, its requester,
 * its client, and an approval with the name of its approver. The members who may approve take the rest.
 */
const REQUESTS_BUFFERS = 13 * LIMITS.openOrderRequests + LIST_BUFFERS;

/** Number of buffers per receipt in a list that reads all receipts of a brand: its booking, amounts and refunds. */
const RECEIPT_BUFFERS = 14;

const SAMPLE_BRIEF: MatchRequest = {
  categories: ['Fashion'],
  platforms: [],
  budget: 300,
  audience: null,
  tone: '',
  keywords: [],
  neededBy: '',
  weights: DEFAULT_WEIGHTS,
};

async function findReadFacts(pool: pg.Pool) {
  const one = async <T extends object>(sql: string): Promise<T> => {
    const { rows } = await pool.query<T>(sql);
    if (!rows[0]) throw new Error(`Nothing found: ${sql}`);
    return rows[0];
  };
  const big = await one<{ id: string; username: string }>(
    `select id, username from workspace join person using (id) where email = '${BIG_CREATOR_EMAIL}'`,
  );
  const brand = await one<{ id: string }>(`select id from person where email = '${BIG_BRAND_EMAIL}'`);
  const creator = await one<{ id: string; username: string; name: string }>(
    `select u.id, u.username, u.full_name as name from creator_listing l join workspace u on u.id = l.creator_id
      where u.id <> '${big.id}' order by l.followers limit 1`,
  );
  const pack = await one<{ id: string }>(
    `select package_id as id from package_listing where creator_id = '${creator.id}' limit 1`,
  );
  const deep = await one<{ id: string }>(
    `select package_id as id from package_listing where creator_id = '${big.id}' limit 1`,
  );
  const packs = await pool.query<{ id: string }>(
    'select package_id as id from (select creator_id from creator_listing order by match_rank desc, followers desc, creator_id desc limit 4) l cross join lateral (select package_id from package_listing where creator_id = l.creator_id limit 1) o',
  );
  const ofCreator = await one<{ id: string }>(
    `select id from booking where creator_id = '${big.id}' and status = 'completed' order by created_at desc limit 1`,
  );
  const ofBrand = await one<{ id: string }>(
    `select booking_id as id from ledger_document where kind = 'receipt' and brand_id = '${brand.id}' order by issued_at desc limit 1`,
  );
  const paid = await one<{ id: string; month: string }>(
    `select booking_id as id, to_char(at at time zone 'UTC', 'YYYY-MM') as month from ledger_transaction
      where kind = 'release' and creator_id = '${big.id}' order by at desc limit 1`,
  );
  const coded = await one<{ code: string }>(
    `select code from ledger_document where booking_id = '${ofBrand.id}' limit 1`,
  );
  const refunded = await one<{ id: string }>(
    `select booking_id as id from ledger_document where kind = 'credit_note' and brand_id = '${brand.id}' limit 1`,
  );
  const monthly = await one<{ code: string }>(
    `select code from creator_statement where creator_id = '${big.id}' and month = '${paid.month}'`,
  );
  const worked = await one<{ id: string; code: string }>(
    `select id, code from work_record where creator_id = '${big.id}' order by day limit 1`,
  );
  const reviewed = await one<{ id: string }>('select booking_id as id from review_guest limit 1');
  const saved = await one<{ id: string }>(`select id from saved_list where workspace_id = '${brand.id}' and is_first`);
  const offer = await one<{ id: string }>(
    `select id from offer where creator_id = '${big.id}' and ended_at is null order by last_at desc limit 1`,
  );
  const talk = await one<{ id: string; last: number }>(
    `select id, last_number as last from conversation where brand_id = '${brand.id}' and creator_id = '${big.id}' and booking_id is null`,
  );
  const marked = await pool.query<{ id: string }>(
    '(select creator_id as id from creator_listing order by creator_id limit 50) union all (select package_id from package_listing order by package_id limit 50)',
  );
  const middle = async (table: string, where: string) =>
    (
      await one<{ cursor: string }>(
        `select translate(rtrim(encode(convert_to((extract(epoch from created_at) * 1000)::bigint || ':' || id, 'UTF8'),
          'base64'), '='), E'+/\\n', '-_') as cursor
         from ${table} where ${where} order by created_at desc offset (select count(*) / 2 from ${table} where ${where}) limit 1`,
      )
    ).cursor;
  return {
    big,
    brand,
    creator,
    pack,
    packs: packs.rows.map(({ id }) => id),
    saved,
    offer,
    talk,
    marked: marked.rows.map(({ id }) => id),
    deep,
    ofCreator,
    ofBrand,
    paid,
    coded,
    refunded,
    monthly,
    worked,
    reviewed,
    halfYearAgo: new Date(Date.now() - 180 * 86_400_000).toISOString().slice(0, 10),
    middleOfCreator: await middle('booking', `creator_id = '${big.id}' and authorized_at is not null`),
    middleOfBrand: await middle('booking', `brand_id = '${brand.id}'`),
  };
}

/** Returns the last day of a month, for example '2026-02-28' for '2026-02'. */
function getLastDay(month: string): string {
  const day = new Date(`${month}-01T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + 1, 0);
  return day.toISOString().slice(0, 10);
}

export async function createProcedureReads(pool: pg.Pool): Promise<ProcedureRead[]> {
  const facts = await findReadFacts(pool);
  const search = (name: string, input: CreatorSearch, buffers = LIST_BUFFERS): ProcedureRead => ({
    name,
    as: 'visitor',
    procedure: 'discovery.search',
    input,
    buffers,
  });
  const read = (
    as: ReaderRole,
    procedure: string,
    input: unknown,
    buffers: number,
    extra: Partial<ProcedureRead> = {},
  ): ProcedureRead => ({
    name: procedure,
    as,
    procedure,
    input,
    buffers,
    ...extra,
  });
  const facets = (name: string, input: CreatorSearch, buffers: number): ProcedureRead => ({
    ...search(name, input, buffers),
    procedure: 'discovery.facets',
  });
  const match = (name: string, changes: Partial<MatchRequest>): ProcedureRead =>
    read('brand', 'matching.find', { ...SAMPLE_BRIEF, ...changes }, 11_000, { name: `match: ${name}` });
  const { big, brand, creator } = facts;
  return [
    read('visitor', 'packages.byId', { id: facts.deep.id }, 25, { name: 'package with all options' }),
    read('visitor', 'packages.byId', { id: facts.pack.id }, 15, {
      name: 'detail',
      path: `/api/packages/${facts.pack.id}`,
    }),
    read('visitor', 'profiles.byUsername', { username: creator.username }, 30, {
      name: 'profile',
      path: `/api/profile/${creator.username}`,
    }),
    read('visitor', 'profiles.stats', { username: big.username }, LIST_BUFFERS, {
      name: 'profile figures, big creator',
    }),
    read('visitor', 'profiles.packages', { username: big.username }, LIST_BUFFERS, {
      name: 'profile packages, big creator',
    }),
    // The call reads the creator's packages and the latest prices of each.
    read('visitor', 'profiles.prices', { username: big.username }, 2 * LIST_BUFFERS, {
      name: 'profile prices, big creator',
    }),
    read('visitor', 'questionnaires.byPackage', { packageId: facts.pack.id }, 15),
    read('visitor', 'discovery.landing', undefined, 20, { name: 'landing figures' }),
    read('visitor', 'discovery.prices', undefined, 20, { name: 'price guide' }),
    read('visitor', 'discovery.topics', undefined, 60, { name: 'categories and locations' }),
    read('visitor', 'discovery.topic', { slug: 'fashion/youtube' }, 20, { name: 'page of a category on a platform' }),
    read('visitor', 'discovery.topic', { slug: 'there/is/none' }, 80, { name: 'unknown page' }),
    read('visitor', 'receipts.verify', { code: facts.coded.code }, LIST_BUFFERS, { name: 'check of a document' }),
    read('visitor', 'receipts.verify', { code: facts.monthly.code }, 18_000, {
      name: 'check of a monthly statement',
    }),
    read('visitor', 'receipts.verify', { code: facts.worked.code }, LIST_BUFFERS, {
      name: 'check of a work record',
    }),
    read('visitor', 'receipts.verify', { code: 'AAAABBBBCCCC' }, 20, { name: 'check of an unknown document' }),
    // The call reads four creators with 50 bookings each.
    read('visitor', 'discovery.compare', { ids: facts.packs }, 260),
    // The call reads the page, the number of results, and the used slots of creators with a booking limit, which are
    // about a third of the page.
    search('list', {}),
    search(
      'list: category, price low',
      { categories: ['Fashion'], maxBudget: 200, sort: 'price_low' },
      6 * LIST_BUFFERS,
    ),
    search('list: price range, price low', { minBudget: 100, maxBudget: 300, sort: 'price_low' }, 4_000),
    search('list: price range, price high', { minBudget: 100, maxBudget: 300, sort: 'price_high' }, 3_000),
    search(
      'list: platform, followers, newest',
      { platforms: ['youtube'], minFollowers: 10_000, maxFollowers: 100_000, sort: 'newest' },
      3 * LIST_BUFFERS,
    ),
    search('list: language, days, budget', { language: 'German', maxDays: 3, maxBudget: 150 }, 7_000),
    search('search: common word', { query: 'video' }, 5_000),
    search('search: prefix', { query: 'vid' }, 5_000),
    search('search: two words, filtered', { query: 'travel recipe', categories: ['Travel'], maxBudget: 500 }, 5_000),
    search('search: rare word', { query: 'falconry' }, 5_000),
    search('search: name', { query: creator.name }, 5_000),
    search('search: mistyped name', { query: 'lindqvst' }, 5_000),
    search('search: synonym of three words', { query: 'reels' }, 5_000),
    search('search: mistyped word', { query: 'fashon' }, 5_000),
    search('search: place', { place: 'Lisbon' }, 12 * LIST_BUFFERS),
    search('list: fastest', { sort: 'delivery' }, 3 * LIST_BUFFERS),
    search('list: fastest within a budget', { sort: 'delivery', minBudget: 100, maxBudget: 300 }, 4_000),
    // If fewer than 1,000 creators have no availability settings, the search also counts the bookings of the
    // others.
    search('list: can start by', { startsBy: '2099-01-01' }, 3_000),
    facets('facets', {}, 20),
    facets('facets: category', { categories: ['Fashion'] }, 30),
    facets(
      'facets: category, platform, place',
      { categories: ['Fashion'], platforms: ['youtube'], place: 'Oslo' },
      13_000,
    ),
    facets('facets: budget and days', { maxBudget: 200, maxDays: 7 }, 32_000),
    facets('facets: common word', { query: 'video' }, 15_000),
    read('visitor', 'discovery.suggest', { text: '' }, 60, { name: 'suggestions, empty' }),
    read('visitor', 'discovery.suggest', { text: 'v' }, 500, { name: 'suggestions, one letter' }),
    read('visitor', 'discovery.suggest', { text: 'ma' }, 1_000, { name: 'suggestions, start of a name' }),
    read('visitor', 'discovery.locations', { text: 'l' }, 60, { name: 'locations' }),
    search('search: common word, newest', { query: 'video', sort: 'newest' }, 5_000),
    read('visitor', 'reviews.byCreator', { username: big.username }, LIST_BUFFERS, { name: 'reviews, big creator' }),
    read('creator', 'deliveries.byBooking', { id: facts.ofCreator.id }, 60, {
      name: 'creator: deliverables of a booking',
    }),
    read('creator', 'shipments.byBooking', { id: facts.ofCreator.id }, 20, { name: 'creator: shipment of a booking' }),
    read('creator', 'publications.results', { id: facts.ofCreator.id }, 60, { name: 'creator: results of a booking' }),
    read('creator', 'reviews.byBooking', { bookingId: facts.ofCreator.id }, 60, {
      name: 'creator: reviews of a booking',
    }),
    search('search: best rated', { sort: 'rating' }),
    search('search: rated 4.5 and better', { minRating: 4.5, sort: 'newest' }, 4 * LIST_BUFFERS),
    read('creator', 'profiles.dashboard', undefined, 5 * LIST_BUFFERS, { name: 'creator: figures' }),
    read('creator', 'analytics.money', { span: '12m' }, 60, { name: 'creator: earnings of two years' }),
    read('creator', 'analytics.orders', { span: '12m' }, 6 * LIST_BUFFERS, { name: 'creator: orders of two years' }),
    read('creator', 'followerProofs.own', undefined, 10, { name: 'creator: follower screenshots' }),
    read('creator', 'notifications.unreadCount', undefined, 110, { name: 'creator: unread notifications' }),
    read('creator', 'notifications.list', {}, 2 * LIST_BUFFERS, { name: 'creator: notifications' }),
    read('creator', 'auth.signIns', {}, 10, { name: 'creator: sign-ins' }),
    read('creator', 'factors.own', undefined, 20, { name: 'creator: second factors' }),
    read('creator', 'auth.confirmation', undefined, 30, { name: 'creator: confirmation' }),
    read('creator', 'notifications.settings', undefined, 10, { name: 'creator: email settings' }),
    read('creator', 'profiles.onboardingProgress', undefined, 30, { name: 'creator: first steps' }),
    read('creator', 'profiles.activity', undefined, LIST_BUFFERS, { name: 'creator: activity' }),
    // The generic plan may sort all of a creator's bookings (about 500 here), because it expects few creators to
    // have many. Planning each call separately would cost more, about 1.7 ms.
    read('creator', 'bookings.list', {}, 7 * LIST_BUFFERS, { name: 'creator: bookings' }),
    read('creator', 'bookings.list', { cursor: facts.middleOfCreator }, 7 * LIST_BUFFERS, {
      name: 'creator: bookings, page in the middle',
    }),
    read('creator', 'bookings.list', { status: 'pending' }, 5_000, { name: 'creator: bookings, pending' }),
    read('creator', 'bookings.waiting', { most: 5 }, 7 * LIST_BUFFERS, { name: 'creator: first open actions' }),
    read('creator', 'bookings.waiting', { most: 50 }, 2_000, { name: 'creator: all open actions' }),
    read('creator', 'bookings.counts', undefined, 60, { name: 'creator: counts by status' }),
    read('creator', 'bookings.byId', { id: facts.ofCreator.id }, LIST_BUFFERS, { name: 'creator: booking' }),
    read('creator', 'packages.listByCreator', { id: big.id }, LIST_BUFFERS, { name: 'creator: packages' }),
    read('creator', 'agencies.overview', undefined, 60, { name: 'creator: agency' }),
    // Reads and sorts all creators of the person's agencies, of which there are at most 200 per agency.
    read('creator', 'agencies.acting', {}, 3_000, { name: 'creator: creators to act for' }),
    read('creator', 'agencies.creators', {}, LIST_BUFFERS, { name: 'creator: represented creators' }),
    // The call reads one index entry per charged booking.
    read('creator', 'payouts.summary', undefined, 700, { name: 'creator: payout sums' }),
    read('creator', 'payouts.list', {}, 2 * LIST_BUFFERS, { name: 'creator: payouts' }),
    read('creator', 'payouts.list', { stage: 'blocked' }, 2 * LIST_BUFFERS, { name: 'creator: payouts, blocked' }),
    read('creator', 'payouts.list', { search: 'nothing is called this' }, 20_000, {
      name: 'creator: payouts, searched',
    }),
    read(
      'creator',
      'receipts.statementByPeriod',
      { from: `${facts.paid.month}-01`, to: getLastDay(facts.paid.month) },
      22_000,
      {
        name: 'creator: payouts in a date range',
      },
    ),
    read('creator', 'receipts.payoutStatement', { id: facts.paid.id }, LIST_BUFFERS, { name: 'creator: statement' }),
    read('brand', 'workspaces.own', undefined, 2 * LIST_BUFFERS, { name: 'brand: workspaces' }),
    read('brand', 'workspaces.members', undefined, 9 * LIST_BUFFERS, { name: 'brand: members' }),
    // Each member waits to become an owner.
    read('brand', 'workspaces.ownershipChanges', undefined, 18 * LIST_BUFFERS, {
      name: 'brand: changes of ownership',
    }),
    // Also lists the people who did something, one index entry each.
    read('brand', 'workspaces.actions', {}, 16 * LIST_BUFFERS, { name: 'brand: log' }),
    read('brand', 'workspaces.actions', { topic: 'order', from: '2026-01-01' }, 16 * LIST_BUFFERS, {
      name: 'brand: log of a topic',
    }),
    read('brand', 'workspaces.actionsForExport', { topic: 'card' }, LIST_BUFFERS, { name: 'brand: log as CSV' }),
    read('creator', 'receipts.workRecords', undefined, LIST_BUFFERS, { name: 'creator: work records' }),
    read('creator', 'receipts.workRecord', { id: facts.worked.id }, LIST_BUFFERS, { name: 'creator: work record' }),
    read('creator', 'receipts.monthlyStatement', { month: facts.paid.month }, 22_000, {
      name: 'creator: monthly statement',
    }),
    read('brand', 'profiles.dashboard', undefined, 2 * LIST_BUFFERS, { name: 'brand: figures' }),
    read('brand', 'analytics.money', { span: '12m' }, LIST_BUFFERS, { name: 'brand: spending of two years' }),
    read('brand', 'analytics.spending', { span: '12m' }, 8 * LIST_BUFFERS, {
      name: 'brand: spending by creator and package',
    }),
    read('brand', 'profiles.onboardingProgress', undefined, 30, { name: 'brand: first steps' }),
    read('brand', 'profiles.activity', undefined, LIST_BUFFERS, { name: 'brand: activity' }),
    read('creator', 'availability.own', undefined, 3 * LIST_BUFFERS, { name: 'creator: availability' }),
    read('visitor', 'availability.byUsername', { username: big.username }, 3 * LIST_BUFFERS, {
      name: 'availability, big creator',
    }),
    read('brand', 'availability.waitingListStatus', { packageId: facts.pack.id }, LIST_BUFFERS, {
      name: 'brand: waiting-list status',
    }),
    read('brand', 'availability.waitingListEntries', undefined, 2 * LIST_BUFFERS, {
      name: 'brand: waiting-list entries',
    }),
    // The call counts the entries of all lists, at most 4,000.
    read('brand', 'savedItems.lists', undefined, 3 * LIST_BUFFERS, { name: 'brand: saved lists, maximum' }),
    read('brand', 'messages.list', {}, 4 * LIST_BUFFERS, { name: 'messages: conversations' }),
    read('brand', 'messages.list', { show: 'unread' }, 4 * LIST_BUFFERS, { name: 'messages: unread conversations' }),
    read('brand', 'messages.list', { search: 'a' }, 40 * LIST_BUFFERS, { name: 'messages: conversations, searched' }),
    read('brand', 'messages.unreadCount', undefined, LIST_BUFFERS, { name: 'messages: unread count' }),
    read('brand', 'messages.conversation', { id: facts.talk.id }, LIST_BUFFERS, {
      name: 'messages: a long conversation',
    }),
    // Looks up the person who wrote each message.
    read('brand', 'messages.page', { id: facts.talk.id }, 3 * LIST_BUFFERS, { name: 'messages: newest page' }),
    read('brand', 'messages.page', { id: facts.talk.id, before: Math.ceil(facts.talk.last / 2) }, 3 * LIST_BUFFERS, {
      name: 'messages: older page',
    }),
    read('brand', 'messages.page', { id: facts.talk.id, after: Math.ceil(facts.talk.last / 2) }, 3 * LIST_BUFFERS, {
      name: 'messages: newer page',
    }),
    read('brand', 'messages.search', { id: facts.talk.id, search: 'onlyonce' }, 2 * LIST_BUFFERS, {
      name: 'messages: search for a rare word',
    }),
    read('brand', 'messages.search', { id: facts.talk.id, search: 'the-film.mp4 東京' }, 2 * LIST_BUFFERS, {
      name: 'messages: search without a match',
    }),
    read('brand', 'messages.search', { id: facts.talk.id, search: 'video' }, 12 * LIST_BUFFERS, {
      name: 'messages: search for a frequent word',
    }),
    read('brand', 'savedItems.searches', undefined, 20, { name: 'brand: saved searches' }),
    read('brand', 'savedItems.list', { listId: facts.saved.id }, 4 * LIST_BUFFERS, { name: 'brand: a saved list' }),
    read('brand', 'savedItems.listIdsByItem', { ids: facts.marked }, 3_000, {
      name: 'brand: saved marks of 100 items',
    }),
    read('visitor', 'savedItems.shared', { token: 'AAAAAAAAAAAAAAAAAAAAAA' }, 4 * LIST_BUFFERS, {
      name: 'a shared list',
    }),
    read('creator', 'offers.list', { show: 'waiting' }, 4 * LIST_BUFFERS, { name: 'creator: waiting offers' }),
    read('creator', 'offers.list', { show: 'open' }, 4 * LIST_BUFFERS, { name: 'creator: open offers' }),
    read('creator', 'offers.list', { show: 'ended' }, 4 * LIST_BUFFERS, { name: 'creator: ended offers' }),
    read('creator', 'offers.waitingCount', undefined, 60, { name: 'creator: count of waiting offers' }),
    read('creator', 'offers.byId', { id: facts.offer.id }, 60, { name: 'creator: an offer' }),
    read('brand', 'offers.list', { show: 'open' }, 4 * LIST_BUFFERS, { name: 'brand: open offers' }),
    read('brand', 'offers.list', { show: 'ended' }, 4 * LIST_BUFFERS, { name: 'brand: ended offers' }),
    read('brand', 'offers.waitingCount', undefined, 60, { name: 'brand: count of waiting offers' }),
    read('brand', 'offers.recipient', { username: creator.username }, 40, {
      name: 'brand: recipient of an offer request',
    }),
    read('brand', 'bookings.list', {}, 3 * LIST_BUFFERS, { name: 'brand: bookings' }),
    read('brand', 'bookings.list', { cursor: facts.middleOfBrand }, 3 * LIST_BUFFERS, {
      name: 'brand: bookings, page in the middle',
    }),
    read('brand', 'bookings.waiting', { most: 5 }, 8 * LIST_BUFFERS, { name: 'brand: first open actions' }),
    read('brand', 'bookings.waiting', { most: 50 }, 3_000, { name: 'brand: all open actions' }),
    read('brand', 'bookings.counts', undefined, 60, { name: 'brand: counts by status' }),
    match('subject and budget', {}),
    match('everything, common words', {
      categories: ['Fashion', 'Travel'],
      platforms: ['instagram', 'tiktok'],
      audience: 10_000,
      neededBy: '2099-01-01',
      keywords: ['video', 'brand'],
    }),
    match('rare word', { categories: ['Sustainability'], keywords: ['falconry'] }),
    match('small budget', { budget: 1 }),
    read('brand', 'payments.cards', undefined, LIST_BUFFERS, { name: 'brand: saved cards' }),
    read('brand', 'orderRequests.open', undefined, REQUESTS_BUFFERS, { name: 'brand: requests to approve' }),
    read('brand', 'orderRequests.waitingCount', undefined, REQUESTS_BUFFERS, {
      name: 'brand: count of requests to approve',
    }),
    read('brand', 'orderRequests.closed', {}, 5 * LIST_BUFFERS, { name: 'brand: closed requests' }),
    read('brand', 'clients.list', undefined, LIST_BUFFERS, { name: 'brand: clients' }),
    read('brand', 'budgets.list', undefined, 4 * LIST_BUFFERS, { name: 'brand: budgets' }),
    read('brand', 'matching.briefs', undefined, 20, { name: 'brand: saved briefs' }),
    // The call looks up the booking, the amount and the refunds for each row.
    read('brand', 'receipts.list', {}, 9 * LIST_BUFFERS, { name: 'brand: receipts' }),
    read('brand', 'receipts.list', { search: 'nothing is called this' }, 5_000 * RECEIPT_BUFFERS, {
      name: 'brand: receipts, searched',
    }),
    read('brand', 'receipts.list', { from: '2020-01-01', to: '2020-01-02' }, LIST_BUFFERS, {
      name: 'brand: receipts in a date range',
    }),
    // The API exports at most 5,000 receipts at once, and the big brand has that many in the largest marketplace.
    read('brand', 'receipts.listForExport', { from: facts.halfYearAgo, most: 5_000 }, 5_000 * RECEIPT_BUFFERS, {
      name: 'brand: receipts of half a year',
    }),
    read('brand', 'guestReviews.byBooking', { id: facts.reviewed.id }, 8 * LIST_BUFFERS, {
      name: 'brand: guest reviews of a booking',
    }),
    read('brand', 'receipts.byBooking', { id: facts.ofBrand.id }, LIST_BUFFERS, { name: 'brand: receipt' }),
    read('brand', 'receipts.agreement', { id: facts.ofBrand.id }, LIST_BUFFERS, { name: 'brand: agreement' }),
    read('brand', 'receipts.creditNote', { id: facts.refunded.id }, LIST_BUFFERS, { name: 'brand: credit note' }),
    read('staff', 'admin.overview', undefined, 1_000, { name: 'staff: overview' }),
    read('staff', 'admin.inbox', {}, 3_000, { name: 'staff: inbox' }),
    read('staff', 'admin.bookings', { show: 'all' }, LIST_BUFFERS, { name: 'staff: bookings' }),
    read('staff', 'admin.bookings', { show: 'attention' }, 4 * LIST_BUFFERS, { name: 'staff: bookings, attention' }),
    read('staff', 'admin.bookings', { show: 'all', search: 'falconry' }, 10_000, {
      name: 'staff: bookings, searched',
    }),
    read('staff', 'admin.packages', { show: 'all' }, LIST_BUFFERS, { name: 'staff: packages' }),
    read('staff', 'admin.packages', { show: 'all', search: 'livestreaming' }, 15_000, {
      name: 'staff: packages, searched',
    }),
    // Reads the first owner of each workspace, too.
    read('staff', 'admin.users', { show: 'all' }, 300, { name: 'staff: users' }),
    read('staff', 'admin.users', { show: 'all', search: creator.username }, 8_000, { name: 'staff: users, searched' }),
    // Compares the people, cards and sign-ins of the workspace with those of 50 other sides.
    read('staff', 'admin.user', { id: brand.id }, 6_000, { name: 'staff: a brand' }),
    read('staff', 'admin.user', { id: big.id }, 6_000, { name: 'staff: a creator' }),
    read('staff', 'operatorTerms.list', {}, 20, { name: 'staff: operator terms' }),
    read('staff', 'admin.revenue', undefined, 1_000, { name: 'staff: revenue' }),
    read('staff', 'admin.market', { span: '12m' }, 400, { name: 'staff: market of two years' }),
    read('staff', 'admin.cohorts', undefined, 30, { name: 'staff: brand cohorts' }),
    // The call reads 30 days with at most 2,000 different searches each.
    read('staff', 'admin.missedSearches', undefined, 1_000, { name: 'staff: searches without a result' }),
    read('staff', 'admin.disputes', { show: 'open' }, 6 * LIST_BUFFERS, { name: 'staff: disputes' }),
    read('staff', 'admin.blockedPayouts', {}, 6 * LIST_BUFFERS, { name: 'staff: blocked payouts' }),
    read('staff', 'admin.chargebacks', { show: 'open' }, 6 * LIST_BUFFERS, { name: 'staff: chargebacks' }),
    read('staff', 'admin.refunds', { show: 'done' }, 6 * LIST_BUFFERS, { name: 'staff: refunds' }),
    read('staff', 'admin.exceptions', { show: 'open' }, 4 * LIST_BUFFERS, { name: 'staff: exceptions' }),
    read('staff', 'admin.messages', { show: 'open' }, LIST_BUFFERS, { name: 'staff: messages' }),
    read('visitor', 'reconciliation.trust', undefined, LIST_BUFFERS, { name: 'visitor: trust page' }),
    read('staff', 'admin.reports', { show: 'open' }, 3 * LIST_BUFFERS, { name: 'staff: reports' }),
    read('staff', 'admin.reports', { show: 'decided' }, 4 * LIST_BUFFERS, { name: 'staff: reports, decided' }),
    read('staff', 'admin.proofs', { show: 'waiting' }, 2 * LIST_BUFFERS, { name: 'staff: follower figures' }),
    read('staff', 'admin.proofs', { show: 'decided' }, 3 * LIST_BUFFERS, { name: 'staff: follower figures, decided' }),
    read('staff', 'admin.appeals', {}, LIST_BUFFERS, { name: 'staff: appeals' }),
    read('staff', 'admin.audit', {}, LIST_BUFFERS, { name: 'staff: audit' }),
    // The call reads the rows of two days, which are one per operation and five minutes.
    read('staff', 'health.report', undefined, 2_000, { name: 'staff: health' }),
  ];
}
