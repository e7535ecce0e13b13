/** The app in the browser: adopts what the server has drawn, or draws everything itself. */
import { startTransition, StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router-dom';
import { App } from './App.tsx';
import { takeOver } from './ssr/handover.ts';
import { routes } from './routes.tsx';
import { scope } from './trpc.ts';
import { zoneOfBrowser } from './ui/clock.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

/** Resolves when the app answers to what people do. */
const { promise, resolve: tellStarted } = Promise.withResolvers<void>();
export const isStarted = promise;

/** From here on the browser draws by itself, and by its own clock. */
function leaveDrawn() {
  Object.assign(scope(), { isDrawn: false, clock: undefined });
}

function Started() {
  useEffect(() => {
    leaveDrawn();
    tellStarted();
  }, []);
  return null;
}

const app = (router: ReturnType<typeof createBrowserRouter>) => (
  <StrictMode>
    <App>
      <RouterProvider router={router} />
      <Started />
    </App>
  </StrictMode>
);

const { hydrationData, clock, isFrame = false } = takeOver() ?? {};
/** Drawn for a place where this browser no longer is: the times in it are of another zone. */
const isElsewhere = clock !== undefined && clock.timeZone !== zoneOfBrowser();

/** Makes the router of the tab. Once its first screen is there, what came with the page is no longer news. */
function openRouter(options: Parameters<typeof createBrowserRouter>[1] = {}) {
  const router = createBrowserRouter(routes, options);
  const leave = router.subscribe(({ initialized, navigation }) => {
    if (!initialized || navigation.state !== 'idle') return;
    scope().isArriving = false;
    leave();
  });
  if (router.state.initialized) scope().isArriving = false;
  return router;
}

if (hydrationData === undefined || isElsewhere) {
  leaveDrawn();
  createRoot(root).render(app(openRouter()));
} else {
  // The first render must be the one that the server made, so the screen's own code has to be here before it.
  for (const { route } of (isFrame ? null : matchRoutes(routes, location)) ?? []) {
    if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined });
  }
  const hydrated = app(openRouter({ hydrationData }));
  const hydrate = () => void hydrateRoot(root, hydrated);
  // In small steps, between which the page answers to what people do. Of a frame at once: the router goes on meanwhile,
  // and React would not be told.
  if (isFrame) hydrate();
  else startTransition(hydrate);
}
