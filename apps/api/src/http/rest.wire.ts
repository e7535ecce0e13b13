/**
 * Defines the REST types (requirements R3.1 to R3.24) as zod schemas for the OpenAPI document, and converts rows to
 * them.
 */
import { BOOKING_STATUSES, PAYMENT_STATES } from '@marquee/booking';
import { formatDecimal } from '@marquee/money';
import { QUESTION_TYPES } from '@marquee/validation';
import { PLATFORM_NAMES, USER_TYPES } from '@marquee/contracts';
import { z } from 'zod';
import type { Caller } from './router.ts';

/** The return type of a procedure before it is converted to JSON. */
type ProcedureOutput<M extends keyof Caller, P extends keyof Caller[M]> = Caller[M][P] extends (
  ...args: never
) => Promise<infer R>
  ? R
  : never;

const dollarsField = z
  .string()
  .regex(/^\d+\.\d\d$/)
  .describe('Dollars as decimal text');
const centsField = z.int().describe('Cents');

export const errorBodySchema = z
  .object({
    error: z.string().describe('One or two sentences that describe the error and how to fix it'),
    message: z.string().describe('Equal to `error`'),
    code: z.string().describe('The name of the error, such as `PACKAGE_NOT_FOUND` or `INVALID_INPUT`'),
  })
  .describe('Every error of the API. Programs should check `code`, because texts may be reworded.')
  .meta({ id: 'Error' });

export const userBodySchema = z
  .object({
    id: z.uuid(),
    username: z.string(),
    fullName: z.string(),
    email: z.string(),
    userType: z.enum(USER_TYPES),
    profileImageUrl: z.string().nullable(),
  })
  .meta({ id: 'User' });

export const successBodySchema = z.object({ success: z.literal(true) }).meta({ id: 'Success' });

export const packageBodySchema = z
  .object({
    id: z.uuid(),
    influencerId: z.uuid(),
    name: z.string(),
    description: z.string(),
    price: dollarsField,
    deliveryDays: z.int(),
    features: z.array(z.string()),
    isPopular: z.boolean(),
    isActive: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Package' });

const questionBodySchema = z
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

export const questionnaireBodySchema = z
  .object({ packageId: z.uuid(), questions: z.array(questionBodySchema) })
  .meta({ id: 'Questionnaire' });

export const profileBodySchema = z
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
        startingPrice: dollarsField.nullable(),
      }),
    ),
    portfolio: z.array(
      z.object({ id: z.uuid(), url: z.string(), width: z.int(), height: z.int(), caption: z.string() }),
    ),
  })
  .meta({ id: 'Profile' });

export const profileStatsBodySchema = z
  .object({ rating: z.number(), totalEarnings: centsField, completedBookings: z.int() })
  .meta({ id: 'ProfileStats' });

export const dashboardStatsBodySchema = z
  .object({
    totalEarnings: centsField,
    thisMonth: centsField,
    completedBookings: z.int(),
    pendingBookings: z.int(),
    profileViews: z.int(),
  })
  .meta({ id: 'DashboardStats' });

export const bookingBodySchema = z
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
    questions: z.array(questionBodySchema),
    answers: z.record(z.string(), z.string()),
    package: z.object({
      name: z.string(),
      description: z.string(),
      price: dollarsField,
      deliveryDays: z.int(),
      features: z.array(z.string()),
    }),
    totalAmount: dollarsField,
    platformFee: dollarsField,
    influencerAmount: dollarsField,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Booking' });

export const paymentIntentBodySchema = z
  .object({
    clientSecret: z.string(),
    totalAmount: z.number().describe('Dollars'),
    platformFee: z.number().describe('Dollars'),
    packagePrice: z.number().describe('Dollars'),
    bookingId: z.uuid(),
  })
  .meta({ id: 'PaymentIntent' });

type Wire<T extends z.ZodType> = z.infer<T>;

export const toUserBody = ({
  id,
  username,
  fullName,
  email,
  userType,
  profileImageUrl,
}: ProcedureOutput<'auth', 'me'>): Wire<typeof userBodySchema> => ({
  id,
  username,
  fullName,
  email,
  userType,
  profileImageUrl,
});

export const toPackageBody = ({
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
}: ProcedureOutput<'packages', 'listByCreator'>[number] & { options?: unknown }): Wire<typeof packageBodySchema> => ({
  ...rest,
  influencerId: creatorId,
  price: formatDecimal(priceCents),
  createdAt: createdAt.toISOString(),
});

export const toProfileBody = ({
  platforms,
  ...profile
}: ProcedureOutput<'profiles', 'byUsername'>): Wire<typeof profileBodySchema> => ({
  ...profile,
  platforms: platforms.map(({ startingPriceCents, ...platform }) => ({
    ...platform,
    startingPrice: startingPriceCents === null ? null : formatDecimal(startingPriceCents),
  })),
});

export const toProfileStatsBody = (
  stats: ProcedureOutput<'profiles', 'stats'>,
): Wire<typeof profileStatsBodySchema> => ({
  rating: stats.rating,
  totalEarnings: stats.totalEarningsCents,
  completedBookings: stats.completedBookings,
});

export const toDashboardStatsBody = (
  stats: ProcedureOutput<'profiles', 'dashboard'>,
): Wire<typeof dashboardStatsBodySchema> => ({
  // The documented fields are numbers, also for members without access to the earnings.
  totalEarnings: stats.totalEarningsCents ?? 0,
  thisMonth: stats.thisMonthCents ?? 0,
  completedBookings: stats.completedBookings,
  pendingBookings: stats.pendingBookings,
  profileViews: stats.profileViews,
});

export const toBookingBody = (booking: ProcedureOutput<'bookings', 'byId'>): Wire<typeof bookingBodySchema> => ({
  id: booking.id,
  status: booking.status,
  paymentStatus: booking.paymentState,
  nextStep: { text: booking.nextStep.text, at: booking.nextStep.at, waitingFor: booking.nextStep.waitingFor },
  packageId: booking.packageId,
  brandId: booking.brandId,
  influencerId: booking.creatorId,
  customer: booking.customer,
  questions: booking.questions,
  // The API has an object (requirements R3.9). The database stores a list, so that a question id cannot collide with a
  // built-in property name.
  answers: Object.fromEntries(booking.answers.map(({ questionId, value }) => [questionId, value])),
  package: {
    name: booking.packageName,
    description: booking.packageDescription,
    price: formatDecimal(booking.priceCents),
    deliveryDays: booking.deliveryDays,
    features: booking.features,
  },
  totalAmount: formatDecimal(booking.totalCents),
  platformFee: formatDecimal(booking.feeCents),
  influencerAmount: formatDecimal(booking.priceCents),
  createdAt: booking.createdAt.toISOString(),
});

/**
 * Converts an amount of the checkout response to dollars, because that response contains amounts as JSON numbers
 * (requirements R7.35).
 */
const toDollars = (amountCents: number): number => Number(formatDecimal(amountCents));

export const toPaymentIntentBody = (
  checkout: ProcedureOutput<'payments', 'openCheckout'>,
): Wire<typeof paymentIntentBodySchema> => ({
  clientSecret: checkout.clientSecret,
  totalAmount: toDollars(checkout.totalCents),
  platformFee: toDollars(checkout.feeCents),
  packagePrice: toDollars(checkout.priceCents),
  bookingId: checkout.bookingId,
});
