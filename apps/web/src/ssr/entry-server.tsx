/**
 * Renders pages on the server. The API loads the built version of this file, passes a function for API calls, and
 * sends the resulting HTML (apps/api/src/http/pages.ts).
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  StaticRouterProvider,
  type RouteObject,
  type StaticHandler,
  type StaticHandlerContext,
} from 'react-router-dom';
import type { PageRequest, RenderedPage, RenderPage } from '@marquee/api/page-renderer';
import type { AppRouter } from '@marquee/api/router';
import { App } from '../App.tsx';
import {
  getScreenHandle,
  renderPreloads,
  createFileFinder,
  createTemplate,
  renderStyleLinks,
  type RouteMatches,
} from './document.ts';
import { dehydrateCache, renderHandover, type Handover } from './handover.ts';
import { signedInComponents } from '../layout/Header.tsx';
import { InboxLinks } from '../layout/InboxLinks.tsx';
import { routes } from '../routes.tsx';
import { queryUtils, setScopeFinder, createScope, type ClientScope } from '../trpc.ts';
import { getErrorCause, getErrorText } from '../ui/RouteErrorScreen.tsx';

signedInComponents.LiveUpdates = InboxLinks;

const scopeStorage = new AsyncLocalStorage<ClientScope>();
setScopeFinder(() => {
  const scope = scopeStorage.getStore();
  if (scope === undefined) throw new Error('This code runs only while a page is being rendered');
  return scope;
});

/**
 * The maximum time per second that is spent on rendering, because API calls have to wait while a page is rendered.
 * Once the time is used up, further requests in that second get a page that the browser has to render.
 */
const MAX_RENDERING_MS_PER_SECOND = 500;

/**
 * Loads the built app in `folder`. `origin` is the site's public URL. Returns a function that renders a page. Its
 * result contains the data loaded for the page and the markup. If the page has to be rendered in the browser, the
 * markup contains only the layout. The returned function throws if the data cannot be loaded.
 */
export async function createPageRenderer(folder: string, origin: string): Promise<RenderPage> {
  const pageOf = createTemplate(folder);
  const filesOf = createFileFinder(folder);
  const screens = await loadScreens(routes);
  const layoutRoutes = createLayoutRoutes(routes);
  /** Creates the handlers of all paths with a prefix. */
  const createHandlers = (workspacePath: string) => {
    const options = { basename: workspacePath || '/' };
    return { handler: createStaticHandler(screens, options), layout: createStaticHandler(layoutRoutes, options) };
  };
  const homeHandlers = createHandlers('');
  let second = { since: 0, spent: 0 };

  /** Renders the matched routes. Returns undefined if the rendering time for this second is used up. */
  const render = (from: StaticHandler, context: StaticHandlerContext): string | undefined => {
    const startedAt = performance.now();
    if (startedAt - second.since >= 1_000) second = { since: startedAt, spent: 0 };
    if (second.spent >= MAX_RENDERING_MS_PER_SECOND) return undefined;
    try {
      return renderToString(
        <App>
          <StaticRouterProvider
            router={createStaticRouter(from.dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </App>,
      );
    } finally {
      second.spent += performance.now() - startedAt;
    }
  };

  /** Returns the document with the whole page rendered, or undefined if rendering failed. */
  const withScreen = (
    visit: PageRequest,
    handler: StaticHandler,
    context: StaticHandlerContext,
    handover: Handover,
    status: number,
  ) => {
    try {
      const markup = render(handler, context);
      if (markup === undefined) return undefined;
      const { head, body } = splitMarkup(markup);
      const { styles, scripts } = filesOf(context.matches);
      const tags = renderStyleLinks(styles);
      return { status, html: pageOf({ head, tags, body, handover: renderHandover(handover, scripts) }) };
    } catch (error) {
      visit.failed(error);
      return undefined;
    }
  };

  /** Returns the document with only the layout rendered. The browser renders the rest. */
  const withoutScreen = async (
    request: Request,
    layout: StaticHandler,
    matches: RouteMatches,
    handover: Handover,
    status = 200,
  ): Promise<RenderedPage> => {
    const { styles, scripts } = filesOf(matches);
    const tags = renderStyleLinks(styles) + renderPreloads(scripts);
    const context = (await layout.query(request)) as StaticHandlerContext;
    const body = render(layout, context);
    if (body === undefined) return { status, html: pageOf({ tags, handover: renderHandover(handover) }) };
    const hydrationData = { loaderData: replaceUndefined(context.loaderData) };
    const element = renderHandover({ ...handover, hydrationData, isFrame: true });
    return { status, html: pageOf({ tags, body, handover: element }) };
  };

  return (visit) => {
    const { path, workspacePath, isSignedIn, clock } = visit;
    const { handler, layout } = workspacePath === '' ? homeHandlers : createHandlers(workspacePath);
    const refused = { isSo: false };
    const pageScope: ClientScope = {
      ...createScope([createInProcessLink(visit.call, refused)], origin, workspacePath),
      isDrawn: true,
      clock,
    };
    return scopeStorage.run(pageScope, async () => {
      const request = new Request(origin + workspacePath + path);
      const layoutAnswers = isSignedIn ? loadLayout() : undefined;
      const context = await handler.query(request);
      await layoutAnswers;
      const handover: Handover = { origin, cache: dehydrateCache(pageScope) };
      if (context instanceof Response) {
        // For signed-in users, leaves the redirect to the browser, because the loader can show a toast there.
        if (isSignedIn) return withoutScreen(request, layout, matchRoutes(screens, path) ?? [], handover);
        return { status: context.status, location: context.headers.get('location') ?? '/' };
      }
      const { matches, errors } = context;
      // Leaves the page to the browser, which repeats the API calls and can show a signed-in user more details about
      // an error.
      if (refused.isSo || (isSignedIn && errors !== null)) return withoutScreen(request, layout, matches, handover);
      const [error] = Object.values(errors ?? {});
      const status = error === undefined ? context.statusCode : getRefusalStatus(error);
      const screen = getScreenHandle(matches.at(-1));
      const isRendered = isSignedIn
        ? screen?.isDrawnSignedIn === true && clock !== undefined
        : screen?.isDrawn === true;
      const hydrationData = {
        loaderData: replaceUndefined(context.loaderData),
        errors: errors && mapValues(errors, getErrorText),
      };
      const rendered = isRendered
        ? withScreen(visit, handler, context, { ...handover, hydrationData, ...(clock && { clock }) }, status)
        : undefined;
      return rendered ?? withoutScreen(request, layout, matches, handover, status);
    });
  };
}

/** Loads the data that the layout needs for a signed-in user, in addition to the page's own data. */
const loadLayout = () =>
  Promise.allSettled([queryUtils.messages.unreadCount.ensureData(), queryUtils.notifications.unreadCount.ensureData()]);

/** Returns the layout's route with a placeholder in place of every page. */
const createLayoutRoutes = ([layout]: readonly RouteObject[]): RouteObject[] => {
  const { children = [], ...outermost } = layout as RouteObject & { children?: RouteObject[] };
  return [{ ...outermost, children: [{ path: '*', element: children[0]?.hydrateFallbackElement }] } as RouteObject];
};

/** Loads the code of all pages. Returns the routes with the loaded code. */
const loadScreens = (lazyRoutes: readonly RouteObject[]): Promise<RouteObject[]> =>
  Promise.all(
    lazyRoutes.map(async ({ lazy, children, ...route }) => {
      const screen = typeof lazy === 'function' ? await lazy() : {};
      return { ...route, ...screen, ...(children && { children: await loadScreens(children) }) } as RouteObject;
    }),
  );

/** Matches the head tags, which React writes at the beginning of the markup. */
const HEAD_TAGS_PATTERN = /^(<title>[^<]*<\/title>|<(meta|link)\b[^>]*>)*/;

function splitMarkup(markup: string): { head: string; body: string } {
  const head = HEAD_TAGS_PATTERN.exec(markup)?.[0] ?? '';
  return { head, body: markup.slice(head.length) };
}

/**
 * Thrown if a loader calls a mutation. This is only allowed in the browser, because requesting a page must not
 * change anything.
 */
class NeedsBrowserError extends Error {
  constructor() {
    super('Only a browser can load this page');
  }
}

/**
 * Returns the terminating tRPC link of a page's client. The link calls procedures in the same process and refuses
 * all operations except queries.
 */
const createInProcessLink =
  (call: PageRequest['call'], refused: { isSo: boolean }): TRPCLink<AppRouter> =>
  () =>
  ({ op }) =>
    observable((observer) => {
      if (op.type !== 'query') {
        refused.isSo = true;
        observer.error(TRPCClientError.from(new NeedsBrowserError()));
        return;
      }
      call(op.path, op.input).then(
        (answer) => {
          if ('error' in answer) return observer.error(TRPCClientError.from({ error: answer.error } as never));
          observer.next({ result: { type: 'data', data: answer.data } });
          return observer.complete();
        },
        (error: unknown) =>
          observer.error(TRPCClientError.from(error instanceof Error ? error : new Error(String(error)))),
      );
    });

/**
 * Returns the HTTP status of a refused API call. Rethrows all other errors, because they have no message for a
 * visitor.
 */
function getRefusalStatus(error: unknown): number {
  const cause = getErrorCause(error);
  const status =
    cause instanceof TRPCClientError ? (cause.data as { httpStatus?: number } | undefined)?.httpStatus : undefined;
  if (status === undefined || status >= 500) throw error;
  return status;
}

/**
 * Replaces undefined with null. JSON cannot represent undefined, and React Router would run the loader of a route
 * without data again.
 */
const replaceUndefined = (loaderData: Record<string, unknown>) => mapValues(loaderData, (value) => value ?? null);

const mapValues = <T, U>(values: Record<string, T>, to: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, to(value)]));
