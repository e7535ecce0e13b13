/**
 * Exports and erases all data that the modules store about a user. Each module that stores personal data has a
 * `personal-data.sql.ts`. table-coverage.spec.ts fails if a table is not covered by any of them.
 */
import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/schema.ts';
import * as auth from '../auth/personal-data.sql.ts';
import * as availability from '../availability/personal-data.sql.ts';
import * as bookings from '../bookings/personal-data.sql.ts';
import * as budgets from '../budgets/personal-data.sql.ts';
import * as clients from '../clients/personal-data.sql.ts';
import * as calendar from '../calendar/personal-data.sql.ts';
import * as factors from '../factors/personal-data.sql.ts';
import * as evidence from '../follower-proofs/personal-data.sql.ts';
import * as ledger from '../ledger/personal-data.sql.ts';
import * as mail from '../mail/personal-data.sql.ts';
import * as matching from '../matching/personal-data.sql.ts';
import * as messages from '../messages/personal-data.sql.ts';
import * as notifications from '../notifications/personal-data.sql.ts';
import * as offers from '../offers/personal-data.sql.ts';
import * as packages from '../packages/personal-data.sql.ts';
import * as payouts from '../payouts/personal-data.sql.ts';
import * as pictures from '../pictures/personal-data.sql.ts';
import * as profiles from '../profiles/personal-data.sql.ts';
import * as receipts from '../receipts/personal-data.sql.ts';
import * as reports from '../reports/personal-data.sql.ts';
import * as reviews from '../reviews/personal-data.sql.ts';
import * as saved from '../saved-items/personal-data.sql.ts';
import * as support from '../support/personal-data.sql.ts';

interface PersonalDataModule {
  /** Returns the rows about a user, grouped by kind. Secrets and staff's notes are left out. */
  exportPersonalData?(db: Db, userId: string): Promise<object>;
  /** Deletes the rows about a user, or anonymizes rows that other users or the law require. */
  erasePersonalData?(tx: Transaction<Database>, userId: string, at: Date): Promise<void>;
}

/**
 * The modules in the order of the export. Pictures are erased before the data of modules whose rows contain the file
 * names.
 */
const PERSONAL_DATA_MODULES = {
  pictures,
  auth,
  factors,
  profiles,
  evidence,
  packages,
  receipts,
  ledger,
  support,
  clients,
  budgets,
  bookings,
  mail,
  payouts,
  reports,
  availability,
  matching,
  saved,
  offers,
  messages,
  reviews,
  notifications,
  calendar,
} satisfies Record<string, PersonalDataModule>;
const personalDataModules: readonly PersonalDataModule[] = Object.values(PERSONAL_DATA_MODULES);

type ExportingModule = Extract<
  (typeof PERSONAL_DATA_MODULES)[keyof typeof PERSONAL_DATA_MODULES],
  { exportPersonalData: unknown }
>;
type ExportedModuleData = Awaited<ReturnType<ExportingModule['exportPersonalData']>>;
type UnionToIntersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

export async function exportUserData(db: Db, userId: string): Promise<UnionToIntersection<ExportedModuleData>> {
  const parts = await Promise.all(personalDataModules.map(async (module) => module.exportPersonalData?.(db, userId)));
  return Object.assign({}, ...parts) as UnionToIntersection<ExportedModuleData>;
}

/** Erases a user's data in all modules. The account's row stays, because bookings and the ledger refer to it. */
export async function eraseUserData(tx: Transaction<Database>, userId: string, at: Date): Promise<void> {
  for (const module of personalDataModules) await module.erasePersonalData?.(tx, userId, at);
}
