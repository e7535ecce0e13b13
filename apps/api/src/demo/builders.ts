/** Creates users, packages and bookings by calling the API's own functions. Used by seeds and tests. */
import type { BookingStatus } from '@marquee/booking';
import { formatDecimal, DEFAULT_CHOICE, type PackageChoice } from '@marquee/money';
import {
  CARD_CONSENT_VERSION,
  type AnswerMap,
  type OrderCustomer,
  type PackageEditForm,
  type Question,
} from '@marquee/validation';
import type { MemberRole, UserType } from '@marquee/contracts';
import type { CallRequest, RequestSession, SessionUser, UserCtx } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { createCaller, type Caller } from '../http/router.ts';
import { hashPassword } from '../modules/identity/accounts/passwords.service.ts';
import { createUser } from '../modules/identity/auth/auth.service.ts';
import { findSessionUser } from '../modules/identity/accounts/accounts.sql.ts';
import { grantAdmin } from '../modules/identity/accounts/roles.service.ts';
import { DEMO_PASSWORD } from './accounts.ts';
import { addBuilderPasskey } from './passkeys.ts';

export const BUILDER_PASSWORD = DEMO_PASSWORD;

const REQUEST: CallRequest = { ip: '127.0.0.1' };

/** Returns the context of a call by a user who did not recently confirm their identity. */
export const createUserContext = (deps: Deps, user: SessionUser): UserCtx => ({
  deps,
  user,
  actor: user,
  request: REQUEST,
  session: null,
});

/** Returns a caller that runs API procedures as `user`, without HTTP and as if they had just confirmed themselves. */
export const createUserCaller = (deps: Deps, user: SessionUser | null): Caller =>
  createCaller({ deps, user, request: REQUEST, session: user && createConfirmedSession(deps.now()) });

/** Returns a session that was confirmed with a passkey at `at`. It is not stored, so all changes are ignored. */
export const createConfirmedSession = (at: Date): RequestSession => ({
  isStored: false,
  key: '',
  userAgent: '',
  confirmedAt: at,
  confirmedBy: 'passkey',
  passkeyTrustedFrom: at,
  newcomer: undefined,
  pendingSignIn: undefined,
  findKnownSince: () => new Date(0),
  devicePersonIds: [],
  confirm: () => undefined,
  setSignInVersion: () => undefined,
  begin: () => Promise.resolve(),
  end: () => Promise.resolve(),
  guestIds: [],
  addGuest: () => Promise.resolve(),
  endOthers: () => Promise.resolve(),
  storeNewcomer: () => Promise.resolve(),
  storePendingSignIn: () => Promise.resolve(),
  storeChallenge: () => Promise.resolve(),
  takeChallenge: () => Promise.resolve(null),
});

let counter = 0;
const createUniqueSuffix = () => `${Date.now().toString(36)}${(counter++).toString(36)}`;

interface NewUserOptions {
  fullName?: string;
  email?: string;
  emailVerified?: boolean;
}

// All users share one password hash, because hashing is slow and a test run creates thousands of users. The password
// is public anyway.
let passwordHash: Promise<string> | undefined;

// Users are created one at a time, because two users with the same name would try to take the same username at once.
let last: Promise<unknown> = Promise.resolve();

function newUser(
  deps: Deps,
  userType: UserType,
  { fullName, email, emailVerified = true }: NewUserOptions,
): Promise<SessionUser> {
  const make = async () =>
    createUser(deps, {
      fullName: fullName ?? (userType === 'brand' ? 'Northwind Outdoor' : 'Maya Lindqvist'),
      email: email ?? `${userType}-${createUniqueSuffix()}@example.test`,
      userType,
      passwordHash: await (passwordHash ??= hashPassword(BUILDER_PASSWORD, '127.0.0.1')),
      emailVerified,
    });
  const created = last.then(make);
  last = created.catch(() => undefined);
  return created;
}

export const newCreator = (deps: Deps, user: NewUserOptions = {}) => newUser(deps, 'influencer', user);
export const newBrand = (deps: Deps, user: NewUserOptions = {}) => newUser(deps, 'brand', user);

/**
 * Creates a person with a workspace of their own who is also a member of the owner's workspace. Returns them as they
 * act in the owner's workspace.
 */
export async function newMember(deps: Deps, owner: SessionUser, role: MemberRole): Promise<SessionUser> {
  const person = await newUser(deps, owner.userType, { fullName: 'Kim Winter' });
  await deps.db
    .insertInto('member')
    .values({ workspaceId: owner.workspaceId, personId: person.id, role, joinedAt: deps.now() })
    .execute();
  const acting = await findSessionUser(deps.db, person.id, 0, owner.workspaceId);
  if (!acting) throw new Error('The new member cannot act in the workspace');
  return acting;
}

/** Creates a member of an agency who acts for a creator. The creator has consented to the agency. */
export async function newAgent(
  deps: Deps,
  { agency, creator, role = 'manager' }: { agency: SessionUser; creator: SessionUser; role?: MemberRole },
): Promise<SessionUser> {
  const { id } = await newMember(deps, agency, role);
  const acting = await findSessionUser(deps.db, id, 0, creator.workspaceId);
  if (!acting) throw new Error('The member of the agency cannot act for the creator');
  return acting;
}

/** Creates a staff member without a second factor, in the same way as the admin command. */
export async function newAdminWithoutFactor(deps: Deps, user: NewUserOptions = {}): Promise<SessionUser> {
  const admin = await newBrand(deps, { fullName: 'Robin Operator', ...user });
  await grantAdmin(deps, admin.email);
  return { ...admin, role: 'admin' };
}

/** Creates a staff member with a passkey. */
export async function newAdmin(deps: Deps, user: NewUserOptions = {}): Promise<SessionUser> {
  const admin = await newAdminWithoutFactor(deps, user);
  await addBuilderPasskey(deps, admin.id);
  return { ...admin, hasFactor: true, factorSince: deps.now() };
}

export async function newPayableCreator(deps: Deps, user: NewUserOptions = {}): Promise<SessionUser> {
  const creator = await newCreator(deps, user);
  await setUpPayouts(deps, creator);
  return creator;
}

/** Completes a creator's payout setup, including the onboarding page of the local Stripe server. */
export async function setUpPayouts(deps: Deps, creator: SessionUser, country = 'US'): Promise<void> {
  const api = createUserCaller(deps, creator);
  await api.payouts.setCountry({ country });
  const { url } = await api.payouts.startSetup();
  await finishOnboarding(url);
  await api.payouts.refreshSetup();
}

async function finishOnboarding(url: string): Promise<void> {
  const page = await (await fetch(url)).text();
  const action = /<form[^>]+action="([^"]+)"/.exec(page)?.[1];
  if (action === undefined) throw new Error(`The onboarding page at ${url} has no form`);
  const answer = await fetch(new URL(action.replaceAll('&amp;', '&'), url), { method: 'POST', redirect: 'manual' });
  if (answer.status >= 400) throw new Error(`The onboarding answered ${answer.status}`);
}

export const newPackage = (
  deps: Deps,
  creator: SessionUser,
  form: Partial<Omit<PackageEditForm, 'price'>> & { priceCents?: number } = {},
) => {
  const { priceCents = 19_900, ...rest } = form;
  return createUserCaller(deps, creator).packages.create({
    name: 'One Reel and three Stories',
    description: 'A 30-second Reel in my usual style, three Stories with your link, and the raw footage.',
    deliveryDays: 5,
    features: ['1 Instagram Reel', '3 Stories with link', 'Raw footage'],
    ...rest,
    price: formatDecimal(priceCents),
  });
};

export const newQuestions = (deps: Deps, creator: SessionUser, packageId: string, questions: Question[]) =>
  createUserCaller(deps, creator).questionnaires.save({ packageId, questions });

export const SAMPLE_CUSTOMER: OrderCustomer = {
  name: 'Nora Field',
  email: 'nora@northwind.test',
  projectDescription: 'Launch of our rain jacket: show it on a rainy day outside.',
};

interface ConfirmedIntent {
  id?: string;
  status?: string;
  error?: { code: string };
  next_action?: { redirect_to_url?: { url: string } } | null;
}

/**
 * Confirms a PaymentIntent or SetupIntent in the same way as Stripe.js, with the publishable key and the client secret.
 * Returns Stripe's response.
 */
export async function confirmCard(
  deps: Deps,
  clientSecret: string,
  paymentMethod = 'pm_card_visa',
): Promise<ConfirmedIntent> {
  const [intentId = ''] = clientSecret.split('_secret_');
  const list = intentId.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
  const answer = await fetch(`${deps.env.STRIPE_API_BASE}/v1/${list}/${intentId}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${deps.env.STRIPE_PUBLISHABLE_KEY}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      client_secret: clientSecret,
      payment_method: paymentMethod,
      return_url: `${deps.env.PUBLIC_URL}/dashboard`,
    }),
  });
  return (await answer.json()) as ConfirmedIntent;
}

/** Saves a card of the brand and returns it. Passes the bank's authentication if there is one. */
export async function newSavedCard(deps: Deps, brand: SessionUser, paymentMethod = 'pm_card_visa') {
  const api = createUserCaller(deps, brand);
  const { clientSecret } = await api.payments.startCardSetup({ consentVersion: CARD_CONSENT_VERSION });
  const setup = await confirmCard(deps, clientSecret, paymentMethod);
  const challenge = setup.next_action?.redirect_to_url?.url;
  if (challenge !== undefined) await fetch(`${challenge}/complete`, { method: 'POST', redirect: 'manual' });
  const [card] = (await api.payments.finishCardSetup({ setupId: setup.id ?? '' })).cards;
  if (card === undefined) throw new Error('The card was not saved');
  return card;
}

/** Returns a choice of package options, with defaults for the fields that `some` leaves out. */
export const createChoice = (some: Partial<PackageChoice>) => {
  const choice = { ...DEFAULT_CHOICE, ...some };
  return { ...choice, addOns: [...choice.addOns] };
};

/** The status changes that lead from 'pending' to each status. */
const MOVES_TO_STATUS: Record<BookingStatus, readonly BookingStatus[]> = {
  pending: [],
  accepted: ['accepted'],
  in_progress: ['accepted', 'in_progress'],
  completed: ['accepted', 'in_progress', 'completed'],
  cancelled: ['cancelled'],
};

export interface NewBookingOptions {
  status?: BookingStatus;
  creator?: SessionUser;
  brand?: SessionUser;
  packageId?: string;
  customer?: OrderCustomer;
  answers?: AnswerMap;
  choice?: Partial<PackageChoice>;
  clientId?: string;
  budgetId?: string;
  /** Called before each step. Seeds use it to set the clock. */
  before?: (step: 'order' | BookingStatus) => void | Promise<void>;
}

/** Creates a paid booking, then changes its status to `status`, acting as the creator. A worker must be running. */
export async function newBooking(deps: Deps, options: NewBookingOptions = {}) {
  const { status = 'pending', before = () => {} } = options;
  const creator = options.creator ?? (await newPayableCreator(deps));
  const brand = options.brand ?? (await newBrand(deps));
  const packageId = options.packageId ?? (await newPackage(deps, creator)).id;

  await before('order');
  const asBrand = createUserCaller(deps, brand);
  const { bookingId, clientSecret } = await asBrand.payments.openCheckout({
    packageId,
    brandUserId: brand.id,
    customer: options.customer ?? SAMPLE_CUSTOMER,
    ...(options.answers && { answers: options.answers }),
    ...(options.choice && { choice: createChoice(options.choice) }),
    clientId: options.clientId,
    budgetId: options.budgetId,
  });
  await confirmCard(deps, clientSecret);
  await asBrand.payments.confirmReturn({ id: bookingId });

  const asCreator = createUserCaller(deps, creator);
  for (const step of MOVES_TO_STATUS[status]) {
    await before(step);
    await asCreator.bookings.move({
      id: bookingId,
      status: step,
      ...(step === 'completed' && { delivery: { note: 'It is online.', links: [] } }),
    });
  }
  return { id: bookingId, packageId, creator, brand, asCreator, asBrand };
}
