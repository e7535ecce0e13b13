/** Input about guests, who review delivered work without an account. */
import { VERDICTS } from '@marquee/booking';
import { fullNameField, linkTokenField, mailCodeFields } from './account.ts';
import { newFileComment } from './delivery.ts';
import { emailField, idField, textField } from './fields.ts';
import { LIMITS } from './limits.ts';
import { z } from './zod.ts';

const versionFields = { deliverableId: idField, number: z.int().min(1) };

export const guestInvitation = z.object({
  ...versionFields,
  name: fullNameField,
  email: emailField('Please enter a valid email address'),
});
export type GuestInvitation = z.infer<typeof guestInvitation>;

/** The token of the link that a guest received. */
export const guestLink = z.object({ token: linkTokenField });

export const guestCode = guestLink.extend(mailCodeFields);
export type GuestCode = z.infer<typeof guestCode>;

/** A guest's vote on a version and its comments. It replaces an earlier vote of the guest on the version. */
export const guestReview = z
  .object({
    /** The id of the guest. */
    id: idField,
    ...versionFields,
    /** The checksum of the version that the guest saw. */
    checksum: z.string().regex(/^[0-9a-f]{64}$/, 'The checksum is not valid'),
    vote: z.enum(VERDICTS, { error: 'Please approve the version or request changes' }),
    comment: textField('The comment', LIMITS.guestComment),
    remarks: z.array(newFileComment).max(LIMITS.fileComments, `Add at most ${LIMITS.fileComments} comments`),
  })
  .refine(({ vote, comment, remarks }) => vote === 'approved' || comment.trim() !== '' || remarks.length > 0, {
    message: 'Please describe what should change',
    path: ['comment'],
  });
export type GuestReview = z.infer<typeof guestReview>;
