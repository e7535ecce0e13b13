import { PRODUCT_NAME } from '@marquee/booking';
import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { isImpersonatingName } from './reserved-names.ts';
import { emailField, singleLineField, referenceField } from './fields.ts';

/** Wire values with labels (spec §2, register screen). */
export const USER_TYPES = ['influencer', 'brand'] as const;
export type UserType = (typeof USER_TYPES)[number];

/** Spec §5 "Email sign-in form". A password that is too long for an account is refused before hashing. */
export const signInInput = z.object({
  email: emailField('Please enter a valid email address'),
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .max(1024, 'Password is required'),
});
export type SignInInput = z.infer<typeof signInInput>;

/** Spec §5 "Register": the rules for a new password, wherever one is chosen. */
const newPassword = z
  .string({ error: 'Password must be at least 8 characters' })
  .min(8, 'Password must be at least 8 characters')
  .max(LIMITS.password, `Password must be at most ${LIMITS.password} characters`);

const IMPERSONATION_MESSAGE = `This name belongs to ${PRODUCT_NAME} or its staff. Please enter your own`;

/** Spec §5 "Register", in its order. `confirmPassword` belongs to the form only (see `registrationForm`). */
export const registrationInput = z.object({
  email: emailField('Please enter a valid email address'),
  password: newPassword,
  // Counts characters as the database does: an emoji is one, although JavaScript's length is 2.
  fullName: singleLineField('Full name', LIMITS.personName, 'Please enter your full name')
    .refine((value) => /../su.test(value.trim()), 'Please enter your full name')
    .refine((value) => !isImpersonatingName(value), IMPERSONATION_MESSAGE),
  userType: z.enum(USER_TYPES, { error: 'Please select account type' }),
});
export type RegistrationInput = z.infer<typeof registrationInput>;

const repeatedPassword = { confirmPassword: z.string() };
const isPasswordRepeated = (form: { password: string; confirmPassword: string }) =>
  form.password === form.confirmPassword;
const PASSWORD_MISMATCH = { message: "Passwords don't match", path: ['confirmPassword'] };

/** The register form: the payload and the repeated password. */
export const registrationForm = registrationInput
  .extend(repeatedPassword)
  .refine(isPasswordRepeated, PASSWORD_MISMATCH);

/** A request for a password reset link. */
export const forgotPasswordInput = z.object({ email: emailField('Please enter a valid email address') });

/** A token in a link. Text that cannot be a token counts as an expired link, not as another error. */
const linkTokenField = referenceField(200, 'A link must be text').catch('');

/** An email's link. `change` verifies a new address of an account. */
export const confirmEmailInput = z.object({ token: linkTokenField, change: z.boolean().default(false) });
export type ConfirmEmailInput = z.infer<typeof confirmEmailInput>;

export const resetLinkInput = z.object({ token: linkTokenField });
export const resetPasswordInput = z.object({ token: linkTokenField, password: newPassword });
export type ResetPasswordInput = z.infer<typeof resetPasswordInput>;

export const setPasswordInput = z.object({ password: newPassword });
/** The forms for choosing a password. The repeated password stays in the form. */
export const setPasswordForm = setPasswordInput.extend(repeatedPassword).refine(isPasswordRepeated, PASSWORD_MISMATCH);

const currentPassword = z
  .string({ error: 'Please enter your current password' })
  .min(1, 'Please enter your current password')
  .max(1024, 'Please enter your current password');

export const changePasswordInput = z.object({ currentPassword, password: newPassword });
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;
export const changePasswordForm = changePasswordInput
  .extend(repeatedPassword)
  .refine(isPasswordRepeated, PASSWORD_MISMATCH);

/** The current password, for users who have one. The server checks that. */
const ownPassword = z.string().max(1024, 'Please enter your current password').optional();

export const changeEmailInput = z.object({
  email: emailField('Please enter a valid email address'),
  password: ownPassword,
});
export type ChangeEmailInput = z.infer<typeof changeEmailInput>;

/** The first external sign-in: the provider identifies the user, and the user chooses the account type. */
export const welcomeInput = registrationInput.pick({ fullName: true, userType: true });
export type WelcomeInput = z.infer<typeof welcomeInput>;

/** Typed by users without a password to confirm deleting the account. */
export const DELETE_CONFIRMATION = 'DELETE';
export const deleteAccountInput = z.object({ password: ownPassword, confirmation: z.string().max(20).optional() });
export type DeleteAccountInput = z.infer<typeof deleteAccountInput>;

/** Reasons why external sign-in failed. The screens have a sentence for each. */
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
export const USERNAME_PATTERN = /^[a-z0-9](?:[a-z0-9_]{1,28})[a-z0-9]$/;

/** A username in a path, in any case. Invalid text is not found instead of an error. */
export const usernameParam = z.object({
  username: z
    .string({ error: 'A username must be text' })
    .toLowerCase()
    .transform((value) => (USERNAME_PATTERN.test(value) ? value : '')),
});
