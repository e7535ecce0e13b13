/**
 * Tests the content of PDF documents: scripts, billing details, credit notes and agreements, the public verification
 * codes, and the operator's time zone.
 */
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import {
  SAMPLE_CUSTOMER,
  newAdmin,
  newBooking,
  newBrand,
  newCreator,
  newPackage,
  newPayableCreator,
} from '../../../src/demo/builders.ts';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { drawReceiptPdf } from '../../../src/modules/money/receipts/receipts.pdf.ts';
import { newMember } from '../../support/members.ts';
import { openStack, useStack } from '../../support/stack.ts';
import { withOldFactor } from '../../support/accounts.ts';

const stack = useStack({ COMPANY_NAME: 'Marquee Inc.' });

const NORTHWIND = {
  legalName: 'Beispiel Handels GmbH',
  address: 'Beispielweg 1\n10115 Berlin',
  country: 'DE',
  taxId: 'DE123456789',
};
const STUDIO = { legalName: 'Maya Stone Lda.', address: 'Rua Um 2\n1000 Lisboa', country: 'PT', taxId: 'PT501964843' };

async function readerOf(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true });
  return text;
}

async function textOf(person: SessionUser, path: string): Promise<string> {
  const answer = await (await stack.asBrowser(person))('GET', path);
  expect(answer.statusCode).toBe(200);
  return readerOf(answer.rawPayload);
}

/** Creates a completed booking whose price was split. The brand gets $171.35 back. */
async function splitBooking() {
  const booking = await newBooking(stack.deps, { status: 'completed' });
  await booking.asBrand.disputes.reportProblem({ id: booking.id, problem: 'Half of it is missing.' });
  await booking.asCreator.disputes.proposeSplit({ id: booking.id, creatorAmount: '50.00' });
  await booking.asBrand.disputes.acceptSplit({ id: booking.id, creatorCents: 5_000 });
  await stack.idle();
  return booking;
}

/** Creates a booking that both sides cancelled after the acceptance, with a full refund. */
async function refundedBooking(options: Parameters<typeof newBooking>[1] = {}) {
  const booking = await newBooking(stack.deps, { status: 'accepted', ...options });
  await booking.asBrand.cancellations.request({ id: booking.id, reason: 'The launch was moved.' });
  await booking.asCreator.cancellations.answer({ id: booking.id, answer: 'agree' });
  await stack.idle();
  return booking;
}

describe('a PDF document', () => {
  it.each([
    ['Latin', 'Łódź Żółć Çelik Ğüş Nguyễn'],
    ['Greek', 'Ελένη Παπαδοπούλου'],
    ['Cyrillic', 'Кирилл Їжакевич'],
    ['Hebrew', 'יעל כהן'],
    ['Arabic', 'محمد العربي'],
    ['Japanese', '山田太郎 パッケージ ひらがな'],
    ['Korean', '김민준 스튜디오'],
    ['simplified Chinese', '简体中文 测试'],
    ['traditional Chinese', '李小龍 的套裝'],
    ['Thai', 'สวัสดี'],
    ['Lao', 'ສະບາຍດີ'],
    ['Khmer', 'សុខា ចាន់'],
    ['Burmese', 'အောင်ဆန်း'],
    ['Bengali', 'সুমিত বসু'],
    ['Gujarati', 'મોહનદાસ ગાંધી'],
    ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
    ['Devanagari', 'प्रिया शर्मा'],
    ['Kannada', 'ಕುವೆಂಪು'],
    ['Malayalam', 'ശ്രീജ'],
    ['Sinhala', 'චමරි'],
    ['Tamil', 'கோபால் ஸ்ரீதர்'],
    ['Telugu', 'శ్రీనివాస్'],
    ['Armenian', 'Արամ Խաչատրյան'],
    ['Georgian', 'ნინო გიორგაძე'],
    ['Amharic', 'ጥሩነሽ ዲባባ'],
  ])('contains readable text in %s script', async (_, name) => {
    const creator = await newPayableCreator(stack.deps);
    const packageId = (await newPackage(stack.deps, creator, { name })).id;
    const { id, brand } = await newBooking(stack.deps, { creator, packageId, status: 'accepted' });
    const text = await textOf(brand, `/api/receipts/${id}.pdf`);
    // PDF readers return the words of right-to-left scripts in visual order, and spaces in place of some marks.
    for (const word of name.split(' ')) expect(text.replaceAll(/[^\p{L}\p{M}]/gu, '')).toContain(word);
    expect(text).not.toContain('\uFFFD');
  });

  it('shows a replacement character for characters that no font contains', async () => {
    const creator = await newPayableCreator(stack.deps);
    const packageId = (await newPackage(stack.deps, creator, { name: 'Launch 🚀 ᚠ' })).id;
    const { id, brand } = await newBooking(stack.deps, { creator, packageId, status: 'accepted' });
    expect(await textOf(brand, `/api/receipts/${id}.pdf`)).toContain('Launch 🚀 \uFFFD');
  });

  it.each(['محمد العربي', 'יעל כהן'])('shows the username of %s from left to right', async (fullName) => {
    const creator = await newPayableCreator(stack.deps);
    const packageId = (await newPackage(stack.deps, creator)).id;
    await stack.deps.db.updateTable('workspace').set({ fullName }).where('id', '=', creator.workspaceId).execute();
    const { id, brand } = await newBooking(stack.deps, { creator, packageId, status: 'accepted' });
    const text = await textOf(brand, `/api/receipts/${id}.pdf`);
    expect(text).toContain(`(@${creator.username})`);
  });

  it('does not interpret user-written text as markup', async () => {
    const name = '#read("/etc/passwd") $x^2$ = *bold* _it_ \\ @ref <a> [b] // c';
    const creator = await newPayableCreator(stack.deps);
    const packageId = (await newPackage(stack.deps, creator, { name })).id;
    const { id, brand } = await newBooking(stack.deps, { creator, packageId, status: 'accepted' });
    expect(await textOf(brand, `/api/receipts/${id}.pdf`)).toContain(name);
  });

  it('is tagged for accessibility and has a title and a language', async () => {
    const { id, brand } = await newBooking(stack.deps, { status: 'accepted' });
    const answer = await (await stack.asBrowser(brand))('GET', `/api/receipts/${id}.pdf`);
    const pdf = await getDocumentProxy(new Uint8Array(answer.rawPayload));
    expect((await pdf.getMarkInfo())?.Marked).toBe(true);
    const { info } = await pdf.getMetadata();
    expect(info).toMatchObject({ Title: expect.stringMatching(/^Receipt R-/), Author: 'Marquee Inc.', Language: 'en' });
    expect(JSON.stringify(await (await pdf.getPage(1)).getStructTree())).toContain('"role":"H1"');
  });

  it('continues on more pages if the content is long', async () => {
    const projectDescription = 'Show the jacket on a rainy day. '.repeat(150).trim();
    const { id, brand } = await newBooking(stack.deps, {
      status: 'accepted',
      customer: { ...SAMPLE_CUSTOMER, projectDescription },
    });
    const answer = await (await stack.asBrowser(brand))('GET', `/api/agreements/${id}.pdf`);
    const { totalPages, text } = await extractText(new Uint8Array(answer.rawPayload), { mergePages: true });
    expect(totalPages).toBeGreaterThan(1);
    expect(text.replaceAll(/\s+/g, ' ').split('Show the jacket').length).toBe(151);
  });

  it('is rendered for many simultaneous requests', async () => {
    const { id, brand } = await newBooking(stack.deps, { status: 'accepted' });
    const browser = await stack.asBrowser(brand);
    const answers = await Promise.all(Array.from({ length: 12 }, () => browser('GET', `/api/receipts/${id}.pdf`)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  });
});

describe('a set of billing details', () => {
  it('appears on later documents, which never change afterwards', async () => {
    const creator = await newPayableCreator(stack.deps);
    const brand = await newBrand(stack.deps);
    const before = await newBooking(stack.deps, { creator, brand, status: 'accepted' });
    await stack.as(brand).receipts.saveBilling(NORTHWIND);
    await stack.as(creator).receipts.saveBilling(STUDIO);
    const booking = await newBooking(stack.deps, {
      creator,
      brand,
      status: 'completed',
      customer: { ...SAMPLE_CUSTOMER, purchaseOrder: 'PO-4711' },
    });
    await booking.asBrand.settlements.approve({ id: booking.id });
    await stack.idle();
    await stack.as(brand).receipts.saveBilling({ ...NORTHWIND, legalName: 'Somebody else', taxId: '' });
    await stack.as(brand).profiles.saveName({ fullName: 'Renamed' });
    await stack.as(creator).receipts.saveBilling({ ...STUDIO, legalName: 'Another name' });

    const receipt = await textOf(brand, `/api/receipts/${booking.id}.pdf`);
    for (const said of ['Beispiel Handels GmbH', 'Beispielweg 1', '10115 Berlin', 'Germany', 'DE123456789', 'PO-4711'])
      expect(receipt).toContain(said);
    expect(receipt).not.toMatch(/Somebody else|Renamed|Rua Um/);
    expect(await textOf(brand, `/api/receipts/${before.id}.pdf`)).not.toMatch(/Beispiel Handels|Somebody else/);
    const statement = await textOf(creator, `/api/statements/payouts/${booking.id}.pdf`);
    for (const said of ['Maya Stone Lda.', 'Rua Um 2', 'Portugal', 'PT501964843']) expect(statement).toContain(said);
    expect(statement).not.toMatch(/Another name|Beispielweg|[0-9a-f]{8}-[0-9a-f]{4}/);
  });

  it.each([
    [{ ...NORTHWIND, country: 'XX' }, 'Please choose a country from the list'],
    [{ ...NORTHWIND, legalName: 'a'.repeat(201) }, 'Legal name is 1 character too long. The limit is 200.'],
    [{ ...NORTHWIND, taxId: 'DE\u202E1' }, 'Tax ID must not contain line breaks or invisible characters'],
  ])('is refused with a message if a field is invalid', async (details, sentence) => {
    const brand = await newBrand(stack.deps);
    await expect(stack.as(brand).receipts.saveBilling(details)).rejects.toThrow(sentence);
    expect(await stack.as(brand).receipts.billing()).toEqual({ legalName: '', address: '', country: '', taxId: '' });
  });

  it('is included in the data export and deleted with the account, except on documents', async () => {
    const brand = await newBrand(stack.deps);
    await stack.as(brand).receipts.saveBilling(NORTHWIND);
    const booking = await refundedBooking({ brand });
    const data = await stack.as(brand).personalData.export();
    expect(data.billing).toMatchObject(NORTHWIND);
    expect(data.documents?.map(({ kind }) => kind).toSorted()).toEqual(['agreement', 'credit_note', 'receipt']);
    await stack.as(withOldFactor(brand)).personalData.deleteAccount({ confirmation: 'DELETE' });
    const { rows } = await sql`select from billing_details where workspace_id = ${brand.id}`.execute(stack.deps.db);
    expect(rows).toEqual([]);
    const admin = await newAdmin(stack.deps);
    expect(await textOf(admin, `/api/receipts/${booking.id}.pdf`)).toContain('Beispiel Handels GmbH');
  });
});

describe('the purchase order number of a booking', () => {
  it('can be changed by the brand until the card is charged', async () => {
    const { id, brand, asBrand, asCreator } = await newBooking(stack.deps);
    const viewer = await newMember(stack, brand, 'viewer');
    await expect(stack.as(viewer).bookings.setPurchaseOrder({ id, purchaseOrder: 'PO-0' })).rejects.toMatchObject({
      failure: 'PERMISSION_MISSING',
    });
    const finance = await newMember(stack, brand, 'finance');
    await stack.as(finance).bookings.setPurchaseOrder({ id, purchaseOrder: 'PO-0' });
    const booker = await newMember(stack, brand, 'booker');
    await stack.as(booker).bookings.setPurchaseOrder({ id, purchaseOrder: 'PO-1' });
    await expect(asCreator.bookings.setPurchaseOrder({ id, purchaseOrder: 'PO-2' })).rejects.toThrow();
    await expect(
      stack.as(await newBrand(stack.deps)).bookings.setPurchaseOrder({ id, purchaseOrder: 'PO-3' }),
    ).rejects.toMatchObject({ failure: 'BOOKING_NOT_FOUND' });
    await asCreator.bookings.move({ id, status: 'accepted' });
    await expect(asBrand.bookings.setPurchaseOrder({ id, purchaseOrder: 'PO-4' })).rejects.toMatchObject({
      failure: 'PURCHASE_ORDER_FIXED',
    });
    expect(await textOf(brand, `/api/receipts/${id}.pdf`)).toContain('PO-1');
    expect((await asBrand.bookings.byId({ id })).customer).toMatchObject({ ...SAMPLE_CUSTOMER, purchaseOrder: 'PO-1' });
  });
});

describe('a credit note', () => {
  it('is created for a full refund and for a split, with the refunded amount', async () => {
    const whole = await refundedBooking();
    expect(await whole.asBrand.receipts.creditNote({ id: whole.id })).toMatchObject({
      number: expect.stringMatching(/^C-\d{4}-\d{6}$/),
      receiptNumber: (await whole.asBrand.receipts.byBooking({ id: whole.id })).number,
      amountCents: 22_885,
    });
    const split = await splitBooking();
    const note = await split.asBrand.receipts.creditNote({ id: split.id });
    expect(note.amountCents).toBe(17_135);
    const text = await textOf(split.brand, `/api/credit-notes/${split.id}.pdf`);
    for (const said of [note.number, note.receiptNumber, '$171.35', 'Refunded in part']) expect(text).toContain(said);
    const receipt = await textOf(split.brand, `/api/receipts/${split.id}.pdf`);
    expect(receipt).toContain(`Credit note ${note.number}`);
    expect((await split.asBrand.receipts.list({})).items.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['credit_note', 17_135],
      ['receipt', 22_885],
    ]);
    const csv = await (await stack.asBrowser(split.brand))('GET', `/api/credit-notes/${split.id}.csv`);
    expect(csv.body).toContain(`${note.number},${note.receiptNumber}`);
  });

  it('does not exist without a refund and is visible only to the brand and staff', async () => {
    const paid = await newBooking(stack.deps, { status: 'accepted' });
    await expect(paid.asBrand.receipts.creditNote({ id: paid.id })).rejects.toMatchObject({
      failure: 'RECEIPT_NOT_FOUND',
    });
    const booking = await refundedBooking();
    const people = [null, booking.brand, booking.creator, await newAdmin(stack.deps), await newBrand(stack.deps)];
    const statuses = await Promise.all(
      people.map(
        async (person) =>
          (await (await stack.asBrowser(person))('GET', `/api/credit-notes/${booking.id}.pdf`)).statusCode,
      ),
    );
    expect(statuses).toEqual([401, 200, 404, 200, 404]);
  });

  it('has a number from a sequence without gaps, even with simultaneous refunds', async () => {
    const creator = await newPayableCreator(stack.deps);
    const packageId = (await newPackage(stack.deps, creator)).id;
    const bookings = await Promise.all(
      Array.from({ length: 6 }, () => newBooking(stack.deps, { creator, packageId, status: 'accepted' })),
    );
    for (const { id, asBrand } of bookings)
      await asBrand.cancellations.request({ id, reason: 'The launch was moved.' });
    await Promise.all(bookings.map(({ id, asCreator }) => asCreator.cancellations.answer({ id, answer: 'agree' })));
    await stack.idle();
    const { rows } = await sql<{ kind: string; given: number[] }>`
      select kind, array_agg(number order by number) as given from ledger_document group by kind`.execute(
      stack.deps.db,
    );
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['agreement', 'credit_note', 'payout', 'receipt']);
    for (const { given } of rows) expect(given).toEqual(given.map((_, index) => index + 1));
    const { rows: noted } = await sql<{ refunds: number; notes: number }>`
      select (select count(*)::int from ledger_transaction where kind = 'refund') as refunds,
        (select count(*)::int from ledger_document where kind = 'credit_note') as notes`.execute(stack.deps.db);
    expect(noted[0]?.notes).toBe(noted[0]?.refunds);
    expect(noted[0]?.notes).toBeGreaterThanOrEqual(6);
  });
});

describe('a booking agreement', () => {
  it('is available to both sides after the acceptance, with the terms they agreed on', async () => {
    const creator = await newPayableCreator(stack.deps);
    const brand = await newBrand(stack.deps);
    await stack.as(brand).receipts.saveBilling(NORTHWIND);
    await stack.as(creator).receipts.saveBilling(STUDIO);
    const booking = await newBooking(stack.deps, { creator, brand });
    const { id, asBrand, asCreator, packageId } = booking;
    await expect(asBrand.receipts.agreement({ id })).rejects.toMatchObject({ failure: 'RECEIPT_NOT_FOUND' });
    await asCreator.bookings.move({ id, status: 'accepted' });
    // Later changes to the package do not affect the agreement.
    await sql`update package set name = 'Changed' where id = ${packageId}`.execute(stack.deps.db);

    const text = await textOf(brand, `/api/agreements/${id}.pdf`);
    for (const said of [
      'Beispiel Handels GmbH',
      'Germany',
      'Maya Stone Lda.',
      'Portugal',
      '1 Instagram Reel',
      'Raw footage',
      'Launch of our rain jacket',
      '$199.00',
      '$228.85',
      'By the brand on',
      'By the creator on',
      'UTC',
      '72 hours',
      '5 days',
      'Usage rights are listed above',
    ])
      expect(text).toContain(said);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'If the brand takes longer than 5 days to review a delivered version, the due date moves by the additional time.',
    );
    // The agreement leaves out addresses, because many of them are private homes.
    expect(text).not.toMatch(/Beispielweg|Rua Um|DE123456789|PT501964843|Changed|northwind\.test/);
    expect(await textOf(creator, `/api/agreements/${id}.pdf`)).toBe(text);
    for (const stranger of [await newBrand(stack.deps), await newCreator(stack.deps)])
      expect((await (await stack.asBrowser(stranger))('GET', `/api/agreements/${id}.pdf`)).statusCode).toBe(404);
    expect((await (await stack.asBrowser(null))('GET', `/api/agreements/${id}.pdf`)).statusCode).toBe(401);
  });
});

describe('a verification code', () => {
  const check = (code: string) => stack.as(null).receipts.verify({ code });

  it('reveals the kind, number, day, amount and refund status of a document, and nothing else', async () => {
    const paid = await newBooking(stack.deps, { status: 'completed' });
    await paid.asBrand.settlements.approve({ id: paid.id });
    await stack.idle();
    const split = await splitBooking();
    const whole = await refundedBooking();
    const day = new Date().toISOString().slice(0, 10);
    const receipt = await paid.asBrand.receipts.byBooking({ id: paid.id });
    expect(receipt.check.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    expect(await textOf(paid.brand, `/api/receipts/${paid.id}.pdf`)).toContain(receipt.check.code);
    expect(await check(receipt.check.code)).toEqual({
      kind: 'receipt',
      number: receipt.number,
      day,
      amountCents: 22_885,
      refunded: 'no',
    });
    const refundedOf = async ({ id, asBrand }: typeof paid) =>
      (await check((await asBrand.receipts.byBooking({ id })).check.code))?.refunded;
    expect(await refundedOf(split)).toBe('in part');
    expect(await refundedOf(whole)).toBe('in full');
    const note = await whole.asBrand.receipts.creditNote({ id: whole.id });
    expect(await check(note.check.code)).toEqual({
      kind: 'credit_note',
      number: note.number,
      day,
      amountCents: 22_885,
      refunded: null,
    });
    const payout = await paid.asCreator.receipts.payoutStatement({ id: paid.id });
    expect(await check(payout.check?.code ?? '')).toMatchObject({
      kind: 'payout',
      amountCents: 19_900,
      refunded: null,
    });
    const agreement = await paid.asCreator.receipts.agreement({ id: paid.id });
    expect(await check(agreement.check.code)).toMatchObject({
      kind: 'agreement',
      number: agreement.number,
      refunded: 'no',
    });
    const month = await paid.asCreator.receipts.monthlyStatement({ month: day.slice(0, 7) });
    expect(await check(month.check?.code ?? '')).toEqual({
      kind: 'statement',
      number: day.slice(0, 7),
      day,
      amountCents: 19_900,
      refunded: null,
    });
  });

  it('is accepted in lowercase, without hyphens or with spaces instead', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { status: 'accepted' });
    const { check: checkCode, number } = await asBrand.receipts.byBooking({ id });
    for (const typed of [
      checkCode.code.toLowerCase(),
      checkCode.code.replaceAll('-', ''),
      ` ${checkCode.code.replaceAll('-', ' ')} `,
    ])
      expect(await check(typed)).toMatchObject({ number });
  });

  it('differs on every document and reveals nothing about other bookings', async () => {
    const [one, other] = [
      await newBooking(stack.deps, { status: 'accepted' }),
      await newBooking(stack.deps, { status: 'accepted' }),
    ];
    const [first, second] = await Promise.all(
      [one, other].map(({ id, asBrand }) => asBrand.receipts.byBooking({ id })),
    );
    expect((await check(first?.check.code ?? ''))?.number).toBe(first?.number);
    expect((await check(second?.check.code ?? ''))?.number).toBe(second?.number);
    const { rows } = await sql<{ codes: number; documents: number }>`
      select count(distinct code)::int as codes, count(*)::int as documents from ledger_document`.execute(
      stack.deps.db,
    );
    expect(rows[0]?.codes).toBe(rows[0]?.documents);
  });

  it.each(['AAAA-BBBB-CCCC', 'x', '', '0'.repeat(100), "' or 1=1", 'AAAABBBBCCCCD'])(
    'reveals nothing if it is unknown: %j',
    async (code) => {
      expect(await check(code)).toBeNull();
    },
  );

  it('can be checked 30 times before the visitor is rate limited', async () => {
    const limited = await openStack({ RATE_LIMIT: 'on' });
    try {
      const browser = await limited.stack.asBrowser(null);
      const ask = () =>
        browser('GET', `/trpc/receipts.verify?input=${encodeURIComponent(JSON.stringify({ code: 'AAAABBBBCCCC' }))}`);
      const answers = await Promise.all(Array.from({ length: 31 }, ask));
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30);
      expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
    } finally {
      await limited.close();
    }
  });
});

describe('the operator’s time zone', () => {
  it('determines the dates and numbers on documents, and is named on them', async () => {
    const { stack: far, close } = await openStack({ COMPANY_TIME_ZONE: 'Pacific/Kiritimati' });
    try {
      // This time zone is 14 hours ahead of UTC, so the next day starts there at 10:00 UTC.
      const now = far.deps.now();
      const eve = Date.UTC(now.getUTCFullYear(), 11, 31, 20);
      await far.advance(eve - now.getTime());
      const booking = await newBooking(far.deps, { status: 'completed' });
      await booking.asBrand.settlements.approve({ id: booking.id });
      await far.idle();
      const year = now.getUTCFullYear() + 1;
      const receipt = await booking.asBrand.receipts.byBooking({ id: booking.id });
      expect(receipt.number).toBe(`R-${year}-000001`);
      const text = await readerOf(await drawReceiptPdf(receipt));
      expect(text).toContain(`January 1, ${year}`);
      expect(text).toContain('Pacific/Kiritimati time zone');
      expect((await booking.asCreator.payouts.summary()).months).toEqual([`${year}-01`]);
      const month = await booking.asCreator.receipts.monthlyStatement({ month: `${year}-01` });
      expect(month.netCents).toBe(19_900);
      expect(await far.as(null).receipts.verify({ code: month.check?.code ?? '' })).toMatchObject({
        day: `${year}-01-01`,
      });
      await expect(booking.asCreator.receipts.monthlyStatement({ month: `${year - 1}-12` })).rejects.toMatchObject({
        failure: 'RECEIPT_NOT_FOUND',
      });
    } finally {
      await close();
    }
  });
});

it('refuses to change a stored document', async () => {
  await expect(sql`update ledger_document set facts = '{}'`.execute(stack.deps.db)).rejects.toThrow('append-only');
  await expect(sql`update ledger_document set code = 'AAAABBBBCCCC'`.execute(stack.deps.db)).rejects.toThrow(
    'append-only',
  );
});
