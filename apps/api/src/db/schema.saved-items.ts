/** Tables of saved lists, their items and saved searches. */
import type { CreatorSearch, SavedKind } from '@marquee/validation';
import type { Generated } from 'kysely';
import type { JsonColumn, TimeColumn } from './schema.columns.ts';

/** A person's list of saved creators and packages. Its name is unique per owner. */
export interface SavedListTable {
  id: Generated<string>;
  ownerId: string;
  name: string;
  /** Whether items are saved here if the person names no list. */
  isFirst: boolean;
  /** The last part of its public address, or null if it is not shared. */
  token: string | null;
  showsNotes: Generated<boolean>;
  /** When staff hid the list from everyone except its owner, and why. */
  hiddenAt: TimeColumn | null;
  hiddenReason: string | null;
  createdAt: TimeColumn;
}

export interface SavedItemTable {
  id: Generated<string>;
  listId: string;
  ownerId: string;
  kind: SavedKind;
  creatorId: string;
  /** Null for a creator, and for a package that was deleted. */
  packageId: string | null;
  packageName: string | null;
  /** The price when the item was saved (a creator's lowest price), or null if nothing was on sale. */
  priceCents: number | null;
  note: Generated<string>;
  savedAt: TimeColumn;
}

/** A search that its owner saved in order to hear about new results. */
export interface SavedSearchTable {
  id: Generated<string>;
  ownerId: string;
  name: string;
  search: JsonColumn<CreatorSearch>;
  createdAt: TimeColumn;
  /** Whether its owner gets new results by email. */
  isMailed: boolean;
  /** When the search was last checked for new results. */
  lookedAt: TimeColumn;
  /** The newest `package_arrival` when the search was saved, and when it was last checked. */
  savedSeq: number;
  seenSeq: number;
}

/** A creator that the owner of a saved search already heard about. */
export interface SavedSearchNotifiedTable {
  searchId: string;
  creatorId: string;
}

/** The order in which packages went on sale for the first time. */
export interface PackageArrivalTable {
  packageId: string;
  creatorId: string;
  seq: Generated<number>;
}
