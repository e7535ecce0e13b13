/**
 * What a brand has filled in for a package, in this tab's session storage: it survives a reload and signing in, and
 * travels to checkout. Anything unreadable counts as nothing.
 */
import type { Choice } from '@marquee/money';
import { orderFromInfo, type ChoiceForm, type OrderCustomer, type UserType } from '@marquee/validation';
import { tabStorage } from '../../lib/storage.ts';
import type { User } from '../../session.ts';
import { data } from '../../trpc.ts';

/** Every field of the form, blank where nothing was typed. */
type CustomerFields = Required<OrderCustomer>;

export interface Order {
  customer: CustomerFields;
  /** Question id → answer; also those to questions that are hidden now, should they come back. */
  answers: Record<string, string>;
  /** Of what the package offers besides itself; null: nothing was chosen, or it offers nothing. */
  choice: Choice | null;
}

interface Stored extends Order {
  /** Submitted, and not changed since. */
  isComplete: boolean;
  /** Who filled it in; null before signing in. */
  userId: string | null;
}

const BLANK: CustomerFields = {
  name: '',
  email: '',
  projectDescription: '',
  targetAudience: '',
  brandTone: '',
  preferredPostDate: '',
  purchaseOrder: '',
  additionalRequirements: '',
};
const FIELDS = Object.keys(BLANK) as (keyof CustomerFields)[];

const keyOf = (packageId: string) => `marquee.order.${packageId}`;
const currentUserId = () => data.auth.session.getData()?.id ?? null;

/** What the form starts from: what was typed before, else what is known of who orders. */
export function startingOrder(packageId: string, user: User | null): Order {
  const draft = read(packageId);
  const known = read(CARRIED)?.customer ?? knownCustomer(user);
  if (draft === null) return { customer: known, answers: {}, choice: null };
  const { customer, answers, choice, userId } = draft;
  // What a visitor left blank before signing in is known now.
  const filled = Object.fromEntries(FIELDS.map((field) => [field, customer[field] || known[field]])) as CustomerFields;
  return { customer: userId === null ? filled : customer, answers, choice };
}

/** For the screen's loader: fetches the customer info card of a brand. Without it the form starts from the account. */
export async function loadKnownCustomer(user: User | null): Promise<void> {
  if (user?.userType === 'brand') await data.profiles.customerInfo.ensureData().catch(() => undefined);
}

/** What is known of a signed-in brand before it types anything: its customer info card, else its account. */
function knownCustomer(user: User | null): CustomerFields {
  const card = user?.userType === 'brand' ? data.profiles.customerInfo.getData() : undefined;
  return { ...BLANK, name: user?.fullName ?? '', email: user?.email ?? '', ...(card && orderFromInfo(card)) };
}

/**
 * Who a visitor said to be in the order that `next` leads back to: nobody types it twice. Blank where it is not known,
 * also while the server draws the page.
 */
export function orderedBy(next: string | null): { fullName: string; email: string } {
  const [path = '', search] = (next ?? '').split('?');
  const packageId = isOrderPath(path) ? new URLSearchParams(search).get('packageId') : null;
  const { name, email } = (packageId === null ? null : read(packageId))?.customer ?? BLANK;
  return { fullName: name.trim(), email: email.trim() };
}

const isOrderPath = (path: string): boolean => /^\/(?:checkout|order-questionnaire)(?![\w-])/.test(path);

/** The kind of account that `next` leads to: only brands order; blank where it may be either. */
export const accountTypeFor = (next: string | null): UserType | '' => (isOrderPath(next ?? '') ? 'brand' : '');

/** Keeps what has been typed so far. */
export const saveDraft = (packageId: string, order: Order): void => store(packageId, order, false);

/** Keeps an order that has passed every check; `loadOrder` gives it to checkout. */
export const saveOrder = (packageId: string, order: Order): void => store(packageId, order, true);

export interface SentOrder {
  customer: OrderCustomer;
  answers: Record<string, string>;
  choice?: ChoiceForm;
}

/**
 * The submitted order as checkout sends it, without blank fields;
 * null when there is none or it is still being filled in.
 */
export function loadOrder(packageId: string): SentOrder | null {
  const stored = read(packageId);
  if (!stored?.isComplete) return null;
  const { name, email, projectDescription, ...more } = stored.customer;
  const given = Object.fromEntries(
    Object.entries(more).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const { answers, choice } = stored;
  return {
    customer: { name, email, projectDescription, ...given },
    answers,
    ...(choice && { choice: { ...choice, addOns: [...choice.addOns] } }),
  };
}

/** Not a package: what the next order starts from, whatever it is of. */
const CARRIED = 'carried';

/** The next order that this person fills in starts with what an earlier one said of who orders and what for. */
export const carryOrder = (customer: OrderCustomer): void =>
  store(CARRIED, { customer: { ...BLANK, ...customer }, answers: {}, choice: null }, false);

/** The next order of a brand starts with what its brief says, and for the rest with what is known of it. */
export function carryBrief(
  user: User,
  brief: Record<'projectDescription' | 'brandTone' | 'preferredPostDate', string>,
): void {
  const said = Object.fromEntries(Object.entries(brief).filter(([, value]) => value.trim() !== ''));
  carryOrder({ ...knownCustomer(user), ...said });
}

/** Forgets the order, once it is part of a booking. */
export function clearOrder(packageId: string): void {
  for (const name of [packageId, CARRIED]) tabStorage.remove(keyOf(name));
}

function store(packageId: string, { customer, answers, choice }: Order, isComplete: boolean): void {
  const stored: Stored = { customer, answers, choice, isComplete, userId: currentUserId() };
  tabStorage.setJson(keyOf(packageId), stored);
}

function read(packageId: string): Stored | null {
  const stored = tabStorage.getJson(keyOf(packageId));
  // What one person typed is not shown to the next person who signs in here.
  return isStored(stored) && (stored.userId === null || stored.userId === currentUserId()) ? stored : null;
}

function isStored(value: unknown): value is Stored {
  if (!isObject(value) || !isObject(value['customer']) || !isObject(value['answers'])) return false;
  const { customer, answers, choice, isComplete, userId } = value;
  return (
    [...FIELDS.map((field) => customer[field]), ...Object.values(answers)].every((each) => typeof each === 'string') &&
    (choice === null || isChoice(choice)) &&
    typeof isComplete === 'boolean' &&
    (userId === null || typeof userId === 'string')
  );
}

/** Has the shape of a choice; whether it is offered is looked at with the package. */
const isChoice = (value: unknown): value is Choice =>
  isObject(value) &&
  typeof value['tier'] === 'string' &&
  Array.isArray(value['addOns']) &&
  value['addOns'].every(isObject);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
