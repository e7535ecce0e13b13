/** Tables of saved lists, their items and saved searches. */
import type { CreatorSearch, SavedKind } from '@marquee/validation';
import type { Generated } from 'kysely';
import type { JsonColumn, TimeColumn } from './schema.columns.ts';

/** A user's list of saved creators and packages. Its name is unique per owner. */
export interface SavedListTable {
  id: Generated<string>;
  workspaceId: string;
  name: string;
  /** True for the default list, in which items are saved unless the user chooses another one. */
  isFirst: boolean;
  /** The token in the URL of the shared list, or null if it is not shared. */
  token: string | null;
  showsNotes: Generated<boolean>;
  /** Set when staff hide the list from everyone except its owner. */
  hiddenAt: TimeColumn | null;
  hiddenReason: string | null;
  createdAt: TimeColumn;
}

export interface SavedItemTable {
  id: Generated<string>;
  listId: string;
  workspaceId: string;
  kind: SavedKind;
  creatorId: string;
  /** Null for a saved creator, and for a package that was deleted. */
  packageId: string | null;
  packageName: string | null;
  /**
   * The package's price when it was saved, or the creator's lowest price at that time. Null if nothing was for sale.
   */
  priceCents: number | null;
  note: Generated<string>;
  savedAt: TimeColumn;
}

/** A search that a user saved, to open it again or to get emails about new matches. */
export interface SavedSearchTable {
  id: Generated<string>;
  workspaceId: string;
  name: string;
  search: JsonColumn<CreatorSearch>;
  createdAt: TimeColumn;
  /** Whether the owner gets emails about new matches. */
  isMailed: boolean;
  /** The time of the last check for new matches. */
  lookedAt: TimeColumn;
  /** The latest `package_arrival` at the time when the search was saved. Earlier packages are not new matches. */
  savedSeq: number;
  seenSeq: number;
}

/** A creator about whom the owner of a saved search has already been notified. */
export interface SavedSearchNotifiedTable {
  searchId: string;
  creatorId: string;
}

/** The order in which packages were offered for sale for the first time. */
export interface PackageArrivalTable {
  packageId: string;
  creatorId: string;
  seq: Generated<number>;
}
