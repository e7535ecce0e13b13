import type { PackageInput } from '@marquee/validation';
import { Failure } from '../../failures.ts';
import type { Ctx, UserCtx } from '../../trpc.ts';
import { deletePackage, findPackage, insertPackage, listPackagesOf, updatePackage } from './packages.sql.ts';

/** A package; an inactive one exists for its creator only. Fails with PACKAGE_NOT_FOUND. */
export async function packageById(ctx: Ctx, id: string) {
  const found = await findPackage(ctx.db, id, ctx.user?.id ?? null);
  if (!found) throw new Failure('PACKAGE_NOT_FOUND');
  return found;
}

/** A creator's packages: all of them for the creator, the active ones for others. */
export const packagesOf = (ctx: Ctx, creatorId: string) => listPackagesOf(ctx.db, creatorId, ctx.user?.id !== creatorId);

/** Publishes a package of the calling creator; active unless it says otherwise. */
export const createPackage = (ctx: UserCtx, input: PackageInput) =>
  insertPackage(ctx.db, {
    ...input,
    isActive: input.isActive ?? true,
    creatorId: ctx.user.id,
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  });

/** Replaces a package's fields; bookings keep the package as it was. Fails with PACKAGE_NOT_FOUND, also for another creator's. */
export async function savePackage(ctx: UserCtx, { id, isActive, ...fields }: PackageInput & { id: string }) {
  const change = { ...fields, ...(isActive === undefined ? {} : { isActive }), updatedAt: ctx.now() };
  const saved = await updatePackage(ctx.db, { id, creatorId: ctx.user.id }, change);
  if (!saved) throw new Failure('PACKAGE_NOT_FOUND');
  return saved;
}

/** Shows or hides a package. Fails with PACKAGE_NOT_FOUND. */
export async function setPackageActive(ctx: UserCtx, input: { id: string; isActive: boolean }) {
  const saved = await updatePackage(
    ctx.db,
    { id: input.id, creatorId: ctx.user.id },
    { isActive: input.isActive, updatedAt: ctx.now() },
  );
  if (!saved) throw new Failure('PACKAGE_NOT_FOUND');
  return saved;
}

/** Deletes a package and its questions; bookings of it stay. Fails with PACKAGE_NOT_FOUND. */
export async function removePackage(ctx: UserCtx, id: string) {
  const deleted = await deletePackage(ctx.db, { id, creatorId: ctx.user.id });
  if (!deleted) throw new Failure('PACKAGE_NOT_FOUND');
  return { success: true as const };
}
