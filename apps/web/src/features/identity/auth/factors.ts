import { queryUtils } from '../../../trpc.ts';

/** Fetches everything again that depends on the user's second factors. */
export const refreshFactors = () =>
  Promise.all([
    queryUtils.factors.invalidate(),
    queryUtils.auth.session.invalidate(),
    queryUtils.auth.sessions.invalidate(),
  ]);
