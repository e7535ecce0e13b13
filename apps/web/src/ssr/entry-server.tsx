/**
 * Draws public pages for visitors before their browser has any code. The API loads the built file, hands it the calls
 * that a page makes, and sends what it returns; see apps/api/src/http/pages.ts for the other side.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { LRUCache } from 'lru-cache';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  matchRoutes,
  StaticRouterProvider,
  type StaticHandler,
  type RouteObject,
  type StaticHandlerContext,
} from 'react-router-dom';
import type { AppRouter } from '@marquee/api/router';
import { App } from '../App.tsx';
import { handoverElement, written, type Handover } from './handover.ts';
import { routerFor } from './router.ts';
import { signedInPart } from '../layout/Header.tsx';
import { LiveUpdates } from '../layout/LiveUpdates.tsx';
import { routes, type ScreenHandle } from '../routes.tsx';
import { data, findScopeBy, newScope, type Clock, type Scope } from '../trpc.ts';
import { causeOf, wordsOf } from '../ui/RouteError.tsx';

/** What a call answers, as it would over HTTP. */
type CallAnswer = { data: unknown } | { error: { message: string; code: number; data: unknown } };

/** One visit of one page. */
export interface Visit {
  /** Path and query. */
  path: string;
  isSignedIn: boolean;
  /** By which somebody's page shows times; undefined until their browser has told its zone. */
  clock?: Clock;
  /** Is told why a screen could not be drawn: the browser then does it. */
  failed: (error: unknown) => void;
  /** Calls a procedure with the visitor's context. */
  call: (path: string, input: unknown) => Promise<CallAnswer>;
}

export type Page = { status: number; html: Buffer } | { status: number; location: string };

export interface Pages {
  /**
   * The address that a page is known by: of a drawn one only the
   * parameters that it reads, each once, in one order.
   */
  addressOf(url: string): string;
  visit(visit: Visit): Promise<Page>;
}

signedInPart.LiveUpdates = LiveUpdates;

const scopes = new AsyncLocalStorage<Scope>();
findScopeBy(() => {
  const found = scopes.getStore();
  if (found === undefined) throw new Error('Code of a page runs outside of a visit');
  return found;
});

/**
 * How much of drawn pages is remembered, and for how long: what they show of the time is rough, but not that rough.
 */
const REMEMBERED_BYTES = 64_000_000;
const REMEMBERED_MS = 60_000;
/** Of each second, at most this long is spent drawing: calls wait for it. Whoever comes later gets the page undrawn. */
const DRAWING_MS = 500;

/**
 * Opens the built app in `folder`, whose address people know as `origin`. `visit` makes a page of a visit: what the
 * routes load and, on the screens that are drawn for whoever it is, the markup; of others the frame. Private screens
 * show times in the reader's own time zone, so without a clock the browser draws them. What cannot be done here is
 * thrown.
 */
export async function openPages(folder: string, origin: string): Promise<Pages> {
  const pageOf = readTemplate(folder);
  const screens = await loadScreens(routes);
  const chunks = readChunks(folder);
  const handler = createStaticHandler(screens);
  const frame = createStaticHandler(frameOf(routes));
  const remembered = new LRUCache<string, { from: string; html: Buffer }>({
    maxSize: REMEMBERED_BYTES,
    ttl: REMEMBERED_MS,
    // Two bytes a character, which is what text takes that is not all Latin.
    sizeCalculation: ({ from, html }, path) => 2 * (path.length + from.length) + html.length,
  });

  let drawing = { since: 0, spent: 0 };

  /** When the drawing begins that there is time for, or undefined. */
  const timeToDraw = (): number | undefined => {
    const now = performance.now();
    if (now - drawing.since >= 1_000) drawing = { since: now, spent: 0 };
    return drawing.spent >= DRAWING_MS ? undefined : now;
  };

  /** Draws only what was not drawn a moment ago from the same answers; undefined when there is no time left to. */
  const draw = (path: string, context: StaticHandlerContext, handover: Handover): Buffer | undefined => {
    const from = written(handover);
    const known = remembered.get(path);
    if (known?.from === from) return known.html;
    const begun = timeToDraw();
    if (begun === undefined) return undefined;
    const html = drawPage(context, from);
    drawing.spent += performance.now() - begun;
    remembered.set(path, { from, html });
    return html;
  };

  const drawPage = (context: StaticHandlerContext, handover: string): Buffer => {
    const { head, body } = inTwo(markupOf(handler, context));
    const { styles, scripts } = chunks(context.matches);
    const tags = linked(styles);
    return hasForm(body)
      ? pageOf({ head, tags: tags + preload(scripts), body, handover: handoverElement(handover) })
      : pageOf({ head, tags, body, handover: handoverElement(handover, { start: 'touch', scripts }) });
  };

  /** Renders the page of a signed-in user. Nobody else may get it, so it is not cached. */
  const drawOwn = (context: StaticHandlerContext, handover: Handover, failed: Visit['failed']): Page | undefined => {
    const begun = timeToDraw();
    if (begun === undefined) return undefined;
    try {
      return ownPage(context, handover);
    } catch (error) {
      failed(error);
      return undefined;
    } finally {
      drawing.spent += performance.now() - begun;
    }
  };

  const ownPage = (context: StaticHandlerContext, handover: Handover): Page => {
    const { styles, scripts } = chunks(context.matches);
    const html = pageOf({
      ...inTwo(markupOf(handler, context)),
      tags: linked(styles),
      handover: handoverElement(written(handover), { start: 'paint', scripts }),
    });
    return { status: context.statusCode, html };
  };

  /** The page without its screen: the app draws it, into the frame that comes with the page when there is time to. */
  const undrawn = async (path: string, matches: Matches, handover: Handover, status = 200): Promise<Page> => {
    const { styles, scripts } = chunks(matches);
    const tags = linked(styles) + preload(scripts);
    const begun = timeToDraw();
    if (begun === undefined) return { status, html: pageOf({ tags, handover: handoverElement(written(handover)) }) };
    const context = (await frame.query(new Request(origin + path))) as StaticHandlerContext;
    const body = markupOf(frame, context);
    drawing.spent += performance.now() - begun;
    const hydrationData = { loaderData: withoutGaps(context.loaderData) };
    const element = handoverElement(written({ ...handover, hydrationData, isFrame: true }));
    return { status, html: pageOf({ tags, body, handover: element }) };
  };

  const handleAt = handlesByPath(screens);

  const addressOf = (url: string): string => {
    const { pathname, searchParams } = new URL(origin + url);
    const handle = handleAt(pathname);
    if (handle?.isDrawn !== true) return url;
    const read = handle.parameters.flatMap((name) =>
      searchParams
        .getAll(name)
        .slice(0, 1)
        .map((value) => [name, value]),
    );
    return read.length === 0 ? pathname : `${pathname}?${new URLSearchParams(read).toString()}`;
  };

  const visitPage = ({ path, isSignedIn, clock, failed, call }: Visit): Promise<Page> => {
    const refused = { isSo: false };
    const visit = { ...newScope([inProcess(call, refused)], origin), isDrawn: true, clock };
    const handOver = (): Handover => ({ origin, answers: answersIn(visit) });
    return scopes.run(visit, async () => {
      if (isSignedIn) {
        await Promise.all([data.auth.session.ensureData(), data.terms.shown.ensureData()]);
        // The numbers of the frame, without which it is one too.
        const numbers = Promise.allSettled([data.messages.unread.ensureData(), data.notices.unread.ensureData()]);
        const context = await handler.query(new Request(origin + path));
        await numbers;
        // Where its loader leads, or why it fails, the browser finds out: it can say so.
        if (context instanceof Response)
          return undrawn(path, matchRoutes(screens, new URL(origin + path)) ?? [], handOver());
        const { matches, errors } = context;
        if (refused.isSo || errors !== null || clock === undefined || !handleOf(matches.at(-1))?.isDrawnSignedIn)
          return undrawn(path, matches, handOver());
        const hydrationData = { loaderData: withoutGaps(context.loaderData) };
        return drawOwn(context, { ...handOver(), clock, hydrationData }, failed) ?? undrawn(path, matches, handOver());
      }
      const context = await handler.query(new Request(origin + path));
      if (context instanceof Response)
        return { status: context.status, location: context.headers.get('location') ?? '/' };
      // Who it is was asked before what only the browser may ask.
      if (refused.isSo) return undrawn(path, context.matches, handOver());
      const [error] = Object.values(context.errors ?? {});
      const status = error === undefined ? context.statusCode : statusOf(error);
      if (handleOf(context.matches.at(-1))?.isDrawn !== true) return undrawn(path, context.matches, handOver(), status);
      const hydrationData = {
        loaderData: withoutGaps(context.loaderData),
        errors: context.errors && mapValues(context.errors, wordsOf),
      };
      const html = draw(path, context, { ...handOver(), hydrationData });
      return html === undefined ? undrawn(path, context.matches, handOver(), status) : { status, html };
    });
  };

  return { addressOf, visit: visitPage };
}

/** The markup of a screen, or of the frame, from what its routes loaded. */
const markupOf = ({ dataRoutes }: StaticHandler, context: StaticHandlerContext): string =>
  renderToString(
    <App>
      <StaticRouterProvider router={routerFor(dataRoutes, context)} context={context} hydrate={false} />
    </App>,
  );

/** The outermost routes, with the shape of a screen in place of every screen. */
const frameOf = ([layout]: readonly RouteObject[]): RouteObject[] => {
  const { children = [], ...outermost } = layout as RouteObject & { children?: RouteObject[] };
  return [{ ...outermost, children: [{ path: '*', element: children[0]?.hydrateFallbackElement }] } as RouteObject];
};

type Matches = readonly { route: RouteObject }[];

const handleOf = (match: Matches[number] | undefined) => match?.route.handle as ScreenHandle | undefined;

/** Finds the screen of a path among those that begin like it: the router would look through all of them each time. */
function handlesByPath(screens: readonly RouteObject[]): (pathname: string) => ScreenHandle | undefined {
  const leaves = (routes: readonly RouteObject[], above: string): RouteObject[] =>
    routes.flatMap(({ path = '', index, children, handle }) =>
      index === true || children === undefined
        ? [{ path: `${above}/${path}`, handle: handle as unknown }]
        : leaves(children, path === '' ? above : `${above}/${path}`),
    );
  const byFirst = Map.groupBy(leaves(screens, ''), ({ path = '' }) => path.split('/')[1]);
  return (pathname) =>
    handleOf(matchRoutes(byFirst.get(pathname.split('/')[1]?.toLowerCase()) ?? [], pathname)?.at(-1));
}

/** The routes with all their screens in them: here nothing is fetched when it is needed. */
const loadScreens = (lazyRoutes: readonly RouteObject[]): Promise<RouteObject[]> =>
  Promise.all(
    lazyRoutes.map(async ({ lazy, children, ...route }) => {
      const screen = typeof lazy === 'function' ? await lazy() : {};
      return { ...route, ...screen, ...(children && { children: await loadScreens(children) }) } as RouteObject;
    }),
  );

const answersIn = ({ queryClient }: Scope): Handover['answers'] =>
  queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state }): Handover['answers'] =>
      state.status === 'success' ? [[queryKey, state.data]] : [],
    );

/**
 * Whether there is a form to fill in and send, which takes the app. What is only to be read, filtered, or asks by an
 * address needs no script before somebody touches it.
 */
const hasForm = (body: string) => /<form(?![^>]*\saction=)/.test(body);

/** React writes what belongs in the head first. */
const HEAD = /^(<title>[^<]*<\/title>|<(meta|link)\b[^>]*>)*/;

/** Markup, as what belongs in the head and what in the body. */
function inTwo(markup: string): { head: string; body: string } {
  const head = HEAD.exec(markup)?.[0] ?? '';
  return { head, body: markup.slice(head.length) };
}

/** A page that would change something, or tell somebody something, is left to the browser. */
class NeedsBrowser extends Error {
  constructor() {
    super('The page can be made in a browser only');
  }
}

/** The last link of a page's calls: the procedures themselves. Reads only: looking at an address changes nothing. */
const inProcess =
  (call: Visit['call'], refused: { isSo: boolean }): TRPCLink<AppRouter> =>
  () =>
  ({ op }) =>
    observable((observer) => {
      if (op.type !== 'query') {
        refused.isSo = true;
        observer.error(TRPCClientError.from(new NeedsBrowser()));
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

/** The status of a refusal. What is no refusal is nothing to show to a visitor: it is thrown. */
function statusOf(error: unknown): number {
  const cause = causeOf(error);
  const status =
    cause instanceof TRPCClientError ? (cause.data as { httpStatus?: number } | undefined)?.httpStatus : undefined;
  if (status === undefined || status >= 500) throw error;
  return status;
}

/** JSON knows no undefined, and a route without data would be loaded again. */
const withoutGaps = (data: Record<string, unknown>) => mapValues(data, (value) => value ?? null);

const mapValues = <T, U>(values: Record<string, T>, to: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, to(value)]));

interface Parts {
  head?: string;
  tags: string;
  body?: string;
  handover: string;
}

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;

/**
 * index.html, to be filled. What it says by default makes room
 * for what a screen says, and its styles for those of the page.
 */
function readTemplate(folder: string) {
  const [before = '', after] = readFileSync(join(folder, 'index.html'), 'utf8').split('<div id="root"></div>');
  if (after === undefined) throw new Error('index.html has no empty #root');
  const [whole = '', rest] = before.split('</head>');
  if (rest === undefined) throw new Error('index.html has no head');
  const start = whole.replaceAll(/\s*<link rel="stylesheet"[^>]*>/g, '') + fontTags(folder);
  const bare = start.replaceAll(/\s*<title data-default>[^<]*<\/title>|\s*<meta data-default[^>]*>/g, '');
  const begun = Buffer.from(start);
  const begunBare = Buffer.from(bare);
  const between = Buffer.from(`</head>${rest}<div id="root">`);
  const end = Buffer.from(after);
  // Part by part: one text of all has signs of two bytes as soon as one in it is not Latin.
  return ({ head, tags, body = '', handover }: Parts): Buffer =>
    Buffer.concat([
      ...(head === undefined ? [begun] : [begunBare, Buffer.from(head)]),
      Buffer.from(tags),
      between,
      Buffer.from(body),
      Buffer.from(`</div>${handover}`),
      end,
    ]);
}

/** The fonts of every page, fetched before a style sheet asks for them. */
const fontTags = (folder: string): string =>
  Object.entries(readManifest(folder))
    .filter(([source]) => /-latin-(wght|700)-normal\.woff2$/.test(source))
    .map(([, { file }]) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`)
    .join('');

const linked = (styles: readonly string[]) => styles.map((file) => `<link rel="stylesheet" href="/${file}">`).join('');

const preload = (scripts: readonly string[]) =>
  scripts.map((href) => `<link rel="modulepreload" href="${href}">`).join('');

interface Chunks {
  styles: string[];
  scripts: string[];
}

/** Finds the files that the app and the matched screens are: styles, and scripts besides the first. */
function readChunks(folder: string): (matches: Matches) => Chunks {
  const manifest = readManifest(folder);
  const filesOf = (name: string, seen: Set<string>): string[] => {
    const chunk = manifest[name];
    if (chunk === undefined || seen.has(name)) return [];
    seen.add(name);
    return [...(chunk.imports ?? []).flatMap((other) => filesOf(other, seen)), ...(chunk.css ?? []), chunk.file];
  };
  const first = filesOf('index.html', new Set());
  const known = new Map<string, Chunks>();

  return (matches) => {
    const sources = ['src/main.tsx', ...matches.map((match) => handleOf(match)?.source ?? '')];
    const name = sources.join();
    const found = known.get(name);
    if (found !== undefined) return found;
    const seen = new Set<string>();
    const files = [...new Set([...first, ...sources.flatMap((source) => filesOf(source, seen))])];
    const chunks = {
      styles: files.filter((file) => file.endsWith('.css')),
      scripts: files.filter((file) => file.endsWith('.js') && !first.includes(file)).map((file) => `/${file}`),
    };
    known.set(name, chunks);
    return chunks;
  };
}
