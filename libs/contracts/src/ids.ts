/**
 * The ids of people and workspaces. Both are UUIDs, but their types differ, so that code that passes or compares one
 * for the other does not compile.
 */

declare const kind: unique symbol;

/**
 * Text that is known to be the id of something. Plain text, such as a part of an address, can be used as any id, but
 * the id of one thing cannot be used as that of another. This needs the compiler option `exactOptionalPropertyTypes`.
 */
type Id<Kind extends string> = string & { readonly [kind]?: Kind };

/** The id of a person, who signs in and is "who did it". */
export type PersonId = Id<'person'>;
/** The id of a workspace, which owns packages, bookings, cards and money. */
export type WorkspaceId = Id<'workspace'>;
