export const LIST_NOT_CHANGED = 'The list could not be changed';
export const EMAIL_NEW_MATCHES = 'Email me new matches';
