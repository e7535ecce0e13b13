/** Which orders of a brand need an approval. */
export const APPROVAL_RULES = ['never', 'above', 'new_creators', 'always'] as const;
export type ApprovalRule = (typeof APPROVAL_RULES)[number];

export const RULE_LABELS: Record<ApprovalRule, string> = {
  never: 'No orders',
  above: 'Orders above an amount',
  new_creators: 'Orders from creators who are new to you',
  always: 'All orders',
};
