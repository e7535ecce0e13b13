/** Starts the app in the browser. Hydrates server-rendered markup or renders everything itself. */
import { startTransition, StrictMode, useEffect, useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router-dom';
import { App } from './App.tsx';
import { applyHandover } from './ssr/handover.ts';
import { routes } from './routes.tsx';
import { getScope } from './trpc.ts';
import { getBrowserTimeZone } from './lib/readerClock.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

/** Resolves when the app handles events. */
const { promise, resolve: tellStarted } = Promise.withResolvers<void>();
export const appStarted = promise;

/** Ends hydration: from now on, the browser renders with its own clock. */
function endHydration() {
  Object.assign(getScope(), { isDrawn: false, clock: undefined });
}

/** Reports that the app has started, after React has rendered the state updates of the first effects. */
function StartedSignal() {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => {
    endHydration();
    // A transition renders after all those updates.
    startTransition(() => setMounted(true));
  }, []);
  useEffect(() => {
    // Earlier, a repeated press on the color scheme button would see Mantine's initial scheme instead of the real one.
    if (isMounted) tellStarted();
  }, [isMounted]);
  return null;
}

const renderApp = (router: ReturnType<typeof createBrowserRouter>) => (
  <StrictMode>
    <App>
      <RouterProvider router={router} />
      <StartedSignal />
    </App>
  </StrictMode>
);

const { hydrationData, clock, isFrame = false } = applyHandover() ?? {};
/** Creates the router of the tab. From its first screen on, the answers that came with the page are no longer fresh. */
function createAppRouter(options: Parameters<typeof createBrowserRouter>[1] = {}) {
  const router = createBrowserRouter(routes, options);
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
  // The first render must equal the server's, so the screen's code has to be loaded before it.
  for (const { route } of (isFrame ? null : matchRoutes(routes, location)) ?? []) {
    if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined });
  }
  const hydrated = renderApp(createAppRouter({ hydrationData }));
  const hydrate = () => void hydrateRoot(root, hydrated);
  if (clock !== undefined && clock.timeZone !== getBrowserTimeZone()) {
    // The times in the markup are in the zone where this browser was before, so it cannot be hydrated. The first render
    // has the same fields as the markup, so that start.ts can put back what was typed.
    getScope().clock = { ...clock, timeZone: getBrowserTimeZone() };
    createRoot(root).render(hydrated);
  } else if (isFrame) {
    // All at once, because the router already loads the screen, and React would miss its updates.
    hydrate();
  } else {
    // In small steps, between which the page handles events.
    startTransition(hydrate);
  }
}
