import type { WorkspaceId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { DAY_MS } from '@marquee/time';
import type { PackageOptions } from '@marquee/money';
import {
  createCopyName,
  findOptionsProblems,
  type PackageEdit,
  type PackageInput,
  type PackageUpdate,
} from '@marquee/validation';
import type { Transaction } from 'kysely';
import { mergeEdit } from '../../../core/edits.ts';
import { Failure, type FailureCode } from '../../../core/failures.ts';
import { runIdempotently } from '../../../core/idempotency.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { findPayoutRoute } from '../../../config/payout-countries.ts';
import type { Database, Db } from '../../../db/schema.ts';
import { copyQuestionnaire, getPackageQuestions } from '../questionnaires/questionnaires.service.ts';
import {
  deletePackage,
  findPackage,
  lockPayoutCountry,
  insertPackage,
  listPackagesForSaleByCreator,
  listPackagesByCreator,
  listPackagePricesByCreator,
  lockOwnPackage,
  lockPackagesByCreator,
  setPackagesInactive,
  setPackagePositions,
  updatePackage,
  type PackagePriceRow,
} from './packages.sql.ts';

/** Returns a package. Inactive packages are visible only to their creator. Throws PACKAGE_NOT_FOUND. */
export async function getPackage(deps: Deps, viewer: Actor | null, id: string) {
  const pkg = await findPackage(deps.db, id, viewer?.workspaceId ?? null);
  if (!pkg) throw new Failure('PACKAGE_NOT_FOUND');
  return pkg;
}

/**
 * Lists a creator's packages in the order that the creator has set. Callers other than the creator get only the
 * active ones.
 */
export const listPackagesForCaller = (deps: Deps, viewer: Actor | null, creatorId: WorkspaceId) =>
  viewer?.workspaceId === creatorId
    ? listPackagesByCreator(deps.db, creatorId)
    : listPackagesForSaleByCreator(deps.db, creatorId);

/** The number of days over which prices are compared, as in the EU's Omnibus Directive. */
const PRICE_HISTORY_DAYS = 30;
const MIN_PRICE_AGE_DAYS = 7;
/** If a price changed more often than this in the period, the page says 'more than' this number. */
const MAX_PRICE_CHANGES = 10;

/** The price history of a package in the last 30 days. Amounts are the creator's prices in cents, without the fee. */
export type PriceFact = { packageId: string } & (
  | { kind: 'unchanged'; days: number }
  | { kind: 'was'; priceCents: number; until: Date }
  | { kind: 'changed'; times: number; isMore: boolean; lowCents: number; highCents: number }
);

/**
 * Returns the price history of a creator's active packages. For a price that changed several times, this is the
 * lowest and highest price, so that a price raised for a day and then lowered does not look like a discount.
 * Packages younger than a week are left out.
 */
export async function listPriceFacts(deps: Pick<Deps, 'db' | 'now'>, creatorId: WorkspaceId): Promise<PriceFact[]> {
  const now = deps.now().getTime();
  const ofPackages = Map.groupBy(
    await listPackagePricesByCreator(deps.db, creatorId, MAX_PRICE_CHANGES + 2),
    ({ packageId }) => packageId,
  );
  return [...ofPackages.values()].map((prices) => computePriceFact(prices, now)).filter((fact) => fact !== null);
}

function computePriceFact(prices: readonly PackagePriceRow[], now: number): PriceFact | null {
  const [current, before] = prices;
  const ageOf = (time: Date) => Math.floor((now - time.getTime()) / DAY_MS);
  if (current === undefined || ageOf(current.createdAt) < MIN_PRICE_AGE_DAYS) return null;
  const { packageId, since } = current;
  const changes = prices.slice(0, -1).filter((price) => ageOf(price.since) < PRICE_HISTORY_DAYS).length;
  if (before === undefined || changes === 0) {
    return ageOf(since) < MIN_PRICE_AGE_DAYS ? null : { packageId, kind: 'unchanged', days: ageOf(since) };
  }
  if (changes === 1) return { packageId, kind: 'was', priceCents: before.priceCents, until: since };
  // Includes the price that was valid at the start of the period.
  const were = prices.slice(0, changes + 1).map(({ priceCents }) => priceCents);
  return {
    packageId,
    kind: 'changed',
    times: Math.min(changes, MAX_PRICE_CHANGES),
    isMore: changes > MAX_PRICE_CHANGES,
    lowCents: Math.min(...were),
    highCents: Math.max(...were),
  };
}

export async function unpublishPackages(db: Transaction<Database>, creatorId: WorkspaceId, now: Date): Promise<void> {
  await lockPackagesByCreator(db, creatorId);
  await setPackagesInactive(db, creatorId, now);
}

/**
 * Runs `work`, which writes a package of the caller. If the package is to be active (`goesOnSale`), locks the
 * caller's payout country and throws PAYOUT_COUNTRY_UNPAYABLE if payouts to it are impossible.
 */
async function writePackage<T>(
  deps: Deps,
  actor: Actor,
  { goesOnSale }: { goesOnSale: boolean },
  work: (db: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const writing = inTransaction(deps, async (tx) => {
    if (goesOnSale) await assertPayoutCountryPayable(tx.db, deps, actor);
    return work(tx.db);
  });
  return withNamedFailures(writing);
}

async function assertPayoutCountryPayable(db: Transaction<Database>, deps: Deps, actor: Actor): Promise<void> {
  const country = await lockPayoutCountry(db, actor.workspaceId);
  if (country !== null && findPayoutRoute(deps.env, country) === null) throw new Failure('PAYOUT_COUNTRY_UNPAYABLE');
}

/** Maps database constraints on packages and options to the failures that users see. */
const FAILURES_BY_CONSTRAINT: Partial<Record<string, FailureCode>> = {
  package_limit: 'PACKAGES_FULL',
  package_active_limit: 'PACKAGES_ACTIVE_FULL',
  package_options_fit: 'PACKAGE_OPTIONS_MISFIT',
};

/**
 * Converts violated database constraints to failures. The database checks the limits, so that concurrent calls
 * cannot exceed them.
 */
async function withNamedFailures<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const full = FAILURES_BY_CONSTRAINT[(error as { constraint?: string }).constraint ?? ''];
    throw full === undefined ? error : new Failure(full);
  }
}

/** Validates the options and serializes them for the column. Throws PACKAGE_OPTIONS_MISFIT with the first message. */
async function toOptionsColumn(
  db: Db,
  pack: PackageInput & { id?: string; creatorId: WorkspaceId },
  options: PackageOptions | null,
): Promise<string | null> {
  if (options === null) return null;
  const questions = pack.id === undefined ? [] : await getPackageQuestions(db, pack.id, pack.creatorId);
  const [problem] = findOptionsProblems(pack, options, questions);
  if (problem) throw new Failure('PACKAGE_OPTIONS_MISFIT', problem.message);
  return JSON.stringify(options);
}

/**
 * Creates a package at the top of the caller's list. The package is active by default. Throws PACKAGES_FULL,
 * PACKAGES_ACTIVE_FULL, PACKAGE_OPTIONS_MISFIT, PAYOUT_COUNTRY_UNPAYABLE or TOO_MANY_REQUESTS.
 */
export async function createPackage(deps: Deps, actor: Actor, { options = null, ...input }: PackageEdit) {
  const row = {
    ...input,
    options: await toOptionsColumn(deps.db, { ...input, creatorId: actor.workspaceId }, options),
    isActive: input.isActive ?? true,
    creatorId: actor.workspaceId,
    createdAt: deps.now(),
    updatedAt: deps.now(),
  };
  const limit = () => enforceRateLimit(deps, 'package made', actor.id);
  const creating = runIdempotently(
    deps,
    actor,
    { name: 'packages.create', limit },
    { options, ...input },
    async (tx) => {
      if (row.isActive) await assertPayoutCountryPayable(tx.db, deps, actor);
      return insertPackage(tx.db, row);
    },
  );
  return withNamedFailures(creating);
}

/**
 * Updates a package, including its options if given. Existing bookings keep their copy. Throws PACKAGE_NOT_FOUND
 * (also for another creator's package), EDIT_STALE, PACKAGES_ACTIVE_FULL, PACKAGE_OPTIONS_MISFIT,
 * PAYOUT_COUNTRY_UNPAYABLE or TOO_MANY_REQUESTS.
 */
export async function savePackage(deps: Deps, actor: Actor, { id, base, ...edited }: PackageUpdate) {
  // Applies a rate limit, because every new price is stored in the history.
  await enforceRateLimit(deps, 'package saved', actor.id);
  const where = { id, creatorId: actor.workspaceId };
  return writePackage(deps, actor, { goesOnSale: edited.isActive === true }, async (db) => {
    const before = await lockOwnPackage(db, where);
    if (!before) throw new Failure('PACKAGE_NOT_FOUND');
    // The options contain prices that depend on the price of the package.
    const { isActive, options, ...fields } = mergeEdit(before, edited, base, [['priceCents', 'options']]);
    const saved = await updatePackage(db, where, {
      ...fields,
      ...(isActive === undefined ? {} : { isActive }),
      ...(options === undefined ? {} : { options: await toOptionsColumn(db, { ...fields, ...where }, options) }),
      updatedAt: deps.now(),
    });
    if (!saved) throw new Failure('PACKAGE_NOT_FOUND');
    return saved;
  });
}

/**
 * Sets the package's picture to one from the caller's portfolio, or removes it. Throws PACKAGE_NOT_FOUND or
 * PICTURE_NOT_FOUND, also if the package or picture belongs to another creator.
 */
export async function setPackagePicture(
  deps: Deps,
  actor: Actor,
  { id, pictureId }: { id: string; pictureId: string | null },
) {
  await enforceRateLimit(deps, 'package saved', actor.id);
  try {
    const change = { pictureId, updatedAt: deps.now() };
    const saved = await inTransaction(deps, (tx) => updatePackage(tx.db, { id, creatorId: actor.workspaceId }, change));
    if (!saved) throw new Failure('PACKAGE_NOT_FOUND');
    return saved;
  } catch (error) {
    throw (error as { constraint?: string }).constraint === 'package_picture_is_own'
      ? new Failure('PICTURE_NOT_FOUND')
      : error;
  }
}

/**
 * Copies a package with its questionnaire. The copy is inactive and directly follows the original. Throws
 * PACKAGE_NOT_FOUND (also for another creator's package), PACKAGES_FULL or TOO_MANY_REQUESTS.
 */
export async function duplicatePackage(deps: Deps, actor: Actor, id: string) {
  const limit = () => enforceRateLimit(deps, 'package made', actor.id);
  const making = runIdempotently(deps, actor, { name: 'packages.duplicate', limit }, id, async (tx) => {
    const order = await lockPackageOrder(tx.db, actor.workspaceId);
    const original = order.includes(id) ? await findPackage(tx.db, id, actor.workspaceId) : undefined;
    if (!original) throw new Failure('PACKAGE_NOT_FOUND');
    const {
      name,
      description,
      priceCents,
      deliveryDays,
      features,
      options,
      pictureId,
      needsProduct,
      isPopular,
      creatorId,
    } = original;
    const now = deps.now();
    const copy = await insertPackage(tx.db, {
      name: createCopyName(name),
      description,
      priceCents,
      deliveryDays,
      features,
      options: options && JSON.stringify(options),
      pictureId,
      needsProduct,
      isPopular,
      creatorId,
      isActive: false,
      createdAt: now,
      updatedAt: now,
    });
    await copyQuestionnaire(tx.db, { from: id, to: copy.id, at: now });
    await setPackagePositions(tx.db, order.toSpliced(order.indexOf(id) + 1, 0, copy.id));
    return copy;
  });
  return withNamedFailures(making);
}

/**
 * Sets the order of the caller's packages and returns all of them in the new order. Packages missing from `ids`, for
 * example because they were created in another window, come before the others. Throws PACKAGE_NOT_FOUND if an id
 * does not belong to the caller.
 */
export function reorderPackages(deps: Deps, actor: Actor, ids: readonly string[]) {
  return inTransaction(deps, async (tx) => {
    const order = await lockPackageOrder(tx.db, actor.workspaceId);
    if (!ids.every((id) => order.includes(id))) throw new Failure('PACKAGE_NOT_FOUND');
    await setPackagePositions(tx.db, [...order.filter((id) => !ids.includes(id)), ...ids]);
    return listPackagesByCreator(tx.db, actor.workspaceId);
  });
}

/** Locks a creator's packages and returns their ids in list order. */
async function lockPackageOrder(db: Transaction<Database>, creatorId: WorkspaceId): Promise<string[]> {
  const rows = await lockPackagesByCreator(db, creatorId);
  return rows
    .toSorted((one, other) => one.position - other.position || other.createdAt.getTime() - one.createdAt.getTime())
    .map(({ id }) => id);
}

/** Activates or deactivates a package. Throws PACKAGE_NOT_FOUND, PACKAGES_ACTIVE_FULL or PAYOUT_COUNTRY_UNPAYABLE. */
export async function setPackageActive(deps: Deps, actor: Actor, input: { id: string; isActive: boolean }) {
  const change = { isActive: input.isActive, updatedAt: deps.now() };
  const saved = await writePackage(deps, actor, { goesOnSale: input.isActive }, (db) =>
    updatePackage(db, { id: input.id, creatorId: actor.workspaceId }, change),
  );
  if (!saved) throw new Failure('PACKAGE_NOT_FOUND');
  return saved;
}

/** Deletes a package with its questionnaire. Its bookings stay. Throws PACKAGE_NOT_FOUND. */
export async function removePackage(deps: Deps, actor: Actor, id: string) {
  const deleted = await inTransaction(deps, (tx) => deletePackage(tx.db, { id, creatorId: actor.workspaceId }));
  if (!deleted) throw new Failure('PACKAGE_NOT_FOUND');
  return { success: true as const };
}
