/**
 * What a brand has filled in for a package, in this tab's session storage: it survives a reload and signing in, and
 * travels to checkout. Anything unreadable counts as nothing.
 */
import type { PackageChoice } from '@marquee/money';
import { toOrderCustomer, type PackageChoiceForm, type OrderCustomer, type UserType } from '@marquee/validation';
import { tabStorage } from '../../lib/storage.ts';
import type { SignedInUser } from '../../session.ts';
import { queryUtils } from '../../trpc.ts';

/** Every field of the form, blank where nothing was typed. */
type CustomerFields = Required<OrderCustomer>;

export interface OrderDraft {
  customer: CustomerFields;
  /** Question id → answer; also those to questions that are hidden now, should they come back. */
  answers: Record<string, string>;
  /** Of what the package offers besides itself; null: nothing was chosen, or it offers nothing. */
  choice: PackageChoice | null;
}

interface StoredOrder extends OrderDraft {
  /** Submitted, and not changed since. */
  isComplete: boolean;
  /** Who filled it in; null before signing in. */
  userId: string | null;
}

const BLANK_CUSTOMER: CustomerFields = {
  name: '',
  email: '',
  projectDescription: '',
  targetAudience: '',
  brandTone: '',
  preferredPostDate: '',
  purchaseOrder: '',
  additionalRequirements: '',
};
const CUSTOMER_FIELD_NAMES = Object.keys(BLANK_CUSTOMER) as (keyof CustomerFields)[];

const getOrderKey = (packageId: string) => `marquee.order.${packageId}`;
const getCurrentUserId = () => queryUtils.auth.session.getData()?.id ?? null;

/** What the form starts from: what was typed before, else what is known of who orders. */
export function createStartingOrder(packageId: string, user: SignedInUser | null): OrderDraft {
  const draft = readOrder(packageId);
  const known = readOrder(CARRIED_ORDER_NAME)?.customer ?? getKnownCustomer(user);
  if (draft === null) return { customer: known, answers: {}, choice: null };
  const { customer, answers, choice, userId } = draft;
  // What a visitor left blank before signing in is known now.
  const filled = Object.fromEntries(
    CUSTOMER_FIELD_NAMES.map((field) => [field, customer[field] || known[field]]),
  ) as CustomerFields;
  return { customer: userId === null ? filled : customer, answers, choice };
}

/** For the screen's loader: fetches the customer info card of a brand. Without it the form starts from the account. */
export async function loadKnownCustomer(user: SignedInUser | null): Promise<void> {
  if (user?.userType === 'brand') await queryUtils.profiles.customerInfo.ensureData().catch(() => undefined);
}

/** What is known of a signed-in brand before it types anything: its customer info card, else its account. */
function getKnownCustomer(user: SignedInUser | null): CustomerFields {
  const card = user?.userType === 'brand' ? queryUtils.profiles.customerInfo.getData() : undefined;
  return {
    ...BLANK_CUSTOMER,
    name: user?.fullName ?? '',
    email: user?.email ?? '',
    ...(card && toOrderCustomer(card)),
  };
}

/**
 * Who a visitor said to be in the order that `next` leads back to: nobody types it twice. Blank where it is not known,
 * also while the server draws the page.
 */
export function findOrderPerson(next: string | null): { fullName: string; email: string } {
  const [path = '', search] = (next ?? '').split('?');
  const packageId = isOrderPath(path) ? new URLSearchParams(search).get('packageId') : null;
  const { name, email } = (packageId === null ? null : readOrder(packageId))?.customer ?? BLANK_CUSTOMER;
  return { fullName: name.trim(), email: email.trim() };
}

const isOrderPath = (path: string): boolean => /^\/(?:checkout|order-questionnaire)(?![\w-])/.test(path);

/** The kind of account that `next` leads to: only brands order; blank where it may be either. */
export const getAccountType = (next: string | null): UserType | '' => (isOrderPath(next ?? '') ? 'brand' : '');

/** Keeps what has been typed so far. */
export const storeOrderDraft = (packageId: string, order: OrderDraft): void => storeOrder(packageId, order, false);

/** Keeps an order that has passed every check; `findSubmittedOrder` gives it to checkout. */
export const storeSubmittedOrder = (packageId: string, order: OrderDraft): void => storeOrder(packageId, order, true);

export interface SubmittedOrder {
  customer: OrderCustomer;
  answers: Record<string, string>;
  choice?: PackageChoiceForm;
}

/**
 * The submitted order as checkout sends it, without blank fields;
 * null when there is none or it is still being filled in.
 */
export function findSubmittedOrder(packageId: string): SubmittedOrder | null {
  const stored = readOrder(packageId);
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
const CARRIED_ORDER_NAME = 'carried';

/** The next order that this person fills in starts with what an earlier one said of who orders and what for. */
export const storeCarriedOrder = (customer: OrderCustomer): void =>
  storeOrder(CARRIED_ORDER_NAME, { customer: { ...BLANK_CUSTOMER, ...customer }, answers: {}, choice: null }, false);

/** The next order of a brand starts with what its brief says, and for the rest with what is known of it. */
export function storeCarriedBrief(
  user: SignedInUser,
  brief: Record<'projectDescription' | 'brandTone' | 'preferredPostDate', string>,
): void {
  const said = Object.fromEntries(Object.entries(brief).filter(([, value]) => value.trim() !== ''));
  storeCarriedOrder({ ...getKnownCustomer(user), ...said });
}

/** Forgets the order, once it is part of a booking. */
export function clearOrder(packageId: string): void {
  for (const name of [packageId, CARRIED_ORDER_NAME]) tabStorage.remove(getOrderKey(name));
}

function storeOrder(packageId: string, { customer, answers, choice }: OrderDraft, isComplete: boolean): void {
  const stored: StoredOrder = { customer, answers, choice, isComplete, userId: getCurrentUserId() };
  tabStorage.setJson(getOrderKey(packageId), stored);
}

function readOrder(packageId: string): StoredOrder | null {
  const stored = tabStorage.getJson(getOrderKey(packageId));
  // What one person typed is not shown to the next person who signs in here.
  return isStoredOrder(stored) && (stored.userId === null || stored.userId === getCurrentUserId()) ? stored : null;
}

function isStoredOrder(value: unknown): value is StoredOrder {
  if (!isObject(value) || !isObject(value['customer']) || !isObject(value['answers'])) return false;
  const { customer, answers, choice, isComplete, userId } = value;
  return (
    [...CUSTOMER_FIELD_NAMES.map((field) => customer[field]), ...Object.values(answers)].every(
      (each) => typeof each === 'string',
    ) &&
    (choice === null || isStoredChoice(choice)) &&
    typeof isComplete === 'boolean' &&
    (userId === null || typeof userId === 'string')
  );
}

/** Has the shape of a choice; whether it is offered is looked at with the package. */
const isStoredChoice = (value: unknown): value is PackageChoice =>
  isObject(value) &&
  typeof value['tier'] === 'string' &&
  Array.isArray(value['addOns']) &&
  value['addOns'].every(isObject);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
