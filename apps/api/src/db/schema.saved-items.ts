/** What people keep of what can be found. */
import type { CreatorSearch, SavedKind } from '@marquee/validation';
import type { Generated } from 'kysely';
import type { JsonColumn, TimeColumn } from './schema.columns.ts';

/** A list of somebody's, with a name that is the owner's only one of that name. */
export interface SavedListTable {
  id: Generated<string>;
  ownerId: string;
  name: string;
  /** What is saved without naming a list goes there. */
  isFirst: boolean;
  /** The end of its public address; null: it is not shared. */
  token: string | null;
  showsNotes: Generated<boolean>;
  /** When staff hid it from everybody but its owner, and why. */
  hiddenAt: TimeColumn | null;
  hiddenReason: string | null;
  createdAt: TimeColumn;
}

/** A creator, or one package, in a list. */
export interface SavedItemTable {
  id: Generated<string>;
  listId: string;
  ownerId: string;
  kind: SavedKind;
  creatorId: string;
  /** Null of a package: it was deleted. */
  packageId: string | null;
  packageName: string | null;
  /** The creator's price when it was saved (of a creator the lowest); null: nothing was for sale. */
  priceCents: number | null;
  note: Generated<string>;
  savedAt: TimeColumn;
}

/** A search to come back to. */
export interface SavedSearchTable {
  id: Generated<string>;
  ownerId: string;
  name: string;
  search: JsonColumn<CreatorSearch>;
  createdAt: TimeColumn;
  /** Whether its owner is mailed what is new. */
  isMailed: boolean;
  /** When it was last looked for what is new. */
  lookedAt: TimeColumn;
  /** What arrived up to here was there when it was saved, and when it was last looked (`package_arrival`). */
  savedSeq: number;
  seenSeq: number;
}

/** A creator whom the owner of a search was told of. */
export interface SavedSearchNotifiedTable {
  searchId: string;
  creatorId: string;
}

/** In which order packages came up for sale for the first time. */
export interface PackageArrivalTable {
  packageId: string;
  creatorId: string;
  seq: Generated<number>;
}
