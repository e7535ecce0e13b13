/** Tables of clients and budgets. */
import type { BudgetPeriod } from '@marquee/validation';
import type { Generated } from 'kysely';
import type { OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

/** A client for which a brand orders. */
export interface ClientTable {
  id: Generated<string>;
  brandId: string;
  name: string;
  legalName: string;
  address: string;
  country: string;
  taxId: string;
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
  /** The time zone in which the months begin. */
  timeZone: string;
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
