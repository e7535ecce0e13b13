/** Lists the procedures of the API, for tests and tools that call all of them. */
import type { AnyTRPCProcedure } from '@trpc/server';
import { appRouter, type ProcedurePath } from '../http/router.ts';

export interface ListedProcedure {
  path: ProcedurePath;
  type: 'query' | 'mutation';
  /** The schemas that check the input. */
  inputs: AnyTRPCProcedure['_def']['inputs'];
}

/** All procedures by path. tRPC's types declare the type and the inputs of a procedure as properties of `_def`. */
export const PROCEDURES_BY_PATH: ReadonlyMap<string, ListedProcedure> = new Map(
  Object.entries(appRouter)
    .filter(([name]) => name !== '_def' && name !== 'createCaller')
    .flatMap(([router, procedures]) =>
      Object.entries(procedures as Record<string, AnyTRPCProcedure>).map(([name, { _def: definition }]) => {
        const path = `${router}.${name}` as ProcedurePath;
        return [path, { path, type: definition.type as ListedProcedure['type'], inputs: definition.inputs }] as const;
      }),
    ),
);
