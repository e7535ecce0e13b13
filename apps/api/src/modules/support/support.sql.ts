import type { Insertable, Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';

/** Stores a message to the operator and returns its id. */
export const insertContactMessage = (
  tx: Transaction<Database>,
  message: Insertable<Database['contactMessage']>,
): Promise<{ id: string }> => tx.insertInto('contactMessage').values(message).returning('id').executeTakeFirstOrThrow();
