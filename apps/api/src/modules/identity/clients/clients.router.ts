import { archiving, clientForm, idInput } from '@marquee/validation';
import { brandProcedure, router } from '../../../core/trpc.ts';
import { archiveClient, removeClientLogo, saveClient } from './clients.service.ts';
import { listClientsByBrand } from './clients.sql.ts';

export const clientsRouter = router({
  list: brandProcedure.query(({ ctx }) => listClientsByBrand(ctx.db, ctx.user.workspaceId)),
  save: brandProcedure.input(clientForm).mutation(({ ctx, input }) => saveClient(ctx, input)),
  archive: brandProcedure.input(archiving).mutation(({ ctx, input }) => archiveClient(ctx, input)),
  removeLogo: brandProcedure.input(idInput).mutation(({ ctx, input }) => removeClientLogo(ctx, input.id)),
});
