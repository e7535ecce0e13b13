/** Input about members of workspaces and invitations. */
import { z } from 'zod';
import { fullNameField, linkTokenField, mailCodeFields, newPassword } from './account.ts';
import { dollarLimitField, emailField, personIdField } from './fields.ts';
import { LIMITS } from './limits.ts';
import { MEMBER_ROLES } from '@marquee/contracts';

const roleField = z.enum(MEMBER_ROLES, { error: 'Please choose a role' });

export const invitationInput = z.object({
  email: emailField('Please enter a valid email address'),
  role: roleField,
});
export type InvitationInput = z.infer<typeof invitationInput>;

/** The token of an invitation's link. */
export const invitationToken = z.object({ token: linkTokenField });

/** An invited person without an account. The link proves the email address, and for an owner also the code. */
export const newMemberInput = z.object({
  token: linkTokenField,
  fullName: fullNameField,
  password: newPassword,
  emailCode: z.object(mailCodeFields).optional(),
});
export type NewMemberInput = z.infer<typeof newMemberInput>;

export const memberRoleInput = z.object({ personId: personIdField, role: roleField });
export type MemberRoleInput = z.infer<typeof memberRoleInput>;

const memberLimit = dollarLimitField(LIMITS.memberLimitCents);

/** A limit of a member in dollars, which is parsed to cents. Empty means that there is none. */
const memberLimitField = z.string().transform((text, ctx) => {
  if (text.trim() === '') return null;
  const { data, error } = memberLimit.safeParse(text);
  if (data !== undefined) return data;
  ctx.addIssue({ code: 'custom', message: error?.issues[0]?.message ?? '' });
  return z.NEVER;
});

const limitFields = z.object({ orderLimit: memberLimitField, monthLimit: memberLimitField });
const toLimitCents = ({ orderLimit, monthLimit }: z.output<typeof limitFields>) => ({
  orderLimitCents: orderLimit,
  monthLimitCents: monthLimit,
});

/**
 * How much a member may order at once and in a month, in dollars that are parsed to cents. Empty means no limit. `base`
 * are the values with which the form was opened.
 */
export const memberLimits = limitFields
  .extend({ personId: personIdField, base: limitFields.transform(toLimitCents).optional() })
  .transform(({ personId, base, ...limits }) => ({ personId, base, ...toLimitCents(limits) }));
export type MemberLimitsForm = z.input<typeof memberLimits>;
export type MemberLimits = z.output<typeof memberLimits>;

/** `heirId` is the member who becomes the contact of the bookings. */
export const memberRemovalInput = z.object({ personId: personIdField, heirId: personIdField });
export type MemberRemovalInput = z.infer<typeof memberRemovalInput>;

export const leaveInput = z.object({ heirId: personIdField });
export const memberInput = z.object({ personId: personIdField });
