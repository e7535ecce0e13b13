/** Starts the app in the browser. Hydrates server-rendered markup, or renders the page from scratch. */
import { startTransition, StrictMode, useEffect, useState, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router-dom';
import { App } from './App.tsx';
import { applyHandover } from './ssr/handover.ts';
import { routes } from './routes.tsx';
import { watchMissingScripts } from './lib/outdatedPage.ts';
import { getScope } from './trpc.ts';
import { getBrowserTimeZone } from './lib/readerClock.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

watchMissingScripts();

/** Resolves when the app can take over the input that start.ts has held. */
const { promise, resolve: tellStarted } = Promise.withResolvers<void>();
export const appStarted = promise;

/** Ends hydration. From now on, components use the browser's clock and time zone. */
function endHydration() {
  Object.assign(getScope(), { isDrawn: false, clock: undefined });
}

/**
 * Resolves `appStarted` once React has rendered the state updates of the first effects. Wraps the router instead of
 * standing next to it, because React derives the ids of `useId` from the shape of the tree, which must be the same on
 * the server.
 */
function StartedSignal({ children }: { children: ReactNode }) {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => {
    endHydration();
    // React renders a transition only after all state updates of the first effects.
    startTransition(() => setMounted(true));
  }, []);
  useEffect(() => {
    // Before `isMounted` is set, the first effects could still overwrite the input that start.ts restores.
    if (isMounted) tellStarted();
  }, [isMounted]);
  return children;
}

const renderApp = (router: ReturnType<typeof createBrowserRouter>) => (
  <StrictMode>
    <App>
      <StartedSignal>
        <RouterProvider router={router} />
      </StartedSignal>
    </App>
  </StrictMode>
);

const { hydrationData, clock, isFrame = false } = applyHandover() ?? {};
const basename = getScope().workspacePath || '/';
/**
 * Creates the tab's router. Sets `isArriving` to false once the first page has been shown, so that data sent with
 * that page is no longer treated as fresh.
 */
function createAppRouter(options: Parameters<typeof createBrowserRouter>[1] = {}) {
  const router = createBrowserRouter(routes, { basename, ...options });
  const leave = router.subscribe(({ initialized, navigation }) => {
    if (!initialized || navigation.state !== 'idle') return;
    getScope().isArriving = false;
    leave();
  });
  if (router.state.initialized) getScope().isArriving = false;
  return router;
}

if (hydrationData === undefined) {
  endHydration();
  createRoot(root).render(renderApp(createAppRouter()));
} else {
  // The first render must produce the same output as on the server, so the page's code has to be loaded before
  // hydration.
  for (const { route } of (isFrame ? null : matchRoutes(routes, location, basename)) ?? []) {
    if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined });
  }
  const hydrated = renderApp(createAppRouter({ hydrationData }));
  const hydrate = () => void hydrateRoot(root, hydrated);
  if (clock !== undefined && clock.timeZone !== getBrowserTimeZone()) {
    // The server rendered times for a different time zone, so the app has to render the page from scratch instead of
    // hydrating the markup. The new page has the same form fields, so start.ts can restore the user's input.
    getScope().clock = { ...clock, timeZone: getBrowserTimeZone() };
    createRoot(root).render(hydrated);
  } else if (isFrame) {
    // Hydrates synchronously, because the router is already loading the page and React would otherwise miss its
    // updates.
    hydrate();
  } else {
    // Hydrates in small steps, so that the page can handle user events between them.
    startTransition(hydrate);
  }
}
