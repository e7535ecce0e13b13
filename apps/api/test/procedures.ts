import { appRouter } from '../src/http/router.ts';

interface Definition {
  _def: { type: 'query' | 'mutation' };
}
// oxlint-disable no-underscore-dangle -- tRPC's own way to list what a router has
const definitions = appRouter._def.procedures as unknown as Record<string, Definition>;

/** Every procedure of the product: its path and whether it asks or changes. */
export const PROCEDURES = Object.entries(definitions).map(([path, { _def }]) => [path, _def.type] as const);
