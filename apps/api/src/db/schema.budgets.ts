/** Tables of clients, budgets and approvals. */
import type { ApprovalRule, BudgetPeriod, OrderRequestState, RequestedOrder } from '@marquee/validation';
import type { ColumnType, Generated } from 'kysely';
import type { JsonColumn, OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

/** A client for which a brand orders. */
export interface ClientTable {
  id: Generated<string>;
  brandId: string;
  name: string;
  legalName: string;
  address: string;
  country: string;
  taxId: string;
  logoUrl: Generated<string | null>;
  createdAt: TimeColumn;
  archivedAt: OptionalTimeColumn;
}

/** An amount that a brand may spend, in each month or in total. */
export interface BudgetTable {
  id: Generated<string>;
  brandId: string;
  /** Null if the budget is for orders of all clients. */
  clientId: string | null;
  name: string;
  period: BudgetPeriod;
  limitCents: number;
  createdAt: TimeColumn;
  archivedAt: OptionalTimeColumn;
}

/** The amounts of a budget in one month, or in total. */
export interface BudgetPeriodTable {
  id: Generated<string>;
  budgetId: string;
  startsOn: string;
  limitCents: number;
  requestedCents: Generated<number>;
  committedCents: Generated<number>;
  spentCents: Generated<number>;
}

/** The amount that a booking uses of its budget period. */
export interface BudgetEntryTable {
  bookingId: string;
  periodId: string;
  state: 'committed' | 'spent' | 'released';
  cents: number;
}

/** Which orders of a brand need an approval. */
export interface ApprovalSettingsTable {
  brandId: string;
  rule: ApprovalRule;
  /** The total above which orders need an approval, for the rule `above`. Otherwise 0. */
  aboveCents: number;
  approvers: number;
  allowsOwn: boolean;
}

/** An order that waits or waited for an approval. */
export interface OrderRequestTable {
  id: Generated<string>;
  brandId: string;
  /** The person who requested it. */
  requestedByPersonId: string;
  creatorId: string;
  /** The order as it was sent. Null after the workspace was deleted. */
  input: ColumnType<RequestedOrder | null, string, null>;
  /** The ordered content and its price at the time of the request. */
  sale: JsonColumn<object>;
  packageName: string;
  priceCents: number;
  totalCents: number;
  clientId: string | null;
  budgetPeriodId: string | null;
  /** The card that pays for the order after the approval. Null if the requester pays on the checkout page. */
  cardId: string | null;
  createdAt: TimeColumn;
  expiresAt: TimeColumn;
  state: OrderRequestState;
  closedAt: OptionalTimeColumn;
  /** Why the request was declined or returned. */
  reason: Generated<string | null>;
  declinedByPersonId: Generated<string | null>;
  bookingId: Generated<string | null>;
}

export interface OrderApprovalTable {
  requestId: string;
  approvedByPersonId: string;
  approvedAt: TimeColumn;
}
