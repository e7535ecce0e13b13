/** The router of one drawn page. */
import { createStaticRouter, type RouteObject, type StaticHandler, type StaticHandlerContext } from 'react-router-dom';

type StaticRouter = ReturnType<typeof createStaticRouter>;

interface Made {
  router: StaticRouter;
  byId: ReadonlyMap<string | undefined, RouteObject>;
}

const made = new WeakMap<StaticHandler['dataRoutes'], Made>();

/**
 * React Router's static router reads all routes anew for every page; they never change, so the first page's is shared,
 * but for what it says of the page.
 */
export function routerFor(routes: StaticHandler['dataRoutes'], context: StaticHandlerContext): StaticRouter {
  let known = made.get(routes);
  if (known === undefined) {
    const router = createStaticRouter(routes, context);
    known = { router, byId: new Map(flat(router.routes).map((route) => [route.id, route])) };
    made.set(routes, known);
  }
  const { router, byId } = known;
  const { location, loaderData, actionData, errors } = context;
  const matches = context.matches.map((match) => ({ ...match, route: byId.get(match.route.id) ?? match.route }));
  const state = { ...router.state, location, matches, loaderData, actionData, errors };
  return Object.create(router, { state: { value: state } }) as StaticRouter;
}

const flat = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.flatMap((route) => [route, ...flat(route.children ?? [])]);
