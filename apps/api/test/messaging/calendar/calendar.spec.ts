/** Tests the calendar feed of deadlines at a secret URL. */
import { toDayInZone } from '@marquee/time';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { newBooking } from '../../../src/demo/builders.ts';
import { ONE_DAY_MS } from '../../support/booking-money.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();

const make = async (user: SessionUser) => new URL((await stack.as(user).calendar.createFeed()).address).pathname;
const get = (url: string) => stack.app.inject({ method: 'GET', url });
/** Returns the entries of a calendar by property name, with folded lines joined. */
async function entriesAt(url: string): Promise<Record<string, string>[]> {
  const { body, statusCode } = await get(url);
  expect(statusCode).toBe(200);
  return body
    .replaceAll('\r\n ', '')
    .split('\r\nBEGIN:VEVENT\r\n')
    .slice(1)
    .map((entry) =>
      Object.fromEntries(
        entry
          .split('\r\n')
          .filter((line) => line.includes(':'))
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
      ),
    );
}
const inZone = (person: SessionUser, timeZone: string) =>
  stack.deps.db.updateTable('workspace').set({ timeZone }).where('id', '=', person.workspaceId).execute();

/** Creates a booking in progress and returns it with its deadline. */
async function begun() {
  const booking = await newBooking(stack.deps, { status: 'in_progress' });
  const { dueAt } = await booking.asBrand.bookings.byId({ id: booking.id });
  if (dueAt === null) throw new Error('It is not due');
  return { ...booking, dueAt };
}

describe('a calendar of deadlines', () => {
  it('has one entry per booking, which always shows the user’s next deadline', async () => {
    const booking = await newBooking(stack.deps);
    const { id, asBrand, asCreator } = booking;
    const [creators, brands] = [await make(booking.creator), await make(booking.brand)];
    const [requestEntry] = await entriesAt(creators);
    expect(requestEntry).toMatchObject({
      STATUS: 'CONFIRMED',
      SUMMARY: expect.stringMatching(/^Respond to order: .*\(.+\)$/) as string,
    });
    expect(await entriesAt(brands)).toEqual([]);

    await asCreator.bookings.move({ id, status: 'accepted' });
    expect((await entriesAt(creators))[0]?.['SUMMARY']).toMatch(/^Start work: /);
    await asCreator.bookings.move({ id, status: 'in_progress' });
    const [due] = await entriesAt(creators);
    expect(due?.['SUMMARY']).toMatch(/^Due: /);
    expect([due?.['UID'], Number(due?.['SEQUENCE']) > Number(requestEntry?.['SEQUENCE'])]).toEqual([
      requestEntry?.['UID'],
      true,
    ]);
    expect(due?.['URL;VALUE=URI']).toContain(`/booking-details?bookingId=${id}`);
    const { dueAt } = await asBrand.bookings.byId({ id });
    expect(due?.['DTSTART;VALUE=DATE']).toBe(dueAt?.toISOString().slice(0, 10).replaceAll('-', ''));

    await asCreator.bookings.move({ id, status: 'completed', delivery: { note: 'Done', links: [] } });
    expect(await entriesAt(creators)).toEqual([]);
    expect((await entriesAt(brands))[0]?.['SUMMARY']).toMatch(/^Review work: /);
  });

  it('shows the planned delivery day of a deliverable until the creator sends it', async () => {
    const { id, asCreator, brand, dueAt } = await begun();
    const [item] = (await asCreator.deliveries.byBooking({ id })).items;
    const day = toDayInZone(dueAt, null);
    await asCreator.deliveries.plan({ id, days: [{ deliverableId: item?.id ?? '', day }] });
    const calendar = await make(brand);
    expect((await entriesAt(calendar)).map((entry) => [entry['SUMMARY'], entry['DTSTART;VALUE=DATE']])).toContainEqual([
      expect.stringContaining(`Deliverable: ${item?.title}`),
      day.replaceAll('-', ''),
    ]);
    const sent = { deliverableId: item?.id ?? '', number: 1, note: 'Here it is', links: [], files: [] };
    await asCreator.deliveries.send(sent);
    expect((await entriesAt(calendar)).map((entry) => entry['SUMMARY'])).toEqual([expect.stringMatching(/^Due: /)]);
  });

  it('shows each deadline on its day in the user’s time zone', async () => {
    const booking = await newBooking(stack.deps, { status: 'in_progress' });
    await stack.deps.db
      .updateTable('booking')
      .set({ dueAt: new Date('2031-03-14T23:30:00Z') })
      .where('id', '=', booking.id)
      .execute();
    await inZone(booking.creator, 'Asia/Tokyo');
    await inZone(booking.brand, 'America/Los_Angeles');
    const dayFor = async (user: SessionUser) => (await entriesAt(await make(user)))[0]?.['DTSTART;VALUE=DATE'];
    expect([await dayFor(booking.creator), await dayFor(booking.brand)]).toEqual(['20310315', '20310314']);
  });

  it('shows the deadline of a cancelled booking as cancelled for a month before removing it', async () => {
    const { id, creator, asBrand, asCreator } = await newBooking(stack.deps, { status: 'in_progress' });
    const url = await make(creator);
    const [before] = await entriesAt(url);
    await asBrand.cancellations.request({ id, reason: 'We stopped' });
    await asCreator.cancellations.answer({ id, answer: 'agree' });
    expect((await entriesAt(url))[0]).toMatchObject({ UID: before?.['UID'], STATUS: 'CANCELLED' });
    await stack.pass(31 * ONE_DAY_MS);
    expect(await entriesAt(url)).toEqual([]);
  });

  it('escapes text that users typed', async () => {
    const booking = await newBooking(stack.deps, { status: 'in_progress' });
    const packageName = 'A; B, C\\n\u202eBEGIN:VEVENT é 漢';
    await stack.deps.db.updateTable('booking').set({ packageName }).where('id', '=', booking.id).execute();
    const entries = await entriesAt(await make(booking.creator));
    expect(entries).toHaveLength(1);
    expect(entries[0]?.['SUMMARY']).toContain('A\\; B\\, C\\\\n');
  });

  it('does not make days busy, and follows RFC 5545 with and without deadlines', async () => {
    const { id, brand, creator, asCreator } = await newBooking(stack.deps);
    const [creators, brands] = [await make(creator), await make(brand)];
    const expectValid = async (url: string) => {
      const { body } = await get(url);
      const lines = body.split('\r\n');
      expect(lines[0]).toBe('BEGIN:VCALENDAR');
      expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
      expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      const open: string[] = [];
      const components = new Set<string>();
      for (const line of body
        .replaceAll(/\r\n[ \t]/g, '')
        .split('\r\n')
        .slice(0, -1)) {
        const [, name = '', value = ''] = /^([A-Z-]+)(?:;[A-Z-]+=[A-Z-]+)*:(.*)$/.exec(line) ?? [];
        expect(name, line).not.toBe('');
        if (name === 'BEGIN') components.add(value);
        if (name === 'BEGIN') open.push(value);
        if (name === 'END') expect(open.pop()).toBe(value);
      }
      expect(open).toEqual([]);
      return components;
    };
    // Nothing is due for the brand before the creator has accepted.
    expect([...(await expectValid(brands))]).toEqual(['VCALENDAR', 'VTIMEZONE', 'STANDARD']);
    expect([...(await expectValid(creators))]).toEqual(['VCALENDAR', 'VEVENT']);
    await asCreator.bookings.move({ id, status: 'accepted' });
    await asCreator.bookings.move({ id, status: 'in_progress' });
    const [item] = (await asCreator.deliveries.byBooking({ id })).items;
    await asCreator.deliveries.plan({
      id,
      days: [{ deliverableId: item?.id ?? '', day: toDayInZone(stack.deps.now(), null) }],
    });
    await stack.deps.db
      .updateTable('booking')
      .set({ packageName: '漢字 é😀 '.repeat(20) })
      .where('id', '=', id)
      .execute();
    await expectValid(brands);
    expect((await entriesAt(brands)).map((entry) => entry['TRANSP'])).toEqual(['TRANSPARENT', 'TRANSPARENT']);
  });
});

describe('the calendar URL', () => {
  it('is stored only as a hash, and can be replaced and revoked by the user', async () => {
    const { creator } = await newBooking(stack.deps);
    const { calendar } = stack.as(creator);
    expect(await calendar.feed()).toBeNull();
    const first = await make(creator);
    expect(await calendar.feed()).toMatchObject({ createdAt: expect.any(Date) as Date });
    const { rows } = await stack.deps.pool.query<{ row: string }>(
      'select calendar_feed::text as row from calendar_feed',
    );
    const token = first.split('/').at(-1)?.replace('.ics', '') ?? '';
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
    expect((await get(first)).headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
    });
    const second = await make(creator);
    expect([(await get(first)).statusCode, (await get(second)).statusCode]).toEqual([404, 200]);
    await calendar.revokeFeed();
    expect([(await get(second)).statusCode, await calendar.feed()]).toEqual([404, null]);
    for (const wrong of ['/calendar/.ics', '/calendar/x', '/calendar/a%20b.ics', `/calendar/${'a'.repeat(65)}.ics`])
      expect((await get(wrong)).statusCode).toBe(404);
  });

  it('does not work while its owner is suspended', async () => {
    const { creator } = await newBooking(stack.deps);
    const url = await make(creator);
    await stack.deps.db
      .updateTable('workspace')
      .set({ suspendedAt: new Date(), suspendedReason: 'A test' })
      .where('id', '=', creator.workspaceId)
      .execute();
    expect((await get(url)).statusCode).toBe(404);
  });
});
