/** Tests how contact messages are stored, emailed to the operator and rate limited. */
import type { SessionUser } from '../../../src/core/ctx.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBrand } from '../../../src/demo/builders.ts';
import { createCaller } from '../../../src/http/router.ts';
import { useStack } from '../../support/stack.ts';

const MESSAGE = {
  name: 'Jo Mills',
  email: 'jo@example.test',
  company: '',
  subject: 'A question',
  category: 'Billing & Payments' as const,
  message: 'How long does a payout take? =cmd <b>bold</b> 👋',
};

describe('a contact message', () => {
  const stack = useStack({ RATE_LIMIT: 'on' });
  // An email's content is deleted once it is sent, so the worker must not run.
  beforeAll(() => stack.stopWorker());
  const callFrom = (ip: string, user: SessionUser | null = null) =>
    createCaller({ deps: stack.deps, user, request: { ip }, session: null });

  it('is stored exactly as written and emailed to the operator once', async () => {
    const { id } = await callFrom('192.0.2.1').support.contact(MESSAGE);
    const stored = await stack.deps.db
      .selectFrom('contactMessage')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ ...MESSAGE, personId: null });
    const mails = await stack.deps.db
      .selectFrom('mail')
      .selectAll()
      .where('subject', '=', id)
      .orderBy('kind')
      .execute();
    expect(mails.map(({ kind, personId, address }) => ({ kind, personId, address }))).toEqual([
      { kind: 'contact_message', personId: null, address: null },
      { kind: 'contact_received', personId: null, address: MESSAGE.email },
    ]);
  });

  it('leads to at most one confirmation email per email address and hour, regardless of the sender’s IP address and of upper and lower case', async () => {
    const write = async (ip: string, email: string) => {
      const { id } = await callFrom(ip).support.contact({ ...MESSAGE, email });
      return (
        await stack.deps.db
          .selectFrom('mail')
          .select('data')
          .where('subject', '=', id)
          .where('kind', '=', 'contact_received')
          .execute()
      ).map(({ data }) => data);
    };
    expect(await write('192.0.2.11', 'kim@example.test')).toEqual([{ category: MESSAGE.category }]);
    expect(await write('192.0.2.12', 'kim@example.test')).toEqual([]);
    expect(await write('192.0.2.13', 'KIM@example.test')).toEqual([]);
    expect(await write('192.0.2.13', 'lee@example.test')).toHaveLength(1);
  });

  it('is stored with the sender’s account if they are signed in', async () => {
    const brand = await newBrand(stack.deps);
    const { id } = await callFrom('192.0.2.2', brand).support.contact(MESSAGE);
    expect(
      await stack.deps.db.selectFrom('contactMessage').select('personId').where('id', '=', id).executeTakeFirst(),
    ).toEqual({ personId: brand.id });
  });

  it('is refused and not stored if it is the sixth message from an IP address within an hour', async () => {
    for (let sent = 0; sent < 5; sent++) await callFrom('192.0.2.3').support.contact(MESSAGE);
    await expect(callFrom('192.0.2.3').support.contact({ ...MESSAGE, subject: 'The sixth one' })).rejects.toMatchObject(
      { failure: 'TOO_MANY_REQUESTS' },
    );
    const sixth = await stack.deps.db
      .selectFrom('contactMessage')
      .select('id')
      .where('subject', '=', 'The sixth one')
      .execute();
    expect(sixth).toEqual([]);
    await callFrom('192.0.2.4').support.contact(MESSAGE);
  });
});
