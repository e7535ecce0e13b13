/**
 * The ids of people and workspaces. Both are UUIDs, but their types differ, so that code that takes one for the other
 * does not compile.
 */
import { idField } from './fields.ts';
import type { z } from './zod.ts';

/** The id of a person in a path or body. Invalid text becomes an id that does not exist (`idField`). */
export const personIdField = idField.brand<'PersonId'>();
/** The id of a workspace in a path or body. Invalid text becomes an id that does not exist (`idField`). */
export const workspaceIdField = idField.brand<'WorkspaceId'>();

/** The id of a person, who signs in and is "who did it". */
export type PersonId = z.infer<typeof personIdField>;
/** The id of a workspace, which owns packages, bookings, cards and money. */
export type WorkspaceId = z.infer<typeof workspaceIdField>;

/** Marks text that is known to be the id of a person, such as the value of a session or of Stripe's metadata. */
export const toPersonId = (id: string): PersonId => id as PersonId;
/** Marks text that is known to be the id of a workspace, such as the value of Stripe's metadata. */
export const toWorkspaceId = (id: string): WorkspaceId => id as WorkspaceId;
