import { parseDollars } from '@marquee/money';
import { billingDetails } from './billing.ts';
import { LIMITS } from './limits.ts';
import { idField, singleLineField } from './fields.ts';
import { z } from './zod.ts';

/** Whether a budget starts again in each month, or is a total that is used up once. */
export const BUDGET_PERIODS = ['month', 'total'] as const;
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];

/** Builds a field for an amount in dollars from $1, which is parsed to cents. */
function limitField(maxCents: number) {
  const message = `Enter a limit from $1 to $${(maxCents / 100).toLocaleString('en-US')}`;
  return z.string({ error: message }).transform((text, ctx) => {
    const cents = parseDollars(text);
    if (cents === null || cents < 100 || cents > maxCents) {
      ctx.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
    return cents;
  });
}

/** The limit of a budget. */
const budgetLimit = limitField(LIMITS.budgetCents);
const memberLimit = limitField(LIMITS.memberLimitCents);

/** A limit of a member in dollars, which is parsed to cents. Empty means that there is none. */
export const memberLimitField = z.string().transform((text, ctx) => {
  if (text.trim() === '') return null;
  const { data, error } = memberLimit.safeParse(text);
  if (data !== undefined) return data;
  ctx.addIssue({ code: 'custom', message: error?.issues[0]?.message ?? '' });
  return z.NEVER;
});

/** A client of a brand, with the details for the documents of its bookings. Without `id`, a new client. */
export const clientForm = billingDetails.extend({
  id: idField.optional(),
  name: singleLineField('The name', LIMITS.clientName, 'Please enter the name of the client'),
});
export type ClientForm = z.infer<typeof clientForm>;

/** A new budget. `clientId` limits it to the orders of one client. */
export const newBudget = z.strictObject({
  name: singleLineField('The name', LIMITS.budgetName, 'Please give the budget a name'),
  clientId: idField.nullable(),
  period: z.enum(BUDGET_PERIODS, 'Choose a period from the list'),
  limit: budgetLimit,
});
export type NewBudgetForm = z.input<typeof newBudget>;
export type NewBudget = z.output<typeof newBudget>;

/** A change of a budget. Its period and client stay, because bookings refer to them. */
export const budgetChange = z.strictObject({
  id: idField,
  name: singleLineField('The name', LIMITS.budgetName, 'Please give the budget a name'),
  limit: budgetLimit,
});
export type BudgetChangeForm = z.input<typeof budgetChange>;
export type BudgetChange = z.output<typeof budgetChange>;

/** Archives a client or a budget, or restores it. */
export const archiving = z.strictObject({ id: idField, isArchived: z.boolean() });
export type Archiving = z.infer<typeof archiving>;

/** The client and the budget of an order. */
export const orderBudgetFields = { clientId: idField.nullish(), budgetId: idField.nullish() };
export interface OrderBudgetChoice {
  clientId?: string | null | undefined;
  budgetId?: string | null | undefined;
}
