/** Seeds bookings in every state, with their shipments, deliveries and reviews. */
import { DEFAULT_WINDOWS, type BookingStatus } from '@marquee/booking';
import { DAY_MS, HOUR_MS } from '@marquee/time';
import type { AnswerMap, Question } from '@marquee/validation';
import { awaitJob } from '../core/await-job.ts';
import type { SessionUser } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { closeReviews } from '../modules/catalog/reviews/reviews.service.ts';
import { createUserCaller, newBooking } from './builders.ts';
import type { SeededCreator } from './creators.ts';
import { seedDelivered, seedRevised } from './deliveries.ts';
import { seedPublications } from './publications.ts';
import { faker } from './random.ts';
import { BRAND_REVIEWS, CREATOR_REVIEWS } from './reviews.ts';

/**
 * The states that the seeded bookings get, in this order. `released` means that the brand approved the work,
 * `lapsed` that the creator did not accept the order in time.
 */
export const BOOKING_STORIES = [
  'released',
  'released',
  'released',
  'completed',
  'in_progress',
  'accepted',
  'pending',
  'cancelled',
  'released',
  'released',
  'in_progress',
  'pending',
  'released',
  'accepted',
  'released',
  'completed',
  'pending',
  'lapsed',
  'released',
  'in_progress',
] as const;
export type BookingStory = (typeof BOOKING_STORIES)[number] | 'unpaid';

interface SeedOrder {
  user: SessionUser | undefined;
  company?: string;
  contact?: string;
  project?: string;
}

/**
 * The minimum and maximum age of bookings in days. Open bookings are recent, so that their deadlines have not
 * passed.
 */
const ORDER_AGE_DAYS: Record<BookingStory, [number, number]> = {
  pending: [0.2, 2],
  unpaid: [0.1, 0.5],
  accepted: [2, 6],
  in_progress: [4, 12],
  completed: [7, 10],
  released: [20, 130],
  cancelled: [5, 90],
  lapsed: [10, 60],
};

/** Creates a booking and takes it through its story. `moveTo` sets the clock. */
export async function seedBooking(
  deps: Deps,
  creator: SeededCreator,
  order: SeedOrder,
  story: BookingStory,
  moveTo: (time: number) => void,
  today: number,
) {
  const offer = faker.helpers.arrayElement(creator.packages);
  const [from, to] = ORDER_AGE_DAYS[story];
  const orderedAt = today - faker.number.float({ min: from, max: to }) * DAY_MS;
  if (!order.user) return;
  const brand = order.user;
  const details = {
    packageId: offer.id,
    customer: {
      name: order.contact ?? brand.fullName,
      email: brand.email,
      projectDescription: order.project ?? '',
      targetAudience: faker.helpers.arrayElement([
        'Women ages 25 to 40 who compare before they buy',
        'Families in cities',
        'People who work from home',
        'Students and young professionals',
        'Active people over 50',
      ]),
      brandTone: faker.helpers.arrayElement([
        'Professional',
        'Casual and friendly',
        'Energetic and motivational',
        'Authentic and real',
      ]),
    },
    answers: createAnswers(offer.questions, today),
  };

  if (story === 'unpaid') {
    moveTo(orderedAt);
    await createUserCaller(deps, brand).payments.openCheckout({ ...details, brandUserId: brand.id });
    return;
  }
  // The time of each step after the order.
  const delays: Record<'order' | BookingStatus, number> = {
    order: 0,
    pending: 0,
    accepted: 9 * HOUR_MS,
    cancelled: 14 * HOUR_MS,
    in_progress: 28 * HOUR_MS,
    completed: story === 'released' ? 7 * DAY_MS : 6 * DAY_MS,
  };
  const status = story === 'released' ? 'completed' : story === 'lapsed' ? 'pending' : story;
  const { id, asBrand, asCreator } = await newBooking(deps, {
    creator: creator.user,
    brand,
    status: status === 'completed' ? 'in_progress' : status,
    ...details,
    before: (step) => moveTo(orderedAt + delays[step]),
  });
  const sides = { bookingId: id, creator: creator.user, brand };
  if (status === 'accepted' || status === 'in_progress' || status === 'completed')
    await seedShipment({ id, asBrand, asCreator }, creator.user.fullName, status !== 'accepted');
  if (status === 'in_progress' && begunCount++ % 3 === 0)
    await seedRevised(deps, sides, (hours) => moveTo(orderedAt + hours * HOUR_MS));
  if (status === 'completed') {
    moveTo(orderedAt + delays.completed);
    await seedDelivered(deps, sides);
    await asCreator.bookings.move({ id, status });
  }
  if (story === 'lapsed') {
    moveTo(orderedAt + (DEFAULT_WINDOWS.acceptHours + 1) * HOUR_MS);
    await awaitJob(deps, 'bookings.expire_unaccepted', { bookingId: id });
    await awaitJob(deps, 'payments.void', { bookingId: id });
  }
  if (story === 'released') {
    moveTo(orderedAt + 9 * DAY_MS);
    await asBrand.settlements.approve({ id });
    await seedPublications(deps, sides, (days) => moveTo(orderedAt + days * DAY_MS));
    await seedReviews(deps, id, { brand, creator: creator.user }, (days) => moveTo(orderedAt + days * DAY_MS));
  }
}

/**
 * Marks the product as shipped and, if `isThere` is true, as arrived. Does nothing if the booking needs no product.
 */
async function seedShipment(
  { id, asBrand, asCreator }: Pick<Awaited<ReturnType<typeof newBooking>>, 'id' | 'asBrand' | 'asCreator'>,
  name: string,
  isThere: boolean,
): Promise<void> {
  if (!(await asBrand.bookings.byId({ id })).needsProduct) return;
  await asCreator.shipments.setAddress({ id, address: `${name}\n12 Sample Street\nPortland, OR 97201` });
  await asBrand.shipments.markSent({ id, carrier: 'UPS', tracking: `1Z${id.slice(0, 8).toUpperCase()}` });
  if (isThere) await asCreator.shipments.markReceived({ id });
}

let begunCount = 0;
let reviewed = 0;

/** Writes the reviews of a booking. Most brands and creators write one, and some reviewed creators answer it. */
async function seedReviews(
  deps: Deps,
  bookingId: string,
  { brand, creator }: { brand: SessionUser; creator: SessionUser },
  toDay: (days: number) => void,
): Promise<void> {
  const at = reviewed++;
  const ofCreator = CREATOR_REVIEWS[(at * 5) % CREATOR_REVIEWS.length];
  const ofBrand = BRAND_REVIEWS[at % BRAND_REVIEWS.length];
  if (at % 7 === 6 || !ofCreator || !ofBrand) return;
  const { answer, ...brandReview } = ofCreator;
  toDay(10);
  await createUserCaller(deps, brand).reviews.write({ bookingId, ...brandReview, staffNote: '' });
  toDay(12);
  if (at % 4 !== 3) await createUserCaller(deps, creator).reviews.write({ bookingId, ...ofBrand, staffNote: '' });
  // By day 22, the review period of most bookings has ended. The reviews of the latest bookings stay unpublished.
  toDay(22);
  await closeReviews(deps, bookingId);
  const { reviews } = createUserCaller(deps, creator);
  const { other } = await reviews.byBooking({ bookingId });
  if (other && answer !== undefined) await reviews.answer({ id: other.id, text: answer });
}

/** Answers all questions of a package. */
export function createAnswers(questions: readonly Question[], today: number): AnswerMap {
  const samples = {
    text: 'See the product page. We are sending a sample this week.',
    textarea:
      'Please keep it natural and show the product in use. You can mention the price and availability, but not our competitors.',
    date: new Date(today + 21 * DAY_MS).toISOString().slice(0, 10),
    number: '2',
    boolean: 'yes',
  };
  return Object.fromEntries(
    questions.map(({ id, type, options }) => [
      id,
      type === 'select' || type === 'multiple_choice' ? (options?.[0] ?? '') : samples[type],
    ]),
  );
}
