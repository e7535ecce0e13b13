import { PRODUCT_NAME } from '@marquee/brand';
import { USER_TYPES } from '@marquee/contracts';
import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { isImpersonatingName } from './reserved-names.ts';
import { cursorField, emailField, idField, nameField, singleLineField, referenceField } from './fields.ts';

/** A code from an authenticator app (6 digits) or a recovery code. Spaces and dashes are ignored. */
const factorCode = z.string({ error: 'Please enter a code' }).regex(/^[\w -]{1,40}$/, 'Please enter a code');
export const factorCodeInput = z.object({ code: factorCode });

const base64Url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/, 'This passkey is not valid');
/** The id of a passkey. */
export const passkeyId = z.object({ id: base64Url(1_400) });

/** The response of the browser to a passkey request. The WebAuthn library checks it in detail. */
const passkeyResponse = z.object({
  id: base64Url(1_400),
  rawId: base64Url(1_400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
});
const clientData = { clientDataJSON: base64Url(10_000) };

/** The one-time code that the operator's command has printed for a staff member, or undefined. */
const staffCode = { staffCode: factorCode.optional() };
export const newPasskeyOptions = z.object(staffCode);

/** A new passkey. Unknown transports are ignored. */
export const newPasskeyInput = z.object({
  ...staffCode,
  passkey: passkeyResponse.extend({
    response: z.object({
      ...clientData,
      attestationObject: base64Url(20_000),
      transports: z
        .array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))
        .max(10)
        .catch([]),
    }),
  }),
});

export type NewPasskey = z.infer<typeof newPasskeyInput>;

/** A signature with a passkey. */
const passkeyField = passkeyResponse.extend({
  response: z.object({
    ...clientData,
    authenticatorData: base64Url(10_000),
    signature: base64Url(10_000),
    userHandle: base64Url(200).default(''),
  }),
});
export type PasskeySignature = z.infer<typeof passkeyField>;
export const passkeyInput = z.object({ passkey: passkeyField });

/** A name that the user gives a passkey. */
export const passkeyName = passkeyId.extend({
  name: singleLineField('Name', LIMITS.passkeyName, 'Please enter a name'),
});

/** A proof of the user's identity: the password, a code or a passkey. */
export const confirmationInput = z.union([
  z.strictObject({
    password: z.string().min(1, 'Please enter your current password').max(1024, 'Please enter your current password'),
  }),
  z.strictObject({ code: factorCode }),
  z.strictObject({ passkey: passkeyField }),
]);
export type ConfirmationInput = z.infer<typeof confirmationInput>;

/** The second step of a sign-in. */
export const secondStepInput = z.union([
  z.strictObject({ code: factorCode }),
  z.strictObject({ passkey: passkeyField }),
]);
export type SecondStepInput = z.infer<typeof secondStepInput>;

export const signInHistoryInput = z.object({ cursor: cursorField });

/**
 * The sign-in form (requirements R5.1 and R5.2). A password that is longer than any account's is rejected at once, so
 * that it is not hashed.
 */
export const signInInput = z.object({
  email: emailField('Please enter a valid email address'),
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .max(1024, 'Password is required'),
  /** A code from the authenticator app or a recovery code. Only accounts with a second factor need it. */
  code: factorCode.optional(),
});
export type SignInInput = z.infer<typeof signInInput>;

/** A new password (requirements R5.4). All forms that set a password use it. */
export const newPassword = z
  .string({ error: 'Password must be at least 8 characters' })
  .min(8, 'Password must be at least 8 characters')
  .max(LIMITS.password, `Password must be at most ${LIMITS.password} characters`);

export const NAME_RESERVED_MESSAGE = `This name is reserved for ${PRODUCT_NAME}, its staff and its partners. Please enter your own name.`;

// Do not use the string's length, which counts an emoji as two characters. This pattern and the database count it as
// one.
export const fullNameField = nameField('Full name', LIMITS.personName, 'Please enter your full name')
  .refine((value) => /../su.test(value.trim()), 'Please enter your full name')
  .refine((value) => !isImpersonatingName(value), NAME_RESERVED_MESSAGE);

/**
 * The fields of requirements R5.3 to R5.6, in the same order. `registrationForm` adds `confirmPassword`, which is not
 * sent to the server.
 */
export const registrationInput = z.object({
  email: emailField('Please enter a valid email address'),
  password: newPassword,
  fullName: fullNameField,
  userType: z.enum(USER_TYPES, { error: 'Please select account type' }),
});
export type RegistrationInput = z.infer<typeof registrationInput>;

const repeatedPassword = { confirmPassword: z.string() };
const repeatedPasswords = z.object({ password: z.string(), ...repeatedPassword });
const isPasswordRepeated = (form: { password: string; confirmPassword: string }) =>
  form.password === form.confirmPassword;
const PASSWORD_MISMATCH = {
  message: "Passwords don't match",
  path: ['confirmPassword'],
  // By default, zod compares the passwords only once all other fields are valid.
  when: ({ value }: { value: unknown }) => repeatedPasswords.safeParse(value).success,
};

/** The registration form, which has the fields of the request and the repeated password. */
export const registrationForm = registrationInput
  .extend(repeatedPassword)
  .refine(isPasswordRepeated, PASSWORD_MISMATCH);

export const forgotPasswordInput = z.object({ email: emailField('Please enter a valid email address') });

/** The token in an emailed link. Malformed text is treated like an expired link. */
export const linkTokenField = referenceField(200, 'The link must be text').catch('');

/** The length of the code that proves the email address of a person without an account. */
export const MAIL_CODE_DIGITS = 6;

/** A code from an email, and its id, which the visitor who asked for it got. */
export const mailCodeFields = {
  codeId: idField,
  code: z
    .string({ error: 'Please enter the code from the email' })
    .transform((text) => text.replaceAll(/\s/g, ''))
    .refine((code) => new RegExp(`^\\d{${MAIL_CODE_DIGITS}}$`).test(code), `The code has ${MAIL_CODE_DIGITS} digits`),
};

/**
 * Confirms an email address with the token of an emailed link. `change` is true for a new address of an existing
 * account.
 */
export const confirmEmailInput = z.object({ token: linkTokenField, change: z.boolean().default(false) });
export type ConfirmEmailInput = z.infer<typeof confirmEmailInput>;

export const resetLinkInput = z.object({ token: linkTokenField });

/** `step` proves a second factor that the account had before the change. */
export const secureAccountInput = z.object({ token: linkTokenField, step: secondStepInput.optional() });
export type SecureAccountInput = z.infer<typeof secureAccountInput>;

export const resetPasswordInput = z.object({ token: linkTokenField, password: newPassword });
export type ResetPasswordInput = z.infer<typeof resetPasswordInput>;

export const changePasswordInput = z.object({ password: newPassword });
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;
export const changePasswordForm = changePasswordInput
  .extend(repeatedPassword)
  .refine(isPasswordRepeated, PASSWORD_MISMATCH);

export const changeEmailInput = z.object({ email: emailField('Please enter a valid email address') });
export type ChangeEmailInput = z.infer<typeof changeEmailInput>;

/**
 * The registration of a user who signed in at the OpenID provider. The provider supplies the email address, and the
 * user chooses a name and an account type.
 */
export const welcomeInput = registrationInput.pick({ fullName: true, userType: true });
export type WelcomeInput = z.infer<typeof welcomeInput>;

/** Users type this word to confirm that they want to delete their account. */
export const DELETE_CONFIRMATION = 'DELETE';
export const deleteAccountInput = z.object({ confirmation: z.string().max(20).optional() });
export type DeleteAccountInput = z.infer<typeof deleteAccountInput>;

/** The possible reasons why an external sign-in failed. The pages have a message for each. */
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

/** Usernames have 3 to 30 characters from a–z, 0–9 and _, with a letter or digit at both ends (safety.md "Input"). */
export const USERNAME_PATTERN = /^[a-z0-9](?:[a-z0-9_]{1,28})[a-z0-9]$/;

/**
 * A username in a URL, in upper or lower case. Invalid text becomes '', so that the response is "not found" instead
 * of a validation error.
 */
export const usernameParam = z.object({
  username: z
    .string({ error: 'A username must be text' })
    .toLowerCase()
    .transform((value) => (USERNAME_PATTERN.test(value) ? value : '')),
});
