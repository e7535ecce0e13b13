/** Request headers that the web app adds to its writes. API clients can omit both. */

/** Identifies the account that the page was rendered for: a user id, or `VISITOR_ID`. */
export const PAGE_USER_HEADER = 'x-marquee-user';
/** The value of `PAGE_USER_HEADER` for a page that was rendered for a visitor. */
export const VISITOR_ID = 'nobody';
/** Requests with the same key and content take effect only once. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
