/**
 * Tests receipts and statements: numbers without gaps, amounts from the ledger, access, and machine-readable files.
 */
import { toCsv, formatDollars } from '@marquee/money';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { unzipSync } from 'fflate';
import { extractText } from 'unpdf';
import { describe, expect, it } from 'vitest';
import {
  newAdmin,
  newAdminWithoutFactor,
  newBooking,
  newBrand,
  newCreator,
  newPackage,
  newPayableCreator,
} from '../../../src/demo/builders.ts';
import { insertDocuments } from '../../../src/modules/money/ledger/documents.sql.ts';
import { getIssuer } from '../../../src/core/issuer.ts';
import { inTransaction } from '../../../src/core/unit-of-work.ts';
import { UNKNOWN_ID } from '../../support/responses.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack({
  COMPANY_NAME: 'Marquee Inc.',
  COMPANY_ADDRESS: '1 Example Street; 10001 New York',
  COMPANY_TAX_ID: '12-3456789',
});

async function paidBooking() {
  const booking = await newBooking(stack.deps, { status: 'completed' });
  await booking.asBrand.settlements.approve({ id: booking.id });
  await stack.idle();
  return booking;
}

async function pdfText(response: LightMyRequestResponse): Promise<string> {
  expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  const { text } = await extractText(new Uint8Array(response.rawPayload), { mergePages: true });
  return text;
}

/** Returns the cells of a CSV file without quoted values. */
const cells = (response: LightMyRequestResponse) =>
  response.body
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','));

describe('the receipt of a booking', () => {
  it('lists the price, the fee and the total in a PDF and in a CSV file', async () => {
    const { id, brand, creator } = await paidBooking();
    const browser = await stack.asBrowser(brand);
    const [listed] = (await stack.as(brand).receipts.list({})).items;
    expect(listed).toMatchObject({ bookingId: id, kind: 'receipt', amountCents: 22_885, refundedCents: 0 });

    const pdf = await browser('GET', `/api/receipts/${id}.pdf`);
    expect(pdf.statusCode).toBe(200);
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="receipt-${listed?.number}.pdf"`,
    });
    const text = await pdfText(pdf);
    for (const part of [
      'Marquee Inc.',
      '1 Example Street',
      '10001 New York',
      'Tax ID 12-3456789',
      listed?.number ?? '',
      brand.email,
      'Paid',
      'Visa ending in 4242',
      'Platform fee (15%)',
      'UTC time zone',
      `(@${creator.username})`,
      '$199.00',
      '$29.85',
      '$228.85',
      'No tax was charged.',
    ]) {
      expect(text.replaceAll('\n', ' ')).toContain(part);
    }
    expect(text).not.toContain('Refunded');
    // The money is already paid out, so the receipt must not call it held.
    expect(text).not.toContain('holds the payment');

    const csv = cells(await browser('GET', `/api/receipts/${id}.csv`));
    expect(csv.map((row) => [row[1], row[5]])).toEqual([
      ['type', 'amount_usd'],
      ['line', '199.00'],
      ['line', '29.85'],
      ['total', '228.85'],
      ['net', '228.85'],
    ]);
  });

  it('shows the refund and the remaining amount', async () => {
    const booking = await newBooking(stack.deps, { status: 'completed' });
    await booking.asBrand.disputes.reportProblem({ id: booking.id, problem: 'Half of it is missing.' });
    await booking.asCreator.disputes.proposeSplit({ id: booking.id, creatorAmount: '50.00' });
    await booking.asBrand.disputes.acceptSplit({ id: booking.id, creatorCents: 5_000 });
    await stack.idle();
    const receipt = await booking.asBrand.receipts.byBooking({ id: booking.id });
    expect(receipt).toMatchObject({
      totalCents: 22_885,
      netCents: 5_750,
      taxLines: [],
      refunds: [{ amountCents: 17_135 }],
    });
    const refunds = (await stack.stripe.objects('refund')).filter(
      (refund) => refund.metadata?.['bookingId'] === booking.id,
    );
    expect(receipt.refunds.map((refund) => refund.stripeObjectId)).toEqual(refunds.map((refund) => refund.id));
    const text = await pdfText(await (await stack.asBrowser(booking.brand))('GET', `/api/receipts/${booking.id}.pdf`));
    expect(text).toContain('-$171.35');
    expect(text).toContain('$57.50');
  });

  it('exists as soon as the card is charged, and not before', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps);
    await expect(asBrand.receipts.byBooking({ id })).rejects.toMatchObject({ failure: 'RECEIPT_NOT_FOUND' });
    await asCreator.bookings.move({ id, status: 'accepted' });
    expect((await asBrand.receipts.byBooking({ id })).number).toMatch(/^R-\d{4}-\d{6}$/);
  });

  it('is visible only to the brand and staff, and payout statements only to the creator and staff', async () => {
    const { id, brand, creator } = await paidBooking();
    const admin = await newAdmin(stack.deps);
    const statuses = async (path: string) =>
      Promise.all(
        [null, brand, creator, admin, await newBrand(stack.deps), await newCreator(stack.deps)].map(
          async (person) => (await (await stack.asBrowser(person))('GET', path)).statusCode,
        ),
      );
    for (const form of ['pdf', 'csv']) {
      expect(await statuses(`/api/receipts/${id}.${form}`)).toEqual([401, 200, 404, 200, 404, 404]);
      expect(await statuses(`/api/statements/payouts/${id}.${form}`)).toEqual([401, 404, 200, 200, 404, 404]);
    }
    const month = new Date().toISOString().slice(0, 7);
    expect(await statuses(`/api/statements/months/${month}.pdf`)).toEqual([401, 404, 200, 404, 404, 404]);
    // The year 0000 is invalid.
    expect(await statuses('/api/statements/months/0000-01.pdf')).toEqual([401, 400, 400, 400, 400, 400]);
    // The statement contains only the caller's own payouts.
    expect(
      (
        await (
          await stack.asBrowser(await newCreator(stack.deps))
        )('GET', `/api/statements/months/${month}.pdf?creatorId=${creator.id}`)
      ).statusCode,
    ).toBe(404);
    expect(
      (await (await stack.asBrowser(admin))('GET', `/api/statements/months/${month}.pdf?creatorId=${creator.id}`))
        .statusCode,
    ).toBe(200);
  });

  it('is not visible to staff without a second factor, nor are agreements and payout statements', async () => {
    const { id, creator } = await paidBooking();
    const browser = await stack.asBrowser(await newAdminWithoutFactor(stack.deps));
    const month = new Date().toISOString().slice(0, 7);
    for (const path of [
      `/api/receipts/${id}.pdf`,
      `/api/agreements/${id}.pdf`,
      `/api/statements/payouts/${id}.pdf`,
      `/api/statements/months/${month}.pdf?creatorId=${creator.id}`,
    ])
      expect([path, (await browser('GET', path)).statusCode]).toEqual([path, 404]);
  });

  it('is written to the audit log each time staff read it, but not when its own parties do', async () => {
    const { id, brand, creator } = await paidBooking();
    const admin = await newAdmin(stack.deps);
    const month = new Date().toISOString().slice(0, 7);
    await stack.as(brand).receipts.byBooking({ id });
    await stack.as(brand).receipts.agreement({ id });
    await stack.as(creator).receipts.payoutStatement({ id });
    await stack.as(creator).receipts.monthlyStatement({ month, creatorId: creator.id });
    await stack.as(admin).receipts.byBooking({ id });
    await stack.as(admin).receipts.byBooking({ id });
    await stack.as(admin).receipts.agreement({ id });
    await stack.as(admin).receipts.payoutStatement({ id });
    await stack.as(admin).receipts.monthlyStatement({ month, creatorId: creator.id });
    const { rows } = await stack.deps.pool.query(
      `select actor_person_id = $1 as is_admin, subject_id, after from admin_action
       where action = 'document.read' and subject_id in ($2, $3) order by at, id`,
      [admin.id, id, creator.id],
    );
    const read = (subjectId: string, after: object) => ({ is_admin: true, subject_id: subjectId, after });
    expect(rows).toHaveLength(5);
    expect(rows).toEqual(
      expect.arrayContaining([
        read(id, { kind: 'receipt' }),
        read(id, { kind: 'agreement' }),
        read(id, { kind: 'payout statement' }),
        read(creator.id, { kind: 'payout statement', name: month }),
      ]),
    );
  });

  it.each([`${UNKNOWN_ID}.pdf`, 'x.pdf', `${UNKNOWN_ID}.exe`, UNKNOWN_ID, '..%2f..%2fetc.pdf', '%00.csv'])(
    'is not found under the file name %s',
    async (file) => {
      const browser = await stack.asBrowser(await newBrand(stack.deps));
      expect((await browser('GET', `/api/receipts/${file}`)).statusCode).toBe(404);
    },
  );
});

describe('a payout statement', () => {
  it('shows the transferred amounts per booking and per month', async () => {
    const creator = await newPayableCreator(stack.deps);
    for (let each = 0; each < 2; each++) {
      const booking = await newBooking(stack.deps, { creator, status: 'completed' });
      await booking.asBrand.settlements.approve({ id: booking.id });
    }
    await stack.idle();
    const browser = await stack.asBrowser(creator);
    const { paidOutCents, months } = await stack.as(creator).payouts.summary();
    expect(paidOutCents).toBe(39_800);
    const [month = ''] = months;
    const statement = await stack.as(creator).receipts.monthlyStatement({ month });
    expect(statement).toMatchObject({ paidOutCents, takenBackCents: 0, netCents: paidOutCents });
    expect(await pdfText(await browser('GET', `/api/statements/months/${month}.pdf`))).toContain(
      formatDollars(paidOutCents),
    );
    const csv = cells(await browser('GET', `/api/statements/months/${month}.csv`));
    expect(csv.map((row) => row[7])).toEqual(['paid_out_usd', '199.00', '199.00', '398.00']);
    expect(csv.slice(1, 3).map((row) => row[0])).toEqual(statement.lines.map(({ number }) => number));
    const transfers = new Set((await stack.stripe.objects('transfer')).map(({ id }) => id));
    expect(statement.lines.every((line) => transfers.has(line.stripeObjectId ?? ''))).toBe(true);
  });
});

describe('a document number', () => {
  const numbers = (kind: string) =>
    sql<{ number: number }>`select number from ledger_document where kind = ${kind} order by number`
      .execute(stack.deps.db)
      .then(({ rows }) => rows.map(({ number }) => number));
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  it('has no gaps for receipts or payouts, even with simultaneous charges', async () => {
    const creator = await newPayableCreator(stack.deps);
    const packageId = (await newPackage(stack.deps, creator)).id;
    const bookings = await Promise.all(upTo(5).map(() => newBooking(stack.deps, { creator, packageId })));
    await Promise.all(bookings.map(({ id, asCreator }) => asCreator.bookings.move({ id, status: 'accepted' })));
    await stack.idle();
    for (const kind of ['receipt', 'payout']) {
      const given = await numbers(kind);
      expect(given).toEqual(upTo(given.length));
    }
    const { rows } = await sql<{ missing: number }>`
      select count(*)::int as missing from ledger_transaction left join ledger_document on transaction_id = ledger_transaction.id
      where ledger_transaction.kind in ('capture', 'release', 'restore') and number is null`.execute(stack.deps.db);
    expect(rows).toEqual([{ missing: 0 }]);
  });

  it('is reused if the database transaction that assigned it fails', async () => {
    const given = await numbers('receipt');
    const failing = inTransaction(stack.deps, async (tx) => {
      const booking = await tx.db.selectFrom('booking').select('id').limit(1).executeTakeFirstOrThrow();
      const { id } = await tx.db
        .insertInto('ledgerTransaction')
        .values({ bookingId: booking.id, kind: 'surplus', stripeObjectId: 'ch_failing', at: stack.deps.now() })
        .returning('id')
        .executeTakeFirstOrThrow();
      await insertDocuments(tx, {
        id,
        bookingId: booking.id,
        creatorId: null,
        kind: 'capture',
        at: stack.deps.now(),
        issuer: getIssuer(stack.deps),
      });
      throw new Error('given up');
    });
    await expect(failing).rejects.toThrow('given up');
    await paidBooking();
    expect(await numbers('receipt')).toEqual(upTo(given.length + 1));
  });

  it('cannot be changed or deleted', async () => {
    await expect(sql`update ledger_document set number = 99`.execute(stack.deps.db)).rejects.toThrow('append-only');
    await expect(sql`delete from ledger_document`.execute(stack.deps.db)).rejects.toThrow('append-only');
  });
});

describe('user-written text in a document', () => {
  it.each([
    '李小龍 的套裝',
    'Кирилл Иванов',
    'Łódź Çelik Ğüş',
    'مرحبا',
    '👩‍🚀 launch',
    'a'.repeat(120),
    '"quoted", and = more',
    '=1+1',
  ])('does not break the PDF if the package name is %s', async (name) => {
    const creator = await newPayableCreator(stack.deps, { fullName: 'Ağa Żółć 李' });
    const packageId = (await newPackage(stack.deps, creator, { name })).id;
    const { id, brand, asBrand } = await newBooking(stack.deps, { creator, packageId, status: 'completed' });
    await asBrand.settlements.approve({ id });
    await stack.idle();
    const receipt = await (await stack.asBrowser(brand))('GET', `/api/receipts/${id}.pdf`);
    expect(await pdfText(receipt)).toContain('$228.85');
    expect(receipt.headers['content-disposition']).toMatch(/^attachment; filename="receipt-R-\d{4}-\d{6}\.pdf"$/);
    expect(await pdfText(await (await stack.asBrowser(creator))('GET', `/api/statements/payouts/${id}.pdf`))).toContain(
      '$199.00',
    );
  });

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1+1',
    '\u00a0 @SUM(A1)',
    '\n=1',
    '\r\n+1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    'Reel\n=1+1',
    'Reel\r\n  -1',
    '\u200b=1',
    '\u3000=1',
  ])('never becomes a formula in a CSV file: %j', (typed) => {
    expect(
      toCsv([[typed]], 'comma')
        .replace('\uFEFF', '')
        .replace(/^"/, ''),
    ).toMatch(/^'/);
  });

  it('is quoted if it would end a CSV cell', () => {
    expect(toCsv([['a,b', 'say "hi"', 'two\nlines', 'plain']], 'comma')).toBe(
      '\uFEFF"a,b","say ""hi""","two\nlines",plain\r\n',
    );
  });

  it('is quoted and never a formula in files with semicolons', () => {
    expect(toCsv([['a;b', 'a,b', '=1+1', 123_450, -5]], 'semicolon')).toBe('\uFEFF"a;b";a,b;\'=1+1;1234,50;-0,05\r\n');
  });

  it('is escaped in the CSV file of a booking', async () => {
    const creator = await newPayableCreator(stack.deps);
    const packageId = (await newPackage(stack.deps, creator, { name: "=HYPERLINK('x')" })).id;
    const { id, brand } = await newBooking(stack.deps, { creator, packageId, status: 'accepted' });
    const answer = await (await stack.asBrowser(brand))('GET', `/api/receipts/${id}.csv`);
    expect(answer.body).toContain(",'=HYPERLINK('x'),");
    // The brand's spreadsheet expects semicolons and decimal commas.
    const { receipts } = stack.as(brand);
    expect(await receipts.csvFormat()).toBe('comma');
    await receipts.saveCsvFormat({ format: 'semicolon' });
    expect(await receipts.csvFormat()).toBe('semicolon');
    const other = await (await stack.asBrowser(brand))('GET', `/api/receipts/${id}.csv`);
    expect(other.body).toContain(";'=HYPERLINK('x');");
    expect(other.body).toMatch(/;\d+,\d\d\r\n/);
    expect(await stack.as(creator).receipts.csvFormat()).toBe('comma');
  });
});

describe('the document search', () => {
  const DAY = 86_400_000;
  const dayOf = (at: Date) => at.toISOString().slice(0, 10);

  /** Creates three paid bookings of one brand, two of them on a later day. */
  async function threePapers() {
    const brand = await newBrand(stack.deps);
    const creator = await newPayableCreator(stack.deps, { fullName: 'Olga 100% Real' });
    const names = ['A reel', 'A story_1', 'A storyX1'];
    const ids: string[] = [];
    for (const [at, name] of names.entries()) {
      if (at === 1) await stack.advance(3 * DAY);
      const packageId = (await newPackage(stack.deps, creator, { name })).id;
      const { id, asBrand } = await newBooking(stack.deps, { brand, creator, packageId, status: 'completed' });
      await asBrand.settlements.approve({ id });
      await stack.idle();
      ids.push(id);
    }
    const asBrand = stack.as(brand);
    const list = async (input: Parameters<typeof asBrand.receipts.list>[0]) =>
      (await asBrand.receipts.list(input)).items.map(({ packageName }) => packageName);
    const asCreator = stack.as(creator);
    const payouts = async (input: Parameters<typeof asCreator.payouts.list>[0]) =>
      (await asCreator.payouts.list(input)).items.map(({ packageName }) => packageName);
    return { brand, creator, asBrand, asCreator, ids, list, payouts };
  }

  it('filters by a range of days, including both ends, and by text or number', async () => {
    const { list, payouts, asBrand } = await threePapers();
    const today = dayOf(stack.deps.now());
    const before = dayOf(new Date(stack.deps.now().getTime() - DAY));
    expect(await list({ from: today, to: today })).toEqual(['A storyX1', 'A story_1']);
    expect(await list({ to: before })).toEqual(['A reel']);
    expect(await list({ from: '2020-01-01', to: '2020-01-02' })).toEqual([]);
    // SQL wildcards are treated as text.
    expect(await list({ search: 'story_' })).toEqual(['A story_1']);
    expect(await list({ search: '100% real' })).toHaveLength(3);
    const [last] = (await asBrand.receipts.list({})).items;
    expect(await list({ search: last?.number.toLowerCase() ?? '' })).toEqual(['A storyX1']);
    expect(await list({ search: 'R-2001-000001' })).toEqual([]);

    expect(await payouts({ from: today })).toEqual(['A storyX1', 'A story_1']);
    expect(await payouts({ to: before, stage: 'paid_out' })).toEqual(['A reel']);
    expect(await payouts({ search: 'story_', stage: 'paid_out' })).toEqual(['A story_1']);
    expect(await payouts({ search: 'story_', stage: 'blocked' })).toEqual([]);
  });

  it('exports the brand’s receipts as CSV and ZIP files and the creator’s payout statements as a CSV file', async () => {
    const { brand, creator, ids, asBrand } = await threePapers();
    const today = dayOf(stack.deps.now());
    const browser = await stack.asBrowser(brand);
    const table = cells(await browser('GET', `/api/receipts/all.csv?from=${today}`));
    expect(table.map((row) => [row[1], row[4], row[9]])).toEqual([
      ['type', 'package', 'amount_usd'],
      ['receipt', 'A storyX1', '228.85'],
      ['receipt', 'A story_1', '228.85'],
    ]);
    const archive = await browser('GET', '/api/receipts/all.zip');
    expect(archive.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="receipts.zip"',
    });
    const files = unzipSync(new Uint8Array(archive.rawPayload));
    const numbers = await Promise.all(ids.map(async (id) => (await asBrand.receipts.byBooking({ id })).number));
    expect(Object.keys(files).toSorted()).toEqual(numbers.map((number) => `${number}.pdf`).toSorted());
    const { text } = await extractText(files[`${numbers[0]}.pdf`] ?? new Uint8Array(), { mergePages: true });
    expect(text).toContain('A reel');

    const asCreator = await stack.asBrowser(creator);
    const paidOut = cells(await asCreator('GET', `/api/statements/payouts/all.csv?from=${today}&to=${today}`));
    expect(paidOut.map((row) => [row[2], row[7]])).toEqual([
      ['type', 'paid_out_usd'],
      ['release', '199.00'],
      ['release', '199.00'],
      ['total', '398.00'],
    ]);
    expect((await asCreator('GET', '/api/receipts/all.zip')).statusCode).toBe(403);
    expect((await browser('GET', '/api/statements/payouts/all.csv')).statusCode).toBe(403);
    expect((await browser('GET', '/api/receipts/all.pdf')).statusCode).toBe(404);
    expect((await browser('GET', '/api/receipts/all.zip?from=yesterday')).statusCode).toBe(400);
  });

  it('refuses to export too many documents and asks the user to choose fewer days', async () => {
    const { asBrand } = await threePapers();
    await expect(asBrand.receipts.listForExport({ most: 2 })).rejects.toThrow(
      'A download can contain at most 2 documents. Please choose a shorter period.',
    );
    expect(await asBrand.receipts.listForExport({ most: 3 })).toHaveLength(3);
  });
});
