import { byId, id, packageEdit, packageOrder, packageUpdate } from '@marquee/validation';
import { z } from 'zod';
import { creatorProcedure, router, showcaseProcedure } from '../../core/trpc.ts';
import {
  createPackage,
  duplicatePackage,
  packageById,
  packagesOf,
  removePackage,
  reorderPackages,
  savePackage,
  setPackagePicture,
  setPackageActive,
} from './packages.service.ts';

export const packagesRouter = router({
  byId: showcaseProcedure.input(byId).query(({ ctx, input }) => packageById(ctx, input.id)),
  ofCreator: showcaseProcedure.input(byId).query(({ ctx, input }) => packagesOf(ctx, input.id)),
  create: creatorProcedure.input(packageEdit).mutation(({ ctx, input }) => createPackage(ctx, input)),
  save: creatorProcedure.input(packageUpdate).mutation(({ ctx, input }) => savePackage(ctx, input)),
  setActive: creatorProcedure
    .input(z.object({ id, isActive: z.boolean() }))
    .mutation(({ ctx, input }) => setPackageActive(ctx, input)),
  setPicture: creatorProcedure
    .input(z.object({ id, pictureId: id.nullable() }))
    .mutation(({ ctx, input }) => setPackagePicture(ctx, input)),
  duplicate: creatorProcedure.input(byId).mutation(({ ctx, input }) => duplicatePackage(ctx, input.id)),
  reorder: creatorProcedure.input(packageOrder).mutation(({ ctx, input }) => reorderPackages(ctx, input.ids)),
  remove: creatorProcedure.input(byId).mutation(({ ctx, input }) => removePackage(ctx, input.id)),
});
