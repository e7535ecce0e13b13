import { router, userProcedure } from '../../core/trpc.ts';
import { listWorkspacesByPerson } from './workspaces.sql.ts';

export const workspacesRouter = router({
  /** The workspaces in which the caller can act, in the order in which they joined them. */
  own: userProcedure.query(({ ctx }) => listWorkspacesByPerson(ctx.db, ctx.user.id)),
});
