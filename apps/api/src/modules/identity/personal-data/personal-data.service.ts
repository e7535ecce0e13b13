/**
 * Exports and erases all data that the modules store about a user. Each module that stores personal data has a
 * `personal-data.sql.ts`. column-coverage.spec.ts fails if a column is not covered by any of them.
 */
import type { PersonId, WorkspaceId } from '@marquee/contracts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';
import * as agencies from '../agencies/personal-data.sql.ts';
import * as auth from '../accounts/personal-data.sql.ts';
import * as availability from '../../catalog/availability/personal-data.sql.ts';
import * as bookings from '../../booking/bookings/personal-data.sql.ts';
import * as budgets from '../../booking/budgets/personal-data.sql.ts';
import * as clients from '../clients/personal-data.sql.ts';
import * as calendar from '../../messaging/calendar/personal-data.sql.ts';
import * as factors from '../factors/personal-data.sql.ts';
import * as files from '../../booking/files/personal-data.sql.ts';
import * as guestReviews from '../../booking/guest-reviews/personal-data.sql.ts';
import * as evidence from '../../catalog/follower-proofs/personal-data.sql.ts';
import * as ledger from '../../money/ledger/personal-data.sql.ts';
import * as mail from '../../messaging/mail/personal-data.sql.ts';
import * as matching from '../../catalog/matching/personal-data.sql.ts';
import * as messages from '../../messaging/messages/personal-data.sql.ts';
import * as notifications from '../../messaging/notifications/personal-data.sql.ts';
import * as offers from '../../booking/offers/personal-data.sql.ts';
import * as orderRequests from '../../booking/order-requests/personal-data.sql.ts';
import * as packages from '../../catalog/packages/personal-data.sql.ts';
import * as payments from '../../money/payments/personal-data.sql.ts';
import * as payouts from '../../money/payouts/personal-data.sql.ts';
import * as pictures from '../../catalog/pictures/personal-data.sql.ts';
import * as profiles from '../../catalog/profiles/personal-data.sql.ts';
import * as receipts from '../../money/receipts/personal-data.sql.ts';
import * as reports from '../../staff/reports/personal-data.sql.ts';
import * as reviews from '../../catalog/reviews/personal-data.sql.ts';
import * as saved from '../../catalog/saved-items/personal-data.sql.ts';
import * as support from '../../messaging/support/personal-data.sql.ts';
import * as workspaces from '../workspaces/personal-data.sql.ts';

/** The functions of a module whose data is about a person or a workspace. */
interface PersonalDataModule<Id extends PersonId | WorkspaceId> {
  /** Returns the rows about a person or workspace, grouped by kind. Secrets and staff's notes are left out. */
  exportPersonalData?(db: Db, id: Id): Promise<object>;
  /** Deletes the rows, or anonymizes rows that other users or the law require. */
  erasePersonalData?(tx: UnitOfWork, id: Id, at: Date): Promise<void>;
}

/** The modules whose data is about a person. */
const PERSON_MODULES = {
  auth,
  factors,
  support,
  mail,
  notifications,
  calendar,
} satisfies Record<string, PersonalDataModule<PersonId>>;

/**
 * The modules whose data is about a workspace, in the order of the export. Pictures are erased before the data of
 * modules whose rows contain the file names.
 */
const WORKSPACE_MODULES = {
  pictures,
  workspaces,
  profiles,
  evidence,
  packages,
  receipts,
  ledger,
  clients,
  orderRequests,
  budgets,
  guestReviews,
  bookings,
  files,
  payments,
  agencies,
  payouts,
  reports,
  availability,
  matching,
  saved,
  offers,
  messages,
  reviews,
} satisfies Record<string, PersonalDataModule<WorkspaceId>>;

type ExportedBy<Modules> = UnionToIntersection<
  Extract<Modules[keyof Modules], { exportPersonalData: unknown }> extends {
    exportPersonalData: (...input: never[]) => Promise<infer Data>;
  }
    ? Data
    : never
>;
type UnionToIntersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

async function exportModules<Id extends PersonId | WorkspaceId, Modules extends Record<string, PersonalDataModule<Id>>>(
  modules: Modules,
  db: Db,
  id: Id,
) {
  const parts = await Promise.all(Object.values(modules).map(async (module) => module.exportPersonalData?.(db, id)));
  return Object.assign({}, ...parts) as ExportedBy<Modules>;
}

export const exportPerson = (db: Db, personId: PersonId) => exportModules(PERSON_MODULES, db, personId);
export const exportWorkspace = (db: Db, workspaceId: WorkspaceId) => exportModules(WORKSPACE_MODULES, db, workspaceId);

async function eraseModules<Id extends PersonId | WorkspaceId>(
  modules: readonly PersonalDataModule<Id>[],
  tx: UnitOfWork,
  id: Id,
  at: Date,
) {
  for (const module of modules) await module.erasePersonalData?.(tx, id, at);
}

/** Erases a person's data in all modules. The row stays, because bookings refer to it. */
export const erasePerson = (tx: UnitOfWork, personId: PersonId, at: Date): Promise<void> =>
  eraseModules(Object.values(PERSON_MODULES), tx, personId, at);

/** Erases a workspace's data in all modules. The row stays, because bookings and the ledger refer to it. */
export const eraseWorkspace = (tx: UnitOfWork, workspaceId: WorkspaceId, at: Date): Promise<void> =>
  eraseModules(Object.values(WORKSPACE_MODULES), tx, workspaceId, at);
