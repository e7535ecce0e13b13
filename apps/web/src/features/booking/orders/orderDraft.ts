/**
 * Stores the order form's input for each package in the tab's session storage. The input survives reloading and
 * signing in, and the checkout can read it. Invalid stored data is ignored.
 */
import type { PackageChoice } from '@marquee/money';
import { toOrderCustomer, type PackageChoiceForm, type OrderCustomer } from '@marquee/validation';
import type { UserType } from '@marquee/contracts';
import type { OrderBudget } from '../budgets/OrderBudgetFields.tsx';
import { openTabStorage, type StorageOwner } from '../../../lib/storage.ts';
import { getStorageOwner } from '../../../lib/storageOwner.ts';
import type { SignedInUser } from '../../../session.ts';
import { queryUtils } from '../../../trpc.ts';

/** The customer's details with all optional fields. Fields that were not filled in are blank. */
type CustomerFields = Required<OrderCustomer>;

export interface OrderDraft {
  customer: CustomerFields;
  /** Answers by question id, including answers to questions that are currently hidden but may reappear. */
  answers: Record<string, string>;
  choice: PackageChoice | null;
  /** The client for which the brand orders, and the budget that pays for it. */
  purpose: OrderBudget;
}

interface StoredOrder extends OrderDraft {
  /** True if the form was submitted and has not been changed since. */
  isComplete: boolean;
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

const NO_PURPOSE: OrderBudget = { clientId: null, budgetId: null };

const getOrderKey = (packageId: string) => `order ${packageId}`;

/** Returns the form's initial values: stored input, or else the known details of the customer. */
export function createStartingOrder(packageId: string, user: SignedInUser | null): OrderDraft {
  const draft = readOrder(packageId);
  const knownCustomer = readOrder(CARRIED_ORDER_NAME)?.customer ?? getKnownCustomer(user);
  if (draft === null) return { customer: knownCustomer, answers: {}, choice: null, purpose: NO_PURPOSE };
  const { customer, answers, choice, purpose, owner } = draft;
  // If a visitor entered the order before signing in, blank fields are filled in from the account.
  const filled = Object.fromEntries(
    CUSTOMER_FIELD_NAMES.map((field) => [field, customer[field] || knownCustomer[field]]),
  ) as CustomerFields;
  return { customer: owner === 'visitor' ? filled : customer, answers, choice, purpose };
}

/**
 * Prefetches the brand's customer info card in the page's loader. If the request fails, the form uses the account's
 * details instead.
 */
export async function loadKnownCustomer(user: SignedInUser | null): Promise<void> {
  if (user?.userType === 'brand') await queryUtils.profiles.customerInfo.ensureData().catch(() => undefined);
}

/**
 * Returns the customer details that are known about a user: the account's name and email address, and for a brand
 * the customer info card.
 */
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
 * Returns the name and email address that a visitor entered in the order form at the path `next`. Both are blank if
 * the visitor entered nothing, and on the server.
 */
export function findOrderPerson(next: string | null): { fullName: string; email: string } {
  const [path = '', search] = (next ?? '').split('?');
  const packageId = isOrderPath(path) ? new URLSearchParams(search).get('packageId') : null;
  const { name, email } = (packageId === null ? null : readOrder(packageId))?.customer ?? BLANK_CUSTOMER;
  return { fullName: name.trim(), email: email.trim() };
}

const isOrderPath = (path: string): boolean => /^\/(?:checkout|order-questionnaire)(?![\w-])/.test(path);

/**
 * Returns 'brand' if `next` is the path of an order form, because only brands can order. Otherwise returns an empty
 * string.
 */
export const getAccountType = (next: string | null): UserType | '' => (isOrderPath(next ?? '') ? 'brand' : '');

export const storeOrderDraft = (packageId: string, order: OrderDraft): void => storeOrder(packageId, order, false);

/** Stores an order that passed validation. `findSubmittedOrder` returns it to the checkout. */
export const storeSubmittedOrder = (packageId: string, order: OrderDraft): void => storeOrder(packageId, order, true);

export interface SubmittedOrder {
  customer: OrderCustomer;
  answers: Record<string, string>;
  choice?: PackageChoiceForm;
  clientId: string | null;
  budgetId: string | null;
}

/** Returns the submitted order as API input, or null if it was not submitted or has been changed since. */
export function findSubmittedOrder(packageId: string): SubmittedOrder | null {
  const stored = readOrder(packageId);
  if (!stored?.isComplete) return null;
  const { name, email, projectDescription, ...more } = stored.customer;
  const filledDetails = Object.fromEntries(
    Object.entries(more).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const { answers, choice, purpose } = stored;
  return {
    customer: { name, email, projectDescription, ...filledDetails },
    answers,
    ...purpose,
    ...(choice && { choice: { ...choice, addOns: [...choice.addOns] } }),
  };
}

/** Used as a storage key in place of a package id, for values that prefill the next order form. */
const CARRIED_ORDER_NAME = 'carried';

export const storeCarriedOrder = (customer: OrderCustomer): void =>
  storeOrder(
    CARRIED_ORDER_NAME,
    { customer: { ...BLANK_CUSTOMER, ...customer }, answers: {}, choice: null, purpose: NO_PURPOSE },
    false,
  );

export function storeCarriedBrief(
  user: SignedInUser,
  brief: Record<'projectDescription' | 'brandTone' | 'preferredPostDate', string>,
): void {
  const filledBrief = Object.fromEntries(Object.entries(brief).filter(([, value]) => value.trim() !== ''));
  storeCarriedOrder({ ...getKnownCustomer(user), ...filledBrief });
}

/** Deletes the stored order once it has become a booking. */
export function clearOrder(packageId: string): void {
  for (const owner of listReadableOwners())
    for (const name of [packageId, CARRIED_ORDER_NAME]) openTabStorage(owner).remove(getOrderKey(name));
}

function storeOrder(packageId: string, order: OrderDraft, isComplete: boolean): void {
  const { customer, answers, choice, purpose } = order;
  const stored: StoredOrder = { customer, answers, choice, purpose, isComplete };
  const owner = getStorageOwner();
  openTabStorage(owner).setJson(getOrderKey(packageId), stored);
  // The draft from before signing in now belongs to the user, so that other users who sign in here do not see it.
  if (owner !== 'visitor') openTabStorage('visitor').remove(getOrderKey(packageId));
}

/** Returns the stored order of the current user, or else the one that was entered in this tab before signing in. */
function readOrder(packageId: string): (StoredOrder & { owner: StorageOwner }) | null {
  for (const owner of listReadableOwners()) {
    const stored = openTabStorage(owner).getJson(getOrderKey(packageId));
    if (isStoredOrder(stored)) return { ...stored, owner };
  }
  return null;
}

const listReadableOwners = (): StorageOwner[] => [...new Set<StorageOwner>([getStorageOwner(), 'visitor'])];

function isStoredOrder(value: unknown): value is StoredOrder {
  if (!isObject(value) || !isObject(value['customer']) || !isObject(value['answers'])) return false;
  const { customer, answers, choice, purpose, isComplete } = value;
  return (
    [...CUSTOMER_FIELD_NAMES.map((field) => customer[field]), ...Object.values(answers)].every(
      (each) => typeof each === 'string',
    ) &&
    (choice === null || isStoredChoice(choice)) &&
    isObject(purpose) &&
    typeof isComplete === 'boolean'
  );
}

/** Checks the structure only. `createOrderForPackage` checks that the package still offers the choice. */
const isStoredChoice = (value: unknown): value is PackageChoice =>
  isObject(value) &&
  typeof value['tier'] === 'string' &&
  Array.isArray(value['addOns']) &&
  value['addOns'].every(isObject);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
