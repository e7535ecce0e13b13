/**
 * Seeds the demo marketplace with 40 creators, their packages and questionnaires, and bookings in every state. The
 * data is created by calling the API's own functions, so that the ledger agrees with the local Stripe server. The
 * random seed is fixed, so each run creates the same marketplace.
 */
import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@marquee/time';
import { formatDecimal } from '@marquee/money';
import type { PackageOptionsForm, Question } from '@marquee/validation';
import { PLATFORM_LABELS } from '@marquee/contracts';
import { parseEnv } from '../config/env.ts';
import { openLog } from '../config/log.ts';
import type { SessionUser } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { inTransaction } from '../core/unit-of-work.ts';
import { closeMarketDays } from '../modules/staff/analytics/market.service.ts';
import { upsertUnmatchedSearch } from '../modules/staff/analytics/missed-searches.sql.ts';
import { sendFollowerProof } from '../modules/catalog/follower-proofs/follower-proofs.service.ts';
import { storeFilePart } from '../modules/booking/files/files.service.ts';
import { beginMessageFile } from '../modules/messaging/messages/files.service.ts';
import { insertProfileView } from '../modules/catalog/profiles/profiles.sql.ts';
import { boot, prepareDatabase } from '../process/boot.ts';
import { startWorker } from '../process/worker.ts';
import { getDemoEmail } from './accounts.ts';
import { BOOKING_STORIES, createAnswers, seedBooking, type BookingStory } from './bookings.ts';
import { createUserContext, createUserCaller, newAdminWithoutFactor, newBooking, newBrand } from './builders.ts';
import { SEED_BRANDS } from './catalog.ts';
import { SEED_CONVERSATIONS, type SeedConversation } from './conversations.ts';
import { seedCreator, toSlug, type SeededCreator } from './creators.ts';
import { renderPortfolioFrame } from './deliveries.ts';
import { HAUL_COUNT_QUESTION, createHaulOptions, PIECES_OPTIONS, RIGHTS_OPTIONS } from './package-options.ts';
import { faker } from './random.ts';
import { renderStatistics } from './statistics.ts';
import { seedAgency, seedCompany, type TeamPackage } from './teams.ts';

const CREATOR_COUNT = 40;

const BOOKING_COUNT = 68;

async function seed(real: Deps): Promise<void> {
  // Bookings are created in the past, so each step first sets this clock.
  const today = Date.now();
  let clock = today;
  const deps: Deps = { ...real, now: () => new Date(clock) };
  const worker = await startWorker(deps);
  try {
    clock = today - 150 * DAY_MS;
    const brands: SessionUser[] = [];
    for (const [at, brand] of SEED_BRANDS.entries()) {
      const email = at === 0 ? getDemoEmail('Brand') : `${toSlug(brand.company)}@brands.marquee.test`;
      brands.push(await newBrand(deps, { fullName: brand.company, email }));
    }
    const creators: SeededCreator[] = [];
    for (let at = 0; at < CREATOR_COUNT; at++) {
      clock = today - (140 - at) * DAY_MS;
      creators.push(await seedCreator(deps, at));
    }
    const moveTo = (time: number) => {
      clock = Math.min(time, today);
    };
    for (let at = 0; at < BOOKING_COUNT; at++) {
      // The first bookings belong to the demo accounts, so that each of them has bookings in every state.
      const creator = at < BOOKING_STORIES.length ? creators[0] : faker.helpers.arrayElement(creators.slice(1, 30));
      const brandAt =
        at % 3 === 0 || at < BOOKING_STORIES.length / 2 ? 0 : faker.number.int({ min: 1, max: SEED_BRANDS.length - 1 });
      const story: BookingStory = BOOKING_STORIES[at % BOOKING_STORIES.length] ?? 'released';
      if (creator)
        await seedBooking(deps, creator, { user: brands[brandAt], ...SEED_BRANDS[brandAt] }, story, moveTo, today);
    }
    const maya = creators[0];
    const [northwind] = brands;
    if (maya && northwind)
      await seedBooking(deps, maya, { user: northwind, ...SEED_BRANDS[0] }, 'unpaid', moveTo, today);
    if (maya && northwind) await seedPackageOptions(deps, creators, northwind, moveTo, today);
    clock = today;
    await seedViews(deps, creators, today);
    const admin = await seedAdmin(deps);
    await seedFollowerProofs(deps, creators.slice(0, 12), admin, moveTo, today);
    clock = today;
    const [busy, careful] = creators.slice(-8);
    if (busy && careful) {
      const at = today - 2 * DAY_MS;
      const [brand] = brands.slice(5);
      const packageId = busy.packages.at(-1)?.id;
      if (brand && packageId !== undefined)
        await newBooking(deps, {
          creator: busy.user,
          brand,
          packageId,
          status: 'in_progress',
          before: (step) => moveTo(at + (step === 'order' ? 0 : HOUR_MS)),
        });
      clock = today;
      await seedAvailability(deps, { busy, careful }, [brands[3], brands[0]]);
    }
    if (brands[0]) await seedSavedItems(deps, brands[0], creators.slice(2, 6));
    const [third, other] = [brands[2], creators[3]];
    if (maya && other && northwind && third)
      await seedOffers(deps, { maya: maya.user, other: other.user, northwind, third }, moveTo, today);
    for (const talk of SEED_CONVERSATIONS) {
      const [creator, brand] = [creators[talk.creator]?.user, brands[talk.brand]];
      if (creator && brand) await seedConversation(deps, talk, { creator, brand }, moveTo, today);
    }
    const [finished, current, requested, represented] = [18, 3, 5, 15].map((at) => getLastPackage(creators[at]));
    if (finished && current && requested) await seedCompany(deps, [finished, current, requested], moveTo, today);
    if (represented && third) await seedAgency(deps, represented, third, moveTo, today);
    clock = today;
  } finally {
    await worker.stop();
    // Deletes all emails and marks notifications older than two days as read, because they are outdated.
    await deps.db.deleteFrom('mail').execute();
    const lately = new Date(today - 2 * DAY_MS);
    await deps.db.updateTable('notification').set({ readAt: lately }).where('at', '<', lately).execute();
    // The worker counted some days while the clock was set to other times, so count all days again.
    clock = today;
    for (const table of ['marketDay', 'brandMonth', 'brandCohort'] as const) await deps.db.deleteFrom(table).execute();
    await deps.db.updateTable('marketClose').set({ until: null }).execute();
    while (await closeMarketDays(deps));
    await seedUnmatchedSearches(deps, today);
    // Checks of the ledger that ran while the clock was set to other times are meaningless, so start a new check of
    // all bookings.
    await deps.db.deleteFrom('reconciliationRun').execute();
    await inTransaction(deps, (tx) => tx.enqueue('reconciliation.check', {}, { runAt: new Date() }));
  }
}

/** Returns the last package of a creator with three packages. It has no questions. */
function getLastPackage(seeded: SeededCreator | undefined): TeamPackage | undefined {
  const last = seeded?.packages.at(-1);
  return seeded && last && { creator: seeded.user, packageId: last.id };
}

/**
 * Fills all slots of the creator `busy` and adds brands to the waiting list. Gives the creator `careful` a vacation
 * and a lead time.
 */
async function seedAvailability(
  deps: Deps,
  { busy, careful }: { busy: SeededCreator; careful: SeededCreator },
  waiting: (SessionUser | undefined)[],
): Promise<void> {
  const inDays = (days: number) => new Date(deps.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const holiday = { first: inDays(24), last: inDays(34) };
  await createUserCaller(deps, busy.user).availability.save({ maxBookings: 1, leadDays: 0, timeOff: [] });
  await createUserCaller(deps, careful.user).availability.save({ maxBookings: 4, leadDays: 5, timeOff: [holiday] });
  const packageId = busy.packages[0]?.id ?? '';
  for (const brand of waiting)
    if (brand) await createUserCaller(deps, brand).availability.joinWaitingList({ packageId });
}

/**
 * Adds options to three packages, and creates a completed order for one of them that includes paid ads for 90 days.
 */
async function seedPackageOptions(
  deps: Deps,
  creators: readonly SeededCreator[],
  brand: SessionUser,
  moveTo: (time: number) => void,
  today: number,
): Promise<void> {
  const offer = async (seeded: SeededCreator | undefined, at: number, options: PackageOptionsForm) => {
    const pack = seeded?.packages[at];
    if (!seeded || !pack) throw new Error('There is no such package');
    const own = createUserCaller(deps, seeded.user).packages;
    const { name, description, priceCents, deliveryDays, features, isPopular } = await own.byId({ id: pack.id });
    const form = { name, description, price: formatDecimal(priceCents), deliveryDays, features, isPopular };
    await own.save({ ...form, id: pack.id, options });
    return pack;
  };
  moveTo(today - 50 * DAY_MS);
  const [maya, second, third] = creators;
  const haul = maya?.packages[1];
  if (!maya || !haul) throw new Error('There is no such package');
  const count: Question = { ...HAUL_COUNT_QUESTION, id: 'q_1754200000900_pieces' };
  const questions = [...haul.questions, count];
  await createUserCaller(deps, maya.user).questionnaires.save({ packageId: haul.id, questions });
  await offer(maya, 1, createHaulOptions(count.id));
  await offer(second, 0, PIECES_OPTIONS);
  await offer(third, 0, RIGHTS_OPTIONS);
  const orderedAt = today - 40 * DAY_MS;
  const { id, asBrand } = await newBooking(deps, {
    creator: maya.user,
    brand,
    packageId: haul.id,
    status: 'completed',
    customer: {
      name: brand.fullName,
      email: brand.email,
      projectDescription: 'Feature ten pieces from our spring collection.',
    },
    answers: { ...createAnswers(questions, today), [count.id]: '10' },
    choice: { tier: 'Standard', addOns: [{ id: 'story', quantity: 2 }], rightsId: 'ads90' },
    before: (step) =>
      moveTo(
        orderedAt +
          { order: 0, pending: 0, cancelled: 0, accepted: 8, in_progress: 30, completed: 200 }[step] * HOUR_MS,
      ),
  });
  moveTo(orderedAt + 10 * DAY_MS);
  await asBrand.settlements.approve({ id });
}

/** Saves creators and packages for a brand, adds a note, and shares one of the lists. */
async function seedSavedItems(deps: Deps, brand: SessionUser, seeded: readonly SeededCreator[]): Promise<void> {
  const { savedItems } = createUserCaller(deps, brand);
  const [first, second, third, fourth] = seeded;
  for (const { user } of [first, second, third].filter((each) => each !== undefined))
    await savedItems.save({ kind: 'creator', id: user.id });
  const list = await savedItems.createList({ name: 'Spring launch' });
  for (const id of [first?.packages[0]?.id, fourth?.packages[0]?.id].filter((each) => each !== undefined))
    await savedItems.save({ kind: 'package', id, listId: list.id });
  const [entry] = (await savedItems.list({ listId: list.id })).items;
  if (entry)
    await savedItems.setNote({ id: entry.id, note: 'Our first choice for the teaser. Available again in May.' });
  await savedItems.share({ id: list.id, isShared: true, showsNotes: true });
}

/**
 * Creates three offers: one with a counteroffer, one that needs the brand's response and one that needs the
 * creator's.
 */
async function seedOffers(
  deps: Deps,
  { maya, other, northwind, third }: Record<'maya' | 'other' | 'northwind' | 'third', SessionUser>,
  moveTo: (time: number) => void,
  today: number,
): Promise<void> {
  const inDays = (days: number) => new Date(today + days * DAY_MS).toISOString().slice(0, 10);
  const asBrand = createUserCaller(deps, northwind).offers;
  const asMaya = createUserCaller(deps, maya).offers;
  const daysAgo = (days: number) => moveTo(today - days * DAY_MS);

  daysAgo(4);
  const launch = await asBrand.request({
    creatorId: maya.id,
    brief:
      'We are launching a two-person tent in spring and would like a small series: how it packs, a night outdoors in bad weather, and a look back after a month of use.',
    budget: 1_800,
    requestedDay: inDays(60),
    platforms: ['instagram', 'tiktok'],
  });
  daysAgo(3);
  await asMaya.answer({
    id: launch.id,
    name: 'Three tent Reels',
    scope:
      'Three Reels of 30 to 45 seconds: packing, one night in the rain, and one month later. Each Reel includes one round of changes. You can repost them for six months.',
    features: ['Three Reels', 'One round of changes each', 'Reposts for six months'],
    price: '1650',
    deliveryDays: 45,
    expiryDays: 14,
  });
  daysAgo(1);
  await asBrand.counter({
    id: launch.id,
    scope:
      'Three Reels of 30 to 45 seconds: packing, one night in the rain, and one month later. Each Reel includes one round of changes, plus five photos. We can repost everything for twelve months.',
    price: '1500',
    deliveryDays: 40,
  });

  daysAgo(2);
  const photos = await asBrand.request({
    creatorId: other.id,
    brief: 'Ten photos of our winter jackets in the city for our online store and newsletter.',
    budget: null,
    requestedDay: '',
    platforms: [],
  });
  daysAgo(0.5);
  await createUserCaller(deps, other).offers.answer({
    id: photos.id,
    name: 'City photo shoot',
    scope: 'Ten edited photos of two jackets at two locations, in daylight and at night. Delivered in full resolution.',
    features: ['Ten edited photos', 'Two locations'],
    price: '640',
    deliveryDays: 14,
    expiryDays: 7,
  });
  await createUserCaller(deps, third).offers.request({
    creatorId: maya.id,
    brief: 'A Story about our new night cream with a discount code for your followers. Two or three frames are enough.',
    budget: 400,
    requestedDay: inDays(21),
    platforms: ['instagram'],
  });
}

/** Uploads a portfolio picture for a message. Returns the ids of the new files. */
async function uploadMessagePicture(
  deps: Deps,
  author: SessionUser,
  creator: SessionUser,
  { at, name }: { at: number; name: string },
): Promise<string[]> {
  const bytes = await renderPortfolioFrame(deps, creator, at);
  if (!bytes) return [];
  const ctx = createUserContext(deps, author);
  const { id } = await beginMessageFile(ctx, { name, bytes: bytes.length, uploadKey: randomUUID() });
  await storeFilePart(ctx.deps, ctx.actor, { id, part: 0 }, bytes);
  return [id];
}

/** Writes one conversation, sending each message at its own time. */
async function seedConversation(
  deps: Deps,
  talk: SeedConversation,
  people: { creator: SessionUser; brand: SessionUser },
  moveTo: (time: number) => void,
  today: number,
): Promise<void> {
  const { items } = await createUserCaller(deps, people.creator).bookings.list({ status: talk.about });
  const booking = talk.about && items.find(({ brandId }) => brandId === people.brand.workspaceId);
  if (talk.about && !booking) return;
  const to = booking ? { bookingId: booking.id } : { username: people.creator.username };
  let time = booking ? booking.createdAt.getTime() + 2 * HOUR_MS : today - (talk.daysAgo ?? 1) * DAY_MS;
  let id = '';
  for (const [side, minutes, text, { quotes, shows } = {}] of talk.lines) {
    time += (minutes * HOUR_MS) / 60;
    moveTo(time);
    const { messages } = createUserCaller(deps, people[side]);
    // Marks the conversation as read, because the author has read it before replying.
    if (id !== '') await messages.markRead({ id, number: talk.lines.length });
    const sentMessage = await messages.send({
      to: id === '' ? to : { id },
      clientId: randomUUID(),
      text,
      ...(quotes !== undefined && { quoted: quotes + 1 }),
      files: shows === undefined ? [] : await uploadMessagePicture(deps, people[side], people.creator, shows),
    });
    id = sentMessage.conversationId;
  }
  for (const side of talk.read)
    await createUserCaller(deps, people[side]).messages.markRead({ id, number: talk.lines.length });
}

/**
 * Creates the demo admin, who sets up a second factor at the first sign-in. The account is a brand without bookings.
 * Returns the admin as if that had been done, because the seed performs staff actions.
 */
const seedAdmin = async (deps: Deps): Promise<SessionUser> => ({
  ...(await newAdminWithoutFactor(deps, { email: getDemoEmail('Admin') })),
  hasFactor: true,
});

/**
 * Creates follower proofs. Most are confirmed. The proofs of the last two creators are undecided, and one is refused
 * because its screenshot shows fewer followers than claimed.
 */
async function seedFollowerProofs(
  deps: Deps,
  creators: readonly SeededCreator[],
  admin: SessionUser,
  moveTo: (time: number) => void,
  today: number,
): Promise<void> {
  for (const [at, { user }] of creators.entries()) {
    const { platforms } = await createUserCaller(deps, user).profiles.own();
    // The first creator proves all follower counts. Every third creator proves none.
    for (const { platform, handle, followers } of at === 0 ? platforms : platforms.slice(0, at % 3)) {
      const outcome = at >= 10 ? null : at === 7 ? 'refused' : 'confirmed';
      moveTo(today - (outcome === null ? 1 : 30 + at) * DAY_MS);
      const shownFollowers = outcome === 'refused' ? Math.round(followers / 3) : followers;
      const picture = await renderStatistics({
        platform: PLATFORM_LABELS[platform],
        handle,
        followers: shownFollowers,
      });
      const proofs = await sendFollowerProof(deps, user, picture, { platform });
      const id = proofs.find((proof) => proof.platform === platform)?.id;
      if (outcome === null || id === undefined) continue;
      moveTo(today - (29 + at) * DAY_MS);
      const reason =
        outcome === 'confirmed'
          ? 'The screenshot shows the handle and the follower count.'
          : 'The screenshot shows only a third of the followers that you entered.';
      // The demo admin sets up a factor at the first sign-in, so the decision is made as if there was one.
      await createUserCaller(deps, admin).admin.decideProof({ id, outcome, reason });
    }
  }
}

/** Adds profile views on the last 29 days. */
async function seedViews(deps: Deps, creators: readonly SeededCreator[], today: number): Promise<void> {
  for (const [at, { user }] of creators.entries()) {
    const views = faker.number.int({ min: 4, max: at === 0 ? 90 : 40 });
    for (let view = 0; view < views; view++) {
      const day = new Date(today - faker.number.int({ min: 0, max: 28 }) * DAY_MS).toISOString().slice(0, 10);
      await insertProfileView(deps.db, { creatorId: user.workspaceId, viewer: faker.string.alphanumeric(43), day });
    }
  }
}

/** Adds searches without results in the last four weeks. */
async function seedUnmatchedSearches(deps: Deps, today: number): Promise<void> {
  for (const [at, words] of ['watchmaking', 'beekeeping', 'drone racing', 'sign language', 'calligraphy'].entries())
    for (let time = 0; time < 14 - at * 2.5; time++)
      await upsertUnmatchedSearch(deps.db, new Date(today - time * 2 * DAY_MS).toISOString().slice(0, 10), words, 100);
}

const env = parseEnv(process.env);
const log = openLog(env);
const deps = boot({ ...env, SMTP_URL: '' }, log);
try {
  await prepareDatabase(deps);
  const someone = await deps.db.selectFrom('workspace').select('id').limit(1).executeTakeFirst();
  if (env.NODE_ENV === 'production') throw new Error('Demo data is not for production');
  if (env.STRIPE_API_BASE === '')
    throw new Error('Demo bookings are paid with test cards: they need the local Stripe stand-in (STRIPE_API_BASE)');
  if (someone) process.stdout.write('The database has users already; nothing was seeded.\n');
  else await seed(deps);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await deps.close();
}
