import { idField, questionnaireInput } from '@marquee/validation';
import { z } from 'zod';
import { creatorProcedure, router, showcaseProcedure } from '../../../core/trpc.ts';
import { removePackageQuestionnaire, savePackageQuestionnaire } from './questionnaires.service.ts';
import { findQuestionnaire } from './questionnaires.sql.ts';

export const questionnairesRouter = router({
  /** Returns a package's questions, or null if it has none or the caller may not see the package. */
  byPackage: showcaseProcedure
    .input(z.object({ packageId: idField }))
    .query(
      async ({ ctx, input }) =>
        (await findQuestionnaire(ctx.deps.db, input.packageId, ctx.user?.workspaceId ?? null)) ?? null,
    ),
  remove: creatorProcedure('catalog.edit')
    .input(z.object({ packageId: idField }))
    .mutation(({ ctx, input }) => removePackageQuestionnaire(ctx.deps, ctx.actor, input.packageId)),
  save: creatorProcedure('catalog.edit')
    .input(questionnaireInput)
    .mutation(({ ctx, input }) => savePackageQuestionnaire(ctx.deps, ctx.actor, input)),
});
