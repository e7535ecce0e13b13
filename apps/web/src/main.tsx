/** The app in the browser: adopts what the server has drawn, or draws everything itself. */
import { StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router-dom';
import { App } from './App.tsx';
import { takeOver } from './ssr/handover.ts';
import { routes } from './routes.tsx';
import { setArriving } from './trpc.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

/** Resolves when the app answers to what people do. */
const { promise, resolve: tellStarted } = Promise.withResolvers<void>();
export const isStarted = promise;

function Started() {
  useEffect(() => {
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

const { hydrationData, isFrame = false } = takeOver() ?? {};

/** Makes the router of the tab. Once its first screen is there, what came with the page is no longer news. */
function openRouter(options: Parameters<typeof createBrowserRouter>[1] = {}) {
  const router = createBrowserRouter(routes, options);
  const leave = router.subscribe(({ initialized, navigation }) => {
    if (!initialized || navigation.state !== 'idle') return;
    setArriving(false);
    leave();
  });
  if (router.state.initialized) setArriving(false);
  return router;
}

if (hydrationData === undefined) {
  createRoot(root).render(app(openRouter()));
} else {
  // The first render must be the one that the server made, so the screen's own code has to be here before it.
  for (const { route } of (isFrame ? null : matchRoutes(routes, location)) ?? []) {
    if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined });
  }
  hydrateRoot(root, app(openRouter({ hydrationData })));
}
