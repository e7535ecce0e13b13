/**
 * The order form's input per package, in the tab's session storage. It survives reloading and signing in, and the
 * checkout reads it. Unreadable data is ignored.
 */
import type { PackageChoice } from '@marquee/money';
import { toOrderCustomer, type PackageChoiceForm, type OrderCustomer, type UserType } from '@marquee/validation';
import { tabStorage } from '../../lib/storage.ts';
import type { SignedInUser } from '../../session.ts';
import { queryUtils } from '../../trpc.ts';

/** Every field of the form. Untouched fields are blank. */
type CustomerFields = Required<OrderCustomer>;

export interface OrderDraft {
  customer: CustomerFields;
  /** Answers by question id, including answers to questions that are hidden now but may reappear. */
  answers: Record<string, string>;
  /** The chosen options of the package, or null. */
  choice: PackageChoice | null;
}

interface StoredOrder extends OrderDraft {
  /** True if the form was submitted and has not changed since. */
  isComplete: boolean;
  /** The id of the author, or null before signing in. */
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

/** Returns the initial values of the form: earlier input, or else the known details of the customer. */
export function createStartingOrder(packageId: string, user: SignedInUser | null): OrderDraft {
  const draft = readOrder(packageId);
  const known = readOrder(CARRIED_ORDER_NAME)?.customer ?? getKnownCustomer(user);
  if (draft === null) return { customer: known, answers: {}, choice: null };
  const { customer, answers, choice, userId } = draft;
  // After signing in, the account fills the fields that the visitor left blank.
  const filled = Object.fromEntries(
    CUSTOMER_FIELD_NAMES.map((field) => [field, customer[field] || known[field]]),
  ) as CustomerFields;
  return { customer: userId === null ? filled : customer, answers, choice };
}

/** Fetches a brand's customer info card in the page's loader. If it fails, the form uses the account's details. */
export async function loadKnownCustomer(user: SignedInUser | null): Promise<void> {
  if (user?.userType === 'brand') await queryUtils.profiles.customerInfo.ensureData().catch(() => undefined);
}

/** Returns the details of a signed-in brand from its customer info card or its account. */
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
 * Returns the name and email that a visitor entered in the order form that `next` leads back to. They are blank if
 * unknown and on the server.
 */
export function findOrderPerson(next: string | null): { fullName: string; email: string } {
  const [path = '', search] = (next ?? '').split('?');
  const packageId = isOrderPath(path) ? new URLSearchParams(search).get('packageId') : null;
  const { name, email } = (packageId === null ? null : readOrder(packageId))?.customer ?? BLANK_CUSTOMER;
  return { fullName: name.trim(), email: email.trim() };
}

const isOrderPath = (path: string): boolean => /^\/(?:checkout|order-questionnaire)(?![\w-])/.test(path);

/** Returns 'brand' if `next` leads to an order form, since only brands order, or else a blank. */
export const getAccountType = (next: string | null): UserType | '' => (isOrderPath(next ?? '') ? 'brand' : '');

/** Stores unfinished input. */
export const storeOrderDraft = (packageId: string, order: OrderDraft): void => storeOrder(packageId, order, false);

/** Stores an order that passed validation. The checkout reads it with `findSubmittedOrder`. */
export const storeSubmittedOrder = (packageId: string, order: OrderDraft): void => storeOrder(packageId, order, true);

export interface SubmittedOrder {
  customer: OrderCustomer;
  answers: Record<string, string>;
  choice?: PackageChoiceForm;
}

/**
 * Returns the submitted order in the form that the API expects, or null if it was not submitted or has changed
 * since.
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

/** A key in place of a package id, for values that the next order form starts with. */
const CARRIED_ORDER_NAME = 'carried';

/** Prefills the next order form with the customer details of an earlier order. */
export const storeCarriedOrder = (customer: OrderCustomer): void =>
  storeOrder(CARRIED_ORDER_NAME, { customer: { ...BLANK_CUSTOMER, ...customer }, answers: {}, choice: null }, false);

/** Prefills the next order form from a brief and the brand's known details. */
export function storeCarriedBrief(
  user: SignedInUser,
  brief: Record<'projectDescription' | 'brandTone' | 'preferredPostDate', string>,
): void {
  const said = Object.fromEntries(Object.entries(brief).filter(([, value]) => value.trim() !== ''));
  storeCarriedOrder({ ...getKnownCustomer(user), ...said });
}

/** Deletes the stored order after it has become a booking. */
export function clearOrder(packageId: string): void {
  for (const name of [packageId, CARRIED_ORDER_NAME]) tabStorage.remove(getOrderKey(name));
}

function storeOrder(packageId: string, { customer, answers, choice }: OrderDraft, isComplete: boolean): void {
  const stored: StoredOrder = { customer, answers, choice, isComplete, userId: getCurrentUserId() };
  tabStorage.setJson(getOrderKey(packageId), stored);
}

function readOrder(packageId: string): StoredOrder | null {
  const stored = tabStorage.getJson(getOrderKey(packageId));
  // One user's input must not be shown to the next user who signs in here.
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

/** Checks only the shape. Whether the package offers the choice is checked when the package has loaded. */
const isStoredChoice = (value: unknown): value is PackageChoice =>
  isObject(value) &&
  typeof value['tier'] === 'string' &&
  Array.isArray(value['addOns']) &&
  value['addOns'].every(isObject);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
