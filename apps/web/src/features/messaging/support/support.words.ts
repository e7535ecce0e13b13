export const MESSAGE_MISSING = 'Please write a message';
export const MESSAGE_NOT_SENT = 'Your message could not be sent';
export const LINK_EXPIRED = 'This link no longer works';
