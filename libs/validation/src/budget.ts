import { LIMITS } from './limits.ts';
import { dollarLimitField, idField, nameField } from './fields.ts';
import { z } from './zod.ts';

/** Whether a budget starts again in each month, or is a total that is used up once. */
export const BUDGET_PERIODS = ['month', 'total'] as const;
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];

/** The limit of a budget. */
const budgetLimit = dollarLimitField(LIMITS.budgetCents);

/** A new budget. `clientId` limits it to the orders of one client. */
export const newBudget = z.strictObject({
  name: nameField('The name', LIMITS.budgetName, 'Please give the budget a name'),
  clientId: idField.nullable(),
  period: z.enum(BUDGET_PERIODS, 'Choose a period from the list'),
  limit: budgetLimit,
});
export type NewBudgetForm = z.input<typeof newBudget>;
export type NewBudget = z.output<typeof newBudget>;

const budgetFields = z.strictObject({
  name: nameField('The name', LIMITS.budgetName, 'Please give the budget a name'),
  limit: budgetLimit,
});

/**
 * A change of a budget. Its period and client stay, because bookings refer to them. `base` are the values with which
 * the form was opened.
 */
export const budgetChange = budgetFields.extend({ id: idField, base: budgetFields.optional() });
export type BudgetChangeForm = z.input<typeof budgetChange>;
export type BudgetChange = z.output<typeof budgetChange>;

/** The client and the budget of an order. */
export const orderBudgetFields = { clientId: idField.nullish(), budgetId: idField.nullish() };
export interface OrderBudgetChoice {
  clientId?: string | null | undefined;
  budgetId?: string | null | undefined;
}
