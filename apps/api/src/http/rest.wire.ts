/** The documented REST shapes (spec §3 and §7): zod schemas for the OpenAPI document, and the rows as they say them. */
import { BOOKING_STATUSES, PAYMENT_STATES } from '@marquee/booking';
import { decimal } from '@marquee/money';
import { PLATFORM_NAMES, QUESTION_TYPES, USER_TYPES } from '@marquee/validation';
import { z } from 'zod';
import type { Caller } from './router.ts';

/** What a procedure returns, before it is JSON. */
type Output<M extends keyof Caller, P extends keyof Caller[M]> = Caller[M][P] extends (
  ...args: never
) => Promise<infer R>
  ? R
  : never;

const dollarsText = z
  .string()
  .regex(/^\d+\.\d\d$/)
  .describe('Dollars as decimal text');
const centsInt = z.int().describe('Cents');

export const ErrorBody = z
  .object({ error: z.string(), message: z.string() })
  .describe('One sentence, in both fields')
  .meta({ id: 'Error' });

export const UserBody = z
  .object({
    id: z.uuid(),
    username: z.string(),
    fullName: z.string(),
    email: z.string(),
    userType: z.enum(USER_TYPES),
    profileImageUrl: z.string().nullable(),
  })
  .meta({ id: 'User' });

export const SuccessBody = z.object({ success: z.literal(true) }).meta({ id: 'Success' });

export const PackageBody = z
  .object({
    id: z.uuid(),
    influencerId: z.uuid(),
    name: z.string(),
    description: z.string(),
    price: dollarsText,
    deliveryDays: z.int(),
    features: z.array(z.string()),
    isPopular: z.boolean(),
    isActive: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Package' });

const QuestionBody = z
  .object({
    id: z.string(),
    type: z.enum(QUESTION_TYPES),
    question: z.string(),
    required: z.boolean(),
    placeholder: z.string().optional(),
    options: z.array(z.string()).optional(),
    showIf: z
      .object({ questionId: z.string(), is: z.array(z.string()) })
      .optional()
      .describe('Asked only if the earlier question was answered with one of these'),
  })
  .meta({ id: 'Question' });

export const QuestionnaireBody = z
  .object({ packageId: z.uuid(), questions: z.array(QuestionBody) })
  .meta({ id: 'Questionnaire' });

export const ProfileBody = z
  .object({
    id: z.uuid(),
    username: z.string(),
    fullName: z.string(),
    userType: z.enum(USER_TYPES),
    bio: z.string(),
    location: z.string(),
    profileImageUrl: z.string().nullable(),
    categories: z.array(z.string()),
    languages: z.array(z.string()),
    links: z.array(z.object({ label: z.string(), url: z.url() })),
    followers: z.int().describe('On all platforms together'),
    platforms: z.array(
      z.object({
        platform: z.enum(PLATFORM_NAMES),
        handle: z.string(),
        followers: z.int(),
        startingPrice: dollarsText.nullable(),
      }),
    ),
    portfolio: z.array(
      z.object({ id: z.uuid(), url: z.string(), width: z.int(), height: z.int(), caption: z.string() }),
    ),
  })
  .meta({ id: 'Profile' });

export const ProfileStatsBody = z
  .object({ rating: z.number(), totalEarnings: centsInt, completedBookings: z.int() })
  .meta({ id: 'ProfileStats' });

export const DashboardStatsBody = z
  .object({
    totalEarnings: centsInt,
    thisMonth: centsInt,
    completedBookings: z.int(),
    pendingBookings: z.int(),
    profileViews: z.int(),
  })
  .meta({ id: 'DashboardStats' });

export const BookingBody = z
  .object({
    id: z.uuid(),
    status: z.enum(BOOKING_STATUSES),
    paymentStatus: z.enum(PAYMENT_STATES),
    nextStep: z.object({
      text: z.string(),
      at: z.iso.datetime().nullable(),
      waitingFor: z.enum(['brand', 'creator', 'platform', 'nobody']),
    }),
    packageId: z.uuid().nullable(),
    brandId: z.uuid(),
    influencerId: z.uuid(),
    customer: z.object({
      name: z.string(),
      email: z.string(),
      projectDescription: z.string(),
      targetAudience: z.string().optional(),
      brandTone: z.string().optional(),
      preferredPostDate: z.string().optional(),
      additionalRequirements: z.string().optional(),
    }),
    questions: z.array(QuestionBody),
    answers: z.record(z.string(), z.string()),
    package: z.object({
      name: z.string(),
      description: z.string(),
      price: dollarsText,
      deliveryDays: z.int(),
      features: z.array(z.string()),
    }),
    totalAmount: dollarsText,
    platformFee: dollarsText,
    influencerAmount: dollarsText,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Booking' });

export const PaymentIntentBody = z
  .object({
    clientSecret: z.string(),
    totalAmount: z.number().describe('Dollars'),
    platformFee: z.number().describe('Dollars'),
    packagePrice: z.number().describe('Dollars'),
    bookingId: z.uuid(),
  })
  .meta({ id: 'PaymentIntent' });

type Wire<T extends z.ZodType> = z.infer<T>;

export const userBody = ({
  id,
  username,
  fullName,
  email,
  userType,
  profileImageUrl,
}: Output<'auth', 'me'>): Wire<typeof UserBody> => ({ id, username, fullName, email, userType, profileImageUrl });

export const packageBody = ({
  priceCents,
  creatorId,
  createdAt,
  hiddenAt: _hiddenAt,
  hiddenReason: _hiddenReason,
  pricesVary: _pricesVary,
  pictureId: _pictureId,
  needsProduct: _needsProduct,
  options: _options,
  ...rest
}: Output<'packages', 'ofCreator'>[number] & { options?: unknown }): Wire<typeof PackageBody> => ({
  ...rest,
  influencerId: creatorId,
  price: decimal(priceCents),
  createdAt: createdAt.toISOString(),
});

export const profileBody = ({ platforms, ...profile }: Output<'profiles', 'byUsername'>): Wire<typeof ProfileBody> => ({
  ...profile,
  platforms: platforms.map(({ startingPriceCents, ...platform }) => ({
    ...platform,
    startingPrice: startingPriceCents === null ? null : decimal(startingPriceCents),
  })),
});

export const profileStatsBody = (stats: Output<'profiles', 'stats'>): Wire<typeof ProfileStatsBody> => ({
  rating: stats.rating,
  totalEarnings: stats.totalEarningsCents,
  completedBookings: stats.completedBookings,
});

export const dashboardStatsBody = (stats: Output<'profiles', 'dashboard'>): Wire<typeof DashboardStatsBody> => ({
  totalEarnings: stats.totalEarningsCents,
  thisMonth: stats.thisMonthCents,
  completedBookings: stats.completedBookings,
  pendingBookings: stats.pendingBookings,
  profileViews: stats.profileViews,
});

export const bookingBody = (booking: Output<'bookings', 'byId'>): Wire<typeof BookingBody> => ({
  id: booking.id,
  status: booking.status,
  paymentStatus: booking.paymentState,
  nextStep: { text: booking.nextStep.text, at: booking.nextStep.at, waitingFor: booking.nextStep.waitingFor },
  packageId: booking.packageId,
  brandId: booking.brandId,
  influencerId: booking.creatorId,
  customer: booking.customer,
  questions: booking.questions,
  // A map on the wire, as the spec says; made here from the stored list so that no key of ours can collide with it.
  answers: Object.fromEntries(booking.answers.map(({ questionId, value }) => [questionId, value])),
  package: {
    name: booking.packageName,
    description: booking.packageDescription,
    price: decimal(booking.priceCents),
    deliveryDays: booking.deliveryDays,
    features: booking.features,
  },
  totalAmount: decimal(booking.totalCents),
  platformFee: decimal(booking.feeCents),
  influencerAmount: decimal(booking.priceCents),
  createdAt: booking.createdAt.toISOString(),
});

/** Amounts of this one call are JSON numbers in dollars (decisions "Money"). */
const dollars = (amountCents: number): number => Number(decimal(amountCents));

export const paymentIntentBody = (checkout: Output<'payments', 'openCheckout'>): Wire<typeof PaymentIntentBody> => ({
  clientSecret: checkout.clientSecret,
  totalAmount: dollars(checkout.totalCents),
  platformFee: dollars(checkout.feeCents),
  packagePrice: dollars(checkout.priceCents),
  bookingId: checkout.bookingId,
});
