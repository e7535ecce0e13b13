import { idInput, idField, packageEdit, packageOrder, packageUpdate, workspaceIdInput } from '@marquee/validation';
import { z } from 'zod';
import { creatorProcedure, router, showcaseProcedure } from '../../../core/trpc.ts';
import {
  createPackage,
  duplicatePackage,
  getPackage,
  listPackagesForCaller,
  removePackage,
  reorderPackages,
  savePackage,
  setPackagePicture,
  setPackageActive,
} from './packages.service.ts';

export const packagesRouter = router({
  byId: showcaseProcedure.input(idInput).query(({ ctx, input }) => getPackage(ctx.deps, ctx.user, input.id)),
  listByCreator: showcaseProcedure
    .input(workspaceIdInput)
    .query(({ ctx, input }) => listPackagesForCaller(ctx.deps, ctx.user, input.id)),
  create: creatorProcedure('catalog.edit')
    .input(packageEdit)
    .mutation(({ ctx, input }) => createPackage(ctx.deps, ctx.actor, input)),
  save: creatorProcedure('catalog.edit')
    .input(packageUpdate)
    .mutation(({ ctx, input }) => savePackage(ctx.deps, ctx.actor, input)),
  setActive: creatorProcedure('catalog.edit')
    .input(z.object({ id: idField, isActive: z.boolean() }))
    .mutation(({ ctx, input }) => setPackageActive(ctx.deps, ctx.actor, input)),
  setPicture: creatorProcedure('catalog.edit')
    .input(z.object({ id: idField, pictureId: idField.nullable() }))
    .mutation(({ ctx, input }) => setPackagePicture(ctx.deps, ctx.actor, input)),
  duplicate: creatorProcedure('catalog.edit')
    .input(idInput)
    .mutation(({ ctx, input }) => duplicatePackage(ctx.deps, ctx.actor, input.id)),
  reorder: creatorProcedure('catalog.edit')
    .input(packageOrder)
    .mutation(({ ctx, input }) => reorderPackages(ctx.deps, ctx.actor, input.ids)),
  remove: creatorProcedure('catalog.edit')
    .input(idInput)
    .mutation(({ ctx, input }) => removePackage(ctx.deps, ctx.actor, input.id)),
});
