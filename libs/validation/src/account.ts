import { z } from 'zod';
import { email, text } from './text.ts';

/** Wire values and their labels (spec §2, register screen). */
export const USER_TYPES = ['influencer', 'brand'] as const;
export type UserType = (typeof USER_TYPES)[number];

/** Spec §5 "Email sign-in form". Longer than any password we accept is refused before it is hashed. */
export const signIn = z.object({
  email: email('Please enter a valid email address'),
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(1024, 'Password is required'),
});
export type SignIn = z.infer<typeof signIn>;

/** Spec §5 "Register", in its order. `confirmPassword` is the form's own (see `registrationForm`). */
export const registration = z.object({
  email: email('Please enter a valid email address'),
  password: z
    .string({ error: 'Password must be at least 8 characters' })
    .min(8, 'Password must be at least 8 characters')
    .max(256, 'Password must be at most 256 characters'),
  // Characters, as the database counts them: an emoji is one, although JavaScript's length says two.
  fullName: text('Full name', 100, 'Please enter your full name').refine(
    (value) => /../su.test(value.trim()),
    'Please enter your full name',
  ),
  userType: z.enum(USER_TYPES, { error: 'Please select account type' }),
});
export type Registration = z.infer<typeof registration>;

/** The register screen's form: the payload plus the repeated password. */
export const registrationForm = registration
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, { message: "Passwords don't match", path: ['confirmPassword'] });

/** safety.md "Input": 3 to 30 of a–z, 0–9 and _, not beginning or ending with _. */
export const USERNAME = /^[a-z0-9](?:[a-z0-9_]{1,28})[a-z0-9]$/;

/** A username from a path, in any case. Text that cannot be one names nobody, so it reads as "not found", not as an error. */
export const username = z.object({
  username: z
    .string({ error: 'A username must be text' })
    .toLowerCase()
    .transform((value) => (USERNAME.test(value) ? value : '')),
});
