/** Headers between the web app and the API. Other API clients can omit those of requests. */

/** The account that the page was rendered for: a user id, or `VISITOR_ID`. */
export const PAGE_USER_HEADER = 'x-marquee-user';
/** The value of `PAGE_USER_HEADER` if no user was signed in when the page was rendered. */
export const VISITOR_ID = 'nobody';
/** Requests with the same idempotency key and content take effect only once. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** The id of the request, in every response. Users see it as the reference of an error. */
export const REQUEST_ID_HEADER = 'x-request-id';
