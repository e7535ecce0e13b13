/** Request headers that the web app adds to its writes. Programs may leave both out. */

/** Names the account that the page was rendered for: a user id, or `NOBODY`. */
export const PAGE_USER_HEADER = 'x-marquee-user';
/** The value of `PAGE_USER_HEADER` for a page that was rendered for a visitor. */
export const VISITOR_ID = 'nobody';
/** The same key with the same request creates only one thing, however often it is sent. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
