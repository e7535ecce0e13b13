import { PRODUCT_NAME } from '@marquee/brand';

/** Titles and texts of toasts. */
export const SIGNED_IN = ['Welcome Back', 'You have been signed in successfully.'] as const;
export const ACCOUNT_CREATED = ['Account Created', `Welcome to ${PRODUCT_NAME}.`] as const;
export const ACCOUNT_CREATED_SIGN_IN = [
  'Account Created',
  'Your account has been created successfully. Please sign in.',
] as const;

export const EMAIL_NOT_SENT = 'The email could not be sent';
