/**
 * What a brand has filled in for a package, in this tab's session storage: it survives a reload and signing in, and travels
 * to checkout. Anything unreadable counts as nothing.
 */
import type { OrderCustomer } from '@marquee/validation';
import { data } from '../../trpc.ts';

export type OrderContact = Pick<OrderCustomer, 'name' | 'email' | 'projectDescription'>;

export interface Order {
  customer: OrderContact;
  /** Question id → answer. */
  answers: Record<string, string>;
}

interface Stored extends Order {
  /** Submitted, and not changed since. */
  isComplete: boolean;
  /** Who filled it in; null before signing in. */
  userId: string | null;
}

const keyOf = (packageId: string) => `marquee.order.${packageId}`;
const currentUserId = () => data.auth.session.getData()?.id ?? null;

/** Keeps what has been typed so far. */
export const saveDraft = (packageId: string, order: Order): void => store(packageId, order, false);

/** Keeps an order that has passed every check; `loadOrder` gives it to checkout. */
export const saveOrder = (packageId: string, order: Order): void => store(packageId, order, true);

/** What has been typed, complete or not. */
export const loadDraft = (packageId: string): Order | null => read(packageId);

/** The submitted order; null when there is none or it is still being filled in. */
export function loadOrder(packageId: string): Order | null {
  const stored = read(packageId);
  return stored?.isComplete ? { customer: stored.customer, answers: stored.answers } : null;
}

/** Forgets the order, once it is part of a booking. */
export function clearOrder(packageId: string): void {
  try {
    sessionStorage.removeItem(keyOf(packageId));
  } catch {
    // Storage is switched off: there is nothing to forget.
  }
}

function store(packageId: string, { customer, answers }: Order, isComplete: boolean): void {
  try {
    sessionStorage.setItem(
      keyOf(packageId),
      JSON.stringify({ customer, answers, isComplete, userId: currentUserId() } satisfies Stored),
    );
  } catch {
    // Storage is switched off or full: the order cannot outlive this screen.
  }
}

function read(packageId: string): Stored | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(packageId)) ?? 'null');
    // What one person typed is not shown to the next one who signs in here.
    return isStored(stored) && (stored.userId === null || stored.userId === currentUserId()) ? stored : null;
  } catch {
    return null;
  }
}

function isStored(value: unknown): value is Stored {
  if (!isObject(value) || !isObject(value['customer']) || !isObject(value['answers'])) return false;
  const { name, email, projectDescription } = value['customer'];
  return (
    [name, email, projectDescription, ...Object.values(value['answers'])].every((each) => typeof each === 'string') &&
    typeof value['isComplete'] === 'boolean' &&
    (value['userId'] === null || typeof value['userId'] === 'string')
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
