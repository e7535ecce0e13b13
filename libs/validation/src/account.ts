import { PRODUCT_NAME } from '@marquee/booking';
import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { isPretence } from './names.ts';
import { email, line, reference } from './text.ts';

/** Wire values and their labels (spec §2, register screen). */
export const USER_TYPES = ['influencer', 'brand'] as const;
export type UserType = (typeof USER_TYPES)[number];

/** Spec §5 "Email sign-in form". Longer than any password we accept is refused before it is hashed. */
export const signIn = z.object({
  email: email('Please enter a valid email address'),
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .max(1024, 'Password is required'),
});
export type SignIn = z.infer<typeof signIn>;

/** Spec §5 "Register": what a password must be, wherever one is chosen. */
const newPassword = z
  .string({ error: 'Password must be at least 8 characters' })
  .min(8, 'Password must be at least 8 characters')
  .max(LIMITS.password, `Password must be at most ${LIMITS.password} characters`);

const PRETENCE = `This name belongs to ${PRODUCT_NAME} or its staff. Please enter your own`;

/** Spec §5 "Register", in its order. `confirmPassword` is the form's own (see `registrationForm`). */
export const registration = z.object({
  email: email('Please enter a valid email address'),
  password: newPassword,
  // Characters, as the database counts them: an emoji is one, although JavaScript's length says two.
  fullName: line('Full name', LIMITS.personName, 'Please enter your full name')
    .refine((value) => /../su.test(value.trim()), 'Please enter your full name')
    .refine((value) => !isPretence(value), PRETENCE),
  userType: z.enum(USER_TYPES, { error: 'Please select account type' }),
});
export type Registration = z.infer<typeof registration>;

const REPEATED = { confirmPassword: z.string() };
const isRepeated = (form: { password: string; confirmPassword: string }) => form.password === form.confirmPassword;
const NOT_REPEATED = { message: "Passwords don't match", path: ['confirmPassword'] };

/** The register screen's form: the payload plus the repeated password. */
export const registrationForm = registration.extend(REPEATED).refine(isRepeated, NOT_REPEATED);

/** Asking for a link to choose a new password. */
export const forgotPassword = z.object({ email: email('Please enter a valid email address') });

/** A token of ours from a link; text that cannot be one is a link that is no longer valid, not an error of its own. */
const token = reference(200, 'A link must be text').catch('');

/** A link from a mail. `change`: the one that makes a new address one's own. */
export const confirmEmail = z.object({ token, change: z.boolean().default(false) });
export type ConfirmEmail = z.infer<typeof confirmEmail>;

export const resetLink = z.object({ token });
export const resetPassword = z.object({ token, password: newPassword });
export type ResetPassword = z.infer<typeof resetPassword>;

export const setPassword = z.object({ password: newPassword });
/** The forms where a password is chosen; the repeated one stays there. */
export const setPasswordForm = setPassword.extend(REPEATED).refine(isRepeated, NOT_REPEATED);

const currentPassword = z
  .string({ error: 'Please enter your current password' })
  .min(1, 'Please enter your current password')
  .max(1024, 'Please enter your current password');

export const changePassword = z.object({ currentPassword, password: newPassword });
export type ChangePassword = z.infer<typeof changePassword>;
export const changePasswordForm = changePassword.extend(REPEATED).refine(isRepeated, NOT_REPEATED);

/** The password is asked of those who have one; the server knows who. */
const ownPassword = z.string().max(1024, 'Please enter your current password').optional();

export const changeEmail = z.object({ email: email('Please enter a valid email address'), password: ownPassword });
export type ChangeEmail = z.infer<typeof changeEmail>;

/** First sign-in with an external identity: who it is comes from the provider, what kind of account from the person. */
export const welcome = registration.pick({ fullName: true, userType: true });
export type Welcome = z.infer<typeof welcome>;

/** What a person types who has no password to confirm a deletion with. */
export const DELETE_WORD = 'DELETE';
export const deleteAccount = z.object({ password: ownPassword, confirmation: z.string().max(20).optional() });
export type DeleteAccount = z.infer<typeof deleteAccount>;

/** Why an external sign-in did not end in a session; the screens have a sentence for each. */
export const SIGN_IN_PROBLEMS = [
  'denied',
  'expired',
  'failed',
  'unavailable',
  'busy',
  'no_email',
  'exists',
  'taken',
  'another',
  'unverified',
  'suspended',
] as const;
export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number];

/** safety.md "Input": 3 to 30 of a–z, 0–9 and _, not beginning or ending with _. */
export const USERNAME = /^[a-z0-9](?:[a-z0-9_]{1,28})[a-z0-9]$/;

/**
 * A username from a path, in any case. Text that cannot be one
 * names nobody, so it reads as "not found", not as an error.
 */
export const username = z.object({
  username: z
    .string({ error: 'A username must be text' })
    .toLowerCase()
    .transform((value) => (USERNAME.test(value) ? value : '')),
});
