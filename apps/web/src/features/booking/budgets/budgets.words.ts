import { formatDollars } from '@marquee/money';
import type { BudgetPeriod } from '@marquee/validation';
import type { RouterOutputs } from '../../../trpc.ts';

export type Budget = RouterOutputs['budgets']['list'][number];

export const PERIOD_LABELS: Record<BudgetPeriod, string> = { month: 'Every month', total: 'In total' };

/** Describes the unused amount of a budget and how the rest is used. */
export function describeBudgetUse(budget: Budget): string {
  const uses = [
    { cents: budget.spentCents, label: 'spent' },
    { cents: budget.committedCents, label: 'ordered' },
    { cents: budget.requestedCents, label: 'waiting for approval' },
  ];
  const used = uses.filter(({ cents }) => cents > 0).map(({ cents, label }) => `${formatDollars(cents)} ${label}`);
  return [`${formatDollars(budget.leftCents)} of ${formatDollars(budget.limitCents)} left`, ...used].join(' · ');
}
