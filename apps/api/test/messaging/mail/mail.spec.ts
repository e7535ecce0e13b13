/** Tests that emails are sent once, to the right person and with the right content, against a real mail server. */
import type { PersonId } from '@marquee/contracts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../src/core/unit-of-work.ts';
import { newBooking, newBrand, newCreator, newPackage, newPayableCreator } from '../../../src/demo/builders.ts';
import { sendMail, type MailEnvelope } from '../../../src/modules/messaging/mail/mail.service.ts';
import {
  renderMail,
  type MailDataByKind,
  type NonEventMailDataByKind,
} from '../../../src/modules/messaging/mail/mail.templates.ts';
import { ONE_DAY_MS } from '../../support/booking-money.ts';
import { startMailbox } from '@marquee/mailbox';
import { openMailGateway } from '../../../src/gateways/mail.ts';
import { useStack } from '../../support/stack.ts';
import { withOldFactor } from '../../support/accounts.ts';

const stack = useStack(
  { OPERATOR_EMAIL: 'team@marquee.test', MAIL_FROM: 'Marquee <hello@marquee.test>' },
  { mailbox: true },
);

const owe = <K extends keyof NonEventMailDataByKind>(
  mail: Omit<MailEnvelope, 'at'> & { kind: K; data: NonEventMailDataByKind[K] },
) => inTransaction(stack.deps, (tx) => sendMail(tx, { ...mail, at: stack.deps.now() }));
let counter = 0;
const newAddress = () => `reader-${counter++}@example.test`;
const contactMessage: MailDataByKind['contact_message'] = {
  name: 'Nora',
  email: 'nora@example.test',
  company: '',
  subject: 'A question',
  category: 'Bug Report',
  message: 'Where is <b>it</b>?',
};

const BOOKING = {
  viewer: 'brand',
  bookingId: 'b1',
  packageName: 'Reel',
  creatorName: 'Maya',
  brandName: 'Fjord',
  priceCents: 10_000,
  totalCents: 11_500,
  acceptBy: null,
  dueAt: null,
  releaseAt: null,
  cancelReason: null,
  declineReason: null,
  moveNote: null,
  deliveryNote: null,
  deliveryLinks: [],
} as const;

describe('an email', () => {
  it('has the configured sender, a text and an HTML body, and its database id as the Message-ID', async () => {
    const user = await newBrand(stack.deps, { fullName: 'Fjord Coffee' });
    await owe({ kind: 'password_changed', subject: 'a', to: { personId: user.id }, data: { fullName: user.fullName } });
    const [mail, ...others] = await stack.mailsTo(user.email);
    expect(others).toEqual([]);
    const { id } = await stack.deps.db
      .selectFrom('mail')
      .select('id')
      .where('personId', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(mail).toMatchObject({
      from: 'Marquee <hello@marquee.test>',
      subject: 'Your password was changed',
      messageId: `<${id}@localhost>`,
    });
    expect(mail?.text).toContain('Hello Fjord Coffee');
    expect(mail?.html).toContain('Hello Fjord Coffee');
    expect(mail?.links.some((link) => link.startsWith(`${stack.deps.env.PUBLIC_URL}/secure-account#token=`))).toBe(
      true,
    );
    expect(mail?.text).toContain('because this address belongs to a Marquee account');
  });

  it('is sent once per kind, deduplication key and recipient, even if it is enqueued repeatedly or simultaneously', async () => {
    const [one, other] = [await newBrand(stack.deps), await newBrand(stack.deps)];
    const owed = (personId: PersonId, subject: string) =>
      owe({ kind: 'password_changed', subject, to: { personId }, data: { fullName: 'X' } });
    await Promise.all([
      ...Array.from({ length: 6 }, () => owed(one.id, 's1')),
      owed(one.id, 's2'),
      owed(other.id, 's1'),
    ]);
    await owed(one.id, 's1');
    expect(await stack.mailsTo(one.email)).toHaveLength(2);
    expect(await stack.mailsTo(other.email)).toHaveLength(1);
  });

  it('is not sent if the transaction that enqueues it is rolled back', async () => {
    const user = await newBrand(stack.deps);
    const change = inTransaction(stack.deps, async (tx) => {
      await sendMail(tx, {
        kind: 'password_changed',
        subject: 'x',
        to: { personId: user.id },
        data: { fullName: 'X' },
        at: stack.deps.now(),
      });
      throw new Error('no');
    });
    await expect(change).rejects.toThrow('no');
    expect(await stack.mailsTo(user.email)).toEqual([]);
  });

  it('is no longer stored with its content and address once it is sent', async () => {
    const to = newAddress();
    await owe({ kind: 'contact_received', subject: to, to: { address: to }, data: { category: 'Bug Report' } });
    expect(await stack.mailsTo(to)).toHaveLength(1);
    const row = await stack.deps.db.selectFrom('mail').selectAll().where('subject', '=', to).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ data: null, address: null, droppedAt: null, sentAt: expect.any(Date) as Date });
    const { rows } = await sql<{
      text: string;
    }>`select payload::text as text from job`.execute(stack.deps.db);
    expect(JSON.stringify(rows)).not.toContain(to);
  });

  it('is sent by a retry if the mail server was down', async () => {
    const smtp = await startMailbox({ dir: null });
    const gone = openMailGateway({ ...stack.deps.env, SMTP_URL: smtp.smtpUrl });
    await smtp.stop();
    const deps = stack.deps as { mail: typeof gone };
    const working = deps.mail;
    const to = newAddress();
    const jobs = async () =>
      (
        await sql<{
          lastError: string | null;
        }>`select last_error from job where last_error is not null`.execute(stack.deps.db)
      ).rows;
    deps.mail = gone;
    // Restarts the worker so that it uses the replaced mail gateway. Its first attempt fails and is followed by
    // another.
    await stack.stopWorker();
    await stack.startWorker();
    await owe({ kind: 'contact_received', subject: to, to: { address: to }, data: { category: 'Bug Report' } });
    await expect.poll(jobs).toHaveLength(1);
    deps.mail = working;
    await stack.stopWorker();
    await stack.startWorker();
    await sql`update job set run_at = now() where last_error is not null`.execute(stack.deps.db);
    expect(await stack.mailsTo(to)).toHaveLength(1);
  });

  it('is dropped if the mail server rejects it permanently, without blocking other emails', async () => {
    const [bounce, to] = [`bounce+${counter}@example.test`, newAddress()];
    await owe({ kind: 'contact_received', subject: bounce, to: { address: bounce }, data: { category: 'Bug Report' } });
    await owe({ kind: 'contact_received', subject: to, to: { address: to }, data: { category: 'Bug Report' } });
    expect(await stack.mailsTo(to)).toHaveLength(1);
    const row = await stack.deps.db
      .selectFrom('mail')
      .select(['sentAt', 'droppedAt'])
      .where('subject', '=', bounce)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ sentAt: null, droppedAt: expect.any(Date) as Date });
  });

  it('is not sent more than three days after the event that it reports', async () => {
    const to = newAddress();
    const at = new Date(stack.deps.now().getTime() - 73 * 3_600_000);
    await inTransaction(stack.deps, (tx) =>
      sendMail(tx, { kind: 'contact_received', subject: to, to: { address: to }, data: { category: 'x' }, at }),
    );
    expect(await stack.mailsTo(to)).toEqual([]);
  });

  it('is sent to the operator for a message from the contact page, with the visitor’s address as Reply-To', async () => {
    await owe({ kind: 'contact_message', subject: 'm1', to: 'operator', data: contactMessage });
    const [mail] = await stack.mailsTo('team@marquee.test');
    expect(mail).toMatchObject({ subject: '[Bug Report] A question', replyTo: 'nora@example.test' });
    expect(mail?.text).toContain('Where is <b>it</b>?');
    expect(mail?.html).toContain('Where is &lt;b&gt;it&lt;/b&gt;?');
  });
});

describe('the content of an email', () => {
  const place = {
    publicUrl: 'https://marquee.example',
    link: 'https://marquee.example/verify-email#token=t',
    isStranger: false,
    timeZone: null,
    now: new Date('2026-11-25T14:05:00.000Z'),
  };
  const evil = '"><script>alert(1)</script>\r\nBcc: everybody@example.test';

  it('escapes user-written text in HTML and contains no line breaks in the subject', () => {
    const mails = [
      renderMail(
        {
          kind: 'contact_message',
          data: { ...contactMessage, subject: evil, name: evil, message: evil, category: evil, company: evil },
        },
        place,
      ),
      renderMail({ kind: 'password_changed', data: { fullName: evil } }, place),
      renderMail({ kind: 'email_change_asked', data: { fullName: 'Maya', email: evil } }, place),
    ];
    for (const { html, subject } of mails) {
      expect(html).not.toContain('<script');
      expect(subject).not.toMatch(/[\r\n]/);
    }
  });

  it('does not greet the user by a name that contains a domain', () => {
    const greeting = (fullName: string) => renderMail({ kind: 'reset_password', data: { fullName } }, place).text;
    expect(greeting('Win at casino.example now')).not.toContain('casino');
    expect(greeting('Maya Lindqvist')).toContain('Hello Maya Lindqvist,\n\nWe received a request to reset your');
  });

  it('links only to the configured public URL', () => {
    const data = {
      ...BOOKING,
      acceptBy: '2026-11-28T14:05:00.000Z',
      actor: 'brand',
      actorName: null,
      event: { totalCents: 11_500 },
    } as const;
    const { html, text } = renderMail({ kind: 'payment.authorized', data }, place);
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => new URL(href ?? '').origin);
    expect(new Set(links)).toEqual(new Set(['https://marquee.example']));
    expect(text).toContain('https://marquee.example/booking-details?bookingId=b1');
    expect(text).toContain('Nov 28, 2:05 PM (in 3 days)');
    expect(text).toContain('All times are in UTC.');
    expect(text).toContain('$115.00');
  });

  it('includes the creator’s delivery note and links', () => {
    const data = {
      ...BOOKING,
      releaseAt: '2026-11-28T14:05:00.000Z',
      deliveryNote: 'Two cuts.',
      deliveryLinks: ['https://example.com/reel'],
      actor: 'creator',
      actorName: null,
      event: { from: 'in_progress', to: 'completed' },
    } as const;
    const { text } = renderMail({ kind: 'booking.moved', data }, place);
    expect(text).toContain('Maya wrote: “Two cuts.”');
    expect(text).toContain('https://example.com/reel');
  });

  it('shows times in the recipient’s time zone, or in UTC if it is unknown', () => {
    const data: MailDataByKind['booking.moved'] = {
      ...BOOKING,
      viewer: 'creator',
      dueAt: '2026-11-28T14:05:00.000Z',
      actor: 'creator',
      actorName: null,
      event: { from: 'accepted', to: 'in_progress' },
    };
    const due = (timeZone: string | null) => {
      const { text } = renderMail({ kind: 'booking.moved', data }, { ...place, timeZone });
      return [/^Due: (.*)$/m.exec(text)?.[1], /^All times are in (.*)\.$/m.exec(text)?.[1]];
    };
    expect(due('America/New_York')).toEqual(['Nov 28, 9:05 AM (in 3 days)', 'Eastern Time']);
    expect(due('Asia/Tokyo')).toEqual(['Nov 28, 11:05 PM (in 3 days)', 'Japan Standard Time']);
    expect(due(null)).toEqual(['Nov 28, 2:05 PM (in 3 days)', 'UTC']);
  });

  it('tells each side the next step of an accepted booking, with the deadline in their own time zone', async () => {
    const [creator, brand] = [await newPayableCreator(stack.deps), await newBrand(stack.deps)];
    await stack.deps.db.updateTable('person').set({ timeZone: 'Asia/Tokyo' }).where('id', '=', brand.id).execute();
    const { id } = await newBooking(stack.deps, { creator, brand, status: 'accepted' });
    const { acceptedAt, deliveryDays, windows } = await stack.deps.db
      .selectFrom('booking')
      .select(['acceptedAt', 'deliveryDays', 'windows'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const startBy = (acceptedAt?.getTime() ?? 0) + windows.startDays * ONE_DAY_MS;
    const days = (at: number, timeZone: string) =>
      new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone }).format(at);
    for (const [email, zone, named] of [
      [creator.email, 'UTC', 'UTC'],
      [brand.email, 'Asia/Tokyo', 'Japan Standard Time'],
    ] as const) {
      const text = (await stack.mailsTo(email)).find(({ subject }) => subject.includes('accepted'))?.text ?? '';
      expect(text).toMatch(new RegExp(`by ${days(startBy, zone)}, \\d+:\\d\\d [AP]M \\(in \\d+ days\\)`));
      expect(text).toContain(`All times are in ${named}.`);
      expect(text).toContain(`due by ${days(startBy + deliveryDays * ONE_DAY_MS, zone)}`);
      expect(text).toMatch(new RegExp(`^Starts? by: ${days(startBy, zone)}`, 'm'));
      expect(text).toMatch(new RegExp(`^Delivery: ${deliveryDays} days? after`, 'm'));
    }
  });
});

describe('the owner of an email address that another user entered', () => {
  const ADVERT = 'You won 500 dollars at casino-example today';

  it('gets no text typed by that user in emails about the account', async () => {
    const email = newAddress();
    const browser = await stack.asBrowser(null);
    const password = 'quiet-otters-7';
    await browser('POST', '/api/auth/register', { fullName: ADVERT, email, userType: 'brand', password });
    await browser('POST', '/api/auth/login', { email, password });
    const trpc = (path: string, input: object = {}) => browser('POST', `/trpc/${path}`, input);
    await trpc('auth.forgotPassword', { email });
    await trpc('auth.resendVerification');
    await trpc('auth.changePassword', { password: 'other-otters-8' });
    const other = `casino-${newAddress()}`;
    await trpc('auth.changeEmail', { email: other });
    const [change] = await stack.mailsTo(other);
    await stack.idle();
    const token = new URLSearchParams(new URL(change?.links[0] ?? '').hash.slice(1)).get('token');
    expect((await trpc('auth.confirmEmail', { token, change: true })).statusCode).toBe(200);
    const sent = await stack.mailsTo(email);
    expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
      'Confirm your email address',
      'Confirm your email address',
      'Reset your password',
      'Your email address is about to change',
      'Your email address was changed',
      'Your password was changed',
    ]);
    for (const { subject, text, html } of [...sent, ...(change ? [change] : [])]) {
      expect(subject + text + html, subject).not.toMatch(/casino-example|500 dollars/);
      if (sent.some((mail) => mail.subject === subject)) expect(text, subject).not.toContain('casino');
    }
  });

  it('gets no text typed by that user in the email about the account’s deletion', async () => {
    const user = await newBrand(stack.deps, { fullName: ADVERT, emailVerified: false });
    await stack.as(withOldFactor(user)).personalData.deleteAccount({ confirmation: 'DELETE' });
    const [goodbye] = await stack.mailsTo(user.email);
    expect(goodbye?.subject).toBe('Your account was deleted');
    expect(goodbye?.text).not.toContain('casino');
  });

  it('gets no text typed by that user in emails about a booking', async () => {
    const creator = await newPayableCreator(stack.deps, { fullName: ADVERT });
    const pack = await newPackage(stack.deps, creator, { name: ADVERT });
    const brand = await newBrand(stack.deps, { fullName: 'Fjord Coffee', emailVerified: false });
    const { id } = await newBooking(stack.deps, { creator, brand, packageId: pack.id, status: 'accepted' });
    await stack.as(creator).cancellations.request({ id, reason: ADVERT });
    const declined = await newBooking(stack.deps, { creator, brand, packageId: pack.id });
    await declined.asCreator.bookings.move({ id: declined.id, status: 'cancelled', note: ADVERT });
    const sent = await stack.mailsTo(brand.email);
    expect(sent.map(({ subject }) => subject)).toContain('Order accepted');
    expect(sent.length).toBeGreaterThanOrEqual(6);
    for (const { subject, text, html } of sent) expect(subject + text + html, subject).not.toContain('casino');
  });
});

describe('an email about a booking to an unverified address', () => {
  const place = { publicUrl: 'https://marquee.example', link: null, isStranger: true, timeZone: null, now: new Date() };
  const advert = 'You won 500 dollars at casino-example today';
  const base = {
    ...BOOKING,
    creatorName: advert,
    brandName: advert,
    packageName: advert,
    actorName: `Kim for ${advert}`,
  };
  const title = { title: advert, number: 2 };

  it.each([
    ['a sent deliverable', { kind: 'delivery.sent', data: { ...base, actor: 'creator', event: title } }],
    ['an approved deliverable', { kind: 'delivery.approved', data: { ...base, actor: 'brand', event: title } }],
    [
      'requested changes',
      { kind: 'delivery.changes_asked', data: { ...base, actor: 'brand', event: { ...title, changeRequest: advert } } },
    ],
    [
      'the end of usage rights',
      {
        kind: 'booking.rights_reminded',
        data: { ...base, actor: null, event: { rights: advert, endsAt: '2026-11-28T14:05:00.000Z' } },
      },
    ],
  ] as const)('contains no user-written text when it reports %s', (_, mail) => {
    const { subject, text, html } = renderMail(mail, place);
    expect(subject + text + html).not.toContain('casino');
  });
});

describe('an app without a mail server', () => {
  let none: Awaited<ReturnType<typeof newCreator>>;
  beforeAll(async () => {
    const deps: { mail: typeof stack.deps.mail } = stack.deps;
    const working = deps.mail;
    deps.mail = { send: null, close: () => {} };
    await stack.stopWorker();
    await stack.startWorker();
    none = await newCreator(stack.deps, { emailVerified: false });
    await stack.idle();
    deps.mail = working;
  });

  it('drops emails without storing their content', async () => {
    const row = await stack.deps.db
      .selectFrom('mail')
      .select(['data', 'droppedAt'])
      .where('personId', '=', none.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ data: null, droppedAt: expect.any(Date) as Date });
  });
});
