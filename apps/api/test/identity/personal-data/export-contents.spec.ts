/** Tests what the export of a person's data contains, and what it leaves out. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newBooking, newBrand } from '../../../src/demo/builders.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();

it('exports cancellation requests, but only the user’s own statements from disputes', async () => {
  const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'in_progress' });
  await asBrand.cancellations.request({ id, reason: 'The launch was moved.' });
  await asCreator.cancellations.answer({ id, answer: 'dispute', statement: 'I have filmed everything.' });
  await asBrand.disputes.addStatement({ id, text: 'Nothing was sent to us.' });
  const brand = await asBrand.personalData.export();
  expect(brand.cancellations).toMatchObject([{ bookingId: id, reason: 'The launch was moved.', outcome: 'disputed' }]);
  expect(brand.disputes).toMatchObject([
    {
      bookingId: id,
      kind: 'cancellation',
      statements: [{ text: 'The launch was moved.' }, { text: 'Nothing was sent to us.' }],
    },
  ]);
  const creator = await asCreator.personalData.export();
  expect(creator.cancellations).toEqual([]);
  expect(creator.disputes).toMatchObject([{ bookingId: id, statements: [{ text: 'I have filmed everything.' }] }]);
});

it('exports the names of delivered files', async () => {
  const { id, creator, asBrand, asCreator } = await newBooking(stack.deps, { status: 'in_progress' });
  const { id: deliverableId } = await stack.deps.db
    .insertInto('deliverable')
    .values({ bookingId: id, position: 20, title: 'One more Reel' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await stack.deps.db
    .insertInto('delivery')
    .values({
      deliverableId,
      number: 1,
      note: '',
      links: [],
      sentAt: stack.deps.now(),
      reviewBy: stack.deps.now(),
      remarks: '[]',
    })
    .execute();
  await stack.deps.db
    .insertInto('file')
    .values({
      authorWorkspaceId: creator.workspaceId,
      deliverableId,
      number: 1,
      name: 'cut.mp4',
      bytes: 1,
      uploadKey: 'cut',
      startedAt: stack.deps.now(),
      finishedAt: stack.deps.now(),
      parts: 1,
      sha256: 'a'.repeat(64),
    })
    .execute();
  for (const side of [asBrand, asCreator])
    expect((await side.personalData.export()).deliveries).toMatchObject([
      { title: 'One more Reel', files: ['cut.mp4'] },
    ]);
});

it('exports a calendar feed and push subscriptions without their secret URLs', async () => {
  const user = await newBrand(stack.deps);
  const { address } = await stack.as(user).calendar.createFeed();
  await stack.asBrowser(user);
  const endpoint = 'https://push.example.test/send/1234567890';
  await sql`
    insert into push_subscription (person_id, session_hash, endpoint, p256dh, auth, created_at)
    select person_id, id_hash, ${endpoint}, ${'A'.repeat(87)}, ${'B'.repeat(22)}, ${stack.deps.now()} from session
    where person_id = ${user.id}`.execute(stack.deps.db);
  const exported = await stack.as(user).personalData.export();
  expect(exported.calendarFeed).toEqual({ createdAt: expect.any(Date) as Date });
  expect(exported.devices).toEqual([{ createdAt: expect.any(Date) as Date }]);
  expect(JSON.stringify(exported)).not.toContain(address.split('/').at(-1));
  expect(JSON.stringify(exported)).not.toContain(endpoint);
});
