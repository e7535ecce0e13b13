import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { cursorField, idField, referenceField, textField } from './fields.ts';

/** The reasons that a user can choose for a report, in the order of the form. */
export const REPORT_REASONS = [
  'Spam or misleading',
  'Scam or fraud',
  'Pretends to be someone else',
  'Offensive or hateful',
  'Illegal',
  'Something else',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** The kinds of content that users can report. */
export const REPORT_SUBJECTS = ['profile', 'package', 'review', 'message', 'list'] as const;
export type ReportSubject = (typeof REPORT_SUBJECTS)[number];

/**
 * The kinds of content that staff can hide. Instead of hiding a profile, staff suspend its user. Hiding a message
 * would be of no use, because it was already read.
 */
export type HideableSubject = Extract<ReportSubject, 'package' | 'review' | 'list'>;
export const isHideable = (kind: ReportSubject): kind is HideableSubject =>
  kind === 'package' || kind === 'review' || kind === 'list';

/** A report. For a profile, `id` is the id of its user. */
export const reportForm = z.strictObject({
  kind: z.enum(REPORT_SUBJECTS),
  id: idField,
  reason: z.enum(REPORT_REASONS, { error: 'Please choose a reason' }),
  sentence: textField('The description', LIMITS.reportSentence, 'Please describe what is wrong'),
});
export type ReportForm = z.infer<typeof reportForm>;

/** The decisions that staff can make about a report. */
export const REPORT_OUTCOMES = ['none', 'hidden', 'suspended'] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

const decisionReason = textField('The reason', LIMITS.staffNote, 'Please give a reason');

export const reportDecision = z.strictObject({ id: idField, outcome: z.enum(REPORT_OUTCOMES), reason: decisionReason });
export type ReportDecision = z.infer<typeof reportDecision>;

export const appealDecision = z.strictObject({
  id: idField,
  outcome: z.enum(['upheld', 'reversed']),
  reason: decisionReason,
});
export type AppealDecision = z.infer<typeof appealDecision>;

export const reportListInput = z.object({ show: z.enum(['open', 'decided']).default('open'), cursor: cursorField });
export type ReportListInput = z.infer<typeof reportListInput>;

export const followerProofListInput = z.object({
  show: z.enum(['waiting', 'decided']).default('waiting'),
  cursor: cursorField,
});
export type FollowerProofListInput = z.infer<typeof followerProofListInput>;
export const followerProofDecision = z.strictObject({
  id: idField,
  outcome: z.enum(['confirmed', 'refused']),
  reason: decisionReason,
});
export type FollowerProofDecision = z.infer<typeof followerProofDecision>;

/** The token in an emailed link. For invalid text, the response is "not found". */
export const linkToken = referenceField(100);

/**
 * Identifies a moderation decision. The user that it concerns either has the token of an emailed link or is signed
 * in.
 */
export const decisionInput = z.strictObject({ id: idField, token: linkToken.optional() });
export type DecisionInput = z.infer<typeof decisionInput>;
export const appealForm = z.strictObject({
  id: idField,
  token: linkToken.optional(),
  text: textField('The appeal', LIMITS.statement, 'Please explain why the decision is wrong'),
});
export type AppealForm = z.infer<typeof appealForm>;
