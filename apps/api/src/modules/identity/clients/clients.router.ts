import { archiving, clientForm, idInput } from '@marquee/validation';
import { brandProcedure, router } from '../../../core/trpc.ts';
import { archiveClient, removeClientLogo, saveClient } from './clients.service.ts';
import { listClientsByBrand } from './clients.sql.ts';

export const clientsRouter = router({
  list: brandProcedure('member').query(({ ctx }) => listClientsByBrand(ctx.deps.db, ctx.user.workspaceId)),
  save: brandProcedure('budgets.manage')
    .input(clientForm)
    .mutation(({ ctx, input }) => saveClient(ctx.deps, ctx.actor, input)),
  archive: brandProcedure('budgets.manage')
    .input(archiving)
    .mutation(({ ctx, input }) => archiveClient(ctx.deps, ctx.actor, input)),
  removeLogo: brandProcedure('budgets.manage')
    .input(idInput)
    .mutation(({ ctx, input }) => removeClientLogo(ctx.deps, ctx.actor, input.id)),
});
