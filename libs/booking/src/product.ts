/** What the product is called and promises, wherever it says so: pages, mails, picture cards. */
export const PRODUCT_NAME = 'Marquee';
/** Spec §1. */
export const TAGLINE = 'Creator Economy Platform';

/** Spec §9 "Contact promises". */
export const SUPPORT = {
  answer: 'within 24 hours',
  priorityAnswer: '2 hours',
  hours: 'Mon-Fri 9 AM to 6 PM EST',
} as const;
