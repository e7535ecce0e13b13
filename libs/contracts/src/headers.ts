/** Headers between the web app and the API. Other API clients can omit those of requests. */

/** The account that the page was rendered for: a user id, or `VISITOR_ID`. */
export const PAGE_USER_HEADER = 'x-marquee-user';
/** The value of `PAGE_USER_HEADER` if no user was signed in when the page was rendered. */
export const VISITOR_ID = 'nobody';
/** Requests with the same idempotency key and content take effect only once. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** The id of the request, in every response. Users see it as the reference of an error. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** The workspace in which the caller acts: its id or username. Without it, the one that the person joined first. */
export const WORKSPACE_HEADER = 'x-marquee-workspace';

/** Returns the prefix of paths in a workspace, or '' for the one that opens without a name in the address. */
export const getWorkspacePath = (username: string | null): string => (username === null ? '' : `/w/${username}`);

const WORKSPACE_PATH_PATTERN = /^\/w\/([a-z0-9_]{3,30})(?=[/?#]|$)/i;

/**
 * Splits a path into the username of the workspace that it names and the path inside of it. The username is null if
 * the path names none.
 */
export function splitWorkspacePath(path: string): { username: string | null; path: string } {
  const found = WORKSPACE_PATH_PATTERN.exec(path);
  if (found === null) return { username: null, path };
  // Several slashes would name another site.
  const rest = path.slice(found[0].length).replace(/^\/+/, '');
  return { username: (found[1] ?? '').toLowerCase(), path: `/${rest}` };
}
