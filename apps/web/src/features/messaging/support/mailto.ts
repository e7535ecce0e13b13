/** Returns a link that starts an email to `email`. Escapes characters with which the address could set other headers. */
export const getMailtoLink = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
