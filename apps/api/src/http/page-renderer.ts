/**
 * The contract between the API, which serves pages (pages.ts), and the web app's server build, which renders them
 * (apps/web/src/ssr/entry-server.tsx). Contains only types, so the web app can import it.
 */

/** The result of an API call in the format of tRPC over HTTP. */
export type CallAnswer = { data: unknown } | { error: { message: string; code: number; data: unknown } };

export interface PageRequest {
  /** The path and query, without the workspace. */
  path: string;
  /** The prefix of the paths of the workspace in which the visitor acts, or ''. */
  workspacePath: string;
  isSignedIn: boolean;
  /**
   * The server's time in milliseconds and the reader's time zone, for times on a signed-in user's page. Undefined until
   * the user's browser has sent its time zone.
   */
  clock?: { now: number; timeZone: string };
  /** Called with the error if the page could not be rendered. The browser then renders the page. */
  failed: (error: unknown) => void;
  /** Calls an API procedure on behalf of the visitor. */
  call: (path: string, input: unknown) => Promise<CallAnswer>;
}

export type RenderedPage = { status: number; html: Buffer } | { status: number; location: string };

/** Renders a page. Throws if the page's data cannot be loaded. */
export type RenderPage = (visit: PageRequest) => Promise<RenderedPage>;
