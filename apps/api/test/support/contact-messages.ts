/** Creates messages to the staff, as the contact form does. */
import type { Deps } from '../../src/core/deps.ts';
import { insertContactMessage } from '../../src/modules/messaging/support/support.sql.ts';

type ContactMessage = Parameters<typeof insertContactMessage>[1];

/** Inserts a message of a visitor and returns its id. */
export async function newContactMessage({ db, now }: Deps, some: Partial<ContactMessage> = {}): Promise<string> {
  const message: ContactMessage = {
    personId: null,
    name: 'Nora Field',
    email: 'nora@example.test',
    company: '',
    subject: 'An invoice is missing',
    category: 'Billing & Payments',
    message: 'I cannot find the invoice of last month.',
    createdAt: now(),
    ...some,
  };
  return (await db.transaction().execute((db) => insertContactMessage(db, message))).id;
}
