/** Receipts and statements on paper (A4), in the product's own font. */
import { createRequire } from 'node:module';
import { COLORS } from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import Pdf from 'pdfkit';
import { refundLabel, type Company, type Receipt, type Statement } from './receipts.service.ts';

type Weight = 400 | 700;
type Doc = PDFKit.PDFDocument;

const fontFile = (subset: 'latin' | 'latin-ext', weight: Weight): string =>
  createRequire(import.meta.url).resolve(`@fontsource/figtree/files/figtree-${subset}-${weight}-normal.woff`);

/** One file of the font has the common letters, the other the rest of the Latin script. */
const LATIN = /[\u0020-\u00FF\u0131\u0152\u0153\u02BB-\u02DC\u2000-\u206F\u20AC\u2122\u2212]/;

const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;
const INK = COLORS.gray[9];
const DIM = COLORS.gray[7];
const RULE = COLORS.gray[3];

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const day = (at: Date) => dayFormat.format(at);

/** The receipt as the bytes of a PDF. */
export function receiptPdf(receipt: Receipt): Promise<Buffer> {
  const { creator, billedTo } = receipt;
  return draw(`Receipt ${receipt.number}`, receipt.issuedAt, receipt.company, (doc) => {
    facts(doc, [
      ['Receipt', receipt.number],
      ['Date', day(receipt.issuedAt)],
      ['Booking', receipt.bookingId],
      ['Billed to', `${billedTo.name} (@${billedTo.username}), ${billedTo.email}`],
      ['Ordered by', billedTo.contact],
      ['Creator', `${creator.name} (@${creator.username})`],
    ]);
    rows(
      doc,
      receipt.lines.map((line) => ({ label: line.label, amount: formatDollars(line.amountCents) })),
    );
    rows(
      doc,
      receipt.taxLines.map((line) => ({
        label: `${line.name} ${line.ratePercent}%`,
        amount: formatDollars(line.amountCents),
      })),
    );
    rows(doc, [{ label: 'Total charged', amount: formatDollars(receipt.totalCents), strong: true }]);
    rows(
      doc,
      receipt.refunds.map((refund) => ({
        label: `${refundLabel(refund.kind)} on ${day(refund.at)}`,
        amount: formatDollars(-refund.amountCents),
      })),
    );
    if (receipt.chargedBackCents > 0)
      rows(doc, [{ label: "Taken back by the card's bank", amount: formatDollars(-receipt.chargedBackCents) }]);
    if (receipt.netCents !== receipt.totalCents)
      rows(doc, [{ label: 'Paid after refunds', amount: formatDollars(receipt.netCents), strong: true }]);
    note(
      doc,
      receipt.taxLines.length === 0
        ? 'No tax was charged. All amounts are in US dollars.'
        : 'All amounts are in US dollars.',
    );
    note(
      doc,
      'The card was charged when the creator accepted the booking. The platform holds the payment until the work is completed.',
    );
  });
}

/** The statement of a payout or of a month as the bytes of a PDF. */
export function statementPdf(statement: Statement): Promise<Buffer> {
  const { creator, month } = statement;
  const title =
    month === null
      ? `Payout statement ${statement.number ?? ''}`.trim()
      : `Statement for ${monthFormat.format(new Date(`${month}-01T00:00:00Z`))}`;
  return draw(title, statement.issuedAt, statement.company, (doc) => {
    facts(doc, [
      ...(statement.number === null ? [] : ([['Statement', statement.number]] as [string, string][])),
      [month === null ? 'Date' : 'Last movement', day(statement.issuedAt)],
      ['Paid to', `${creator.name} (@${creator.username}), ${creator.email}`],
    ]);
    for (const line of statement.lines) {
      const what =
        line.kind === 'reversal'
          ? 'Taken back after a chargeback'
          : line.kind === 'restore'
            ? 'Paid again after the chargeback was won'
            : 'Paid out';
      rows(doc, [
        {
          label: line.packageName,
          detail: [
            `${what} on ${day(line.at)} for ${line.brandName}`,
            `Package price ${formatDollars(line.priceCents)} · booking ${line.bookingId}${line.number === null ? '' : ` · ${line.number}`}`,
          ],
          amount: formatDollars(line.amountCents),
        },
      ]);
    }
    if (statement.takenBackCents > 0) {
      rows(doc, [
        { label: 'Paid out', amount: formatDollars(statement.paidOutCents) },
        { label: 'Taken back', amount: formatDollars(-statement.takenBackCents) },
      ]);
    }
    rows(doc, [
      {
        label: month === null ? 'Total paid out' : 'Total of the month',
        amount: formatDollars(statement.netCents),
        strong: true,
      },
    ]);
    note(
      doc,
      'Creators receive the full package price; the platform fee is paid by the brand on top. All amounts are in US dollars.',
    );
  });
}

function draw(title: string, at: Date, company: Company, body: (doc: Doc) => void): Promise<Buffer> {
  const doc = new Pdf({
    size: 'A4',
    margin: MARGIN,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: company.name, CreationDate: at },
  });
  for (const weight of [400, 700] as const) {
    doc.registerFont(`latin-${weight}`, fontFile('latin', weight));
    doc.registerFont(`latin-ext-${weight}`, fontFile('latin-ext', weight));
  }
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });

  write(doc, company.name, { size: 12, weight: 700 });
  for (const line of company.address) write(doc, line, { size: 9, color: DIM });
  if (company.taxId !== '') write(doc, `Tax ID ${company.taxId}`, { size: 9, color: DIM });
  doc.moveDown(2);
  write(doc, title, { size: 22, weight: 700 });
  doc.moveDown(0.8);
  body(doc);
  doc.end();
  return done;
}

interface Style {
  x?: number;
  size: number;
  weight?: Weight;
  color?: string;
  width?: number;
}

/**
 * Writes a paragraph, each letter in the file of the font that
 * has it. Letters of other scripts become the font's empty box.
 */
function write(doc: Doc, text: string, { x = MARGIN, size, weight = 400, color = INK, width = WIDTH }: Style): void {
  const runs = runsOf(text.replace(/\s+/g, ' ').trim());
  doc.fontSize(size).fillColor(color);
  for (const [index, run] of runs.entries()) {
    const options = { width, continued: index < runs.length - 1 };
    doc.font(`${run.subset}-${weight}`);
    if (index === 0) doc.text(run.text, x, doc.y, options);
    else doc.text(run.text, options);
  }
}

function runsOf(text: string): { subset: 'latin' | 'latin-ext'; text: string }[] {
  const runs: { subset: 'latin' | 'latin-ext'; text: string }[] = [];
  for (const letter of text === '' ? ' ' : text) {
    const subset = LATIN.test(letter) ? 'latin' : 'latin-ext';
    const last = runs.at(-1);
    if (last?.subset === subset) last.text += letter;
    else runs.push({ subset, text: letter });
  }
  return runs;
}

const LABEL_WIDTH = 84;

/** Labels with their values, one below the other. */
function facts(doc: Doc, list: readonly (readonly [string, string])[]): void {
  for (const [label, value] of list) {
    const top = doc.y;
    doc.font('latin-400').fontSize(10).fillColor(DIM).text(label, MARGIN, top, { width: LABEL_WIDTH });
    doc.y = top;
    write(doc, value, { x: MARGIN + LABEL_WIDTH, size: 10, width: WIDTH - LABEL_WIDTH });
    doc.moveDown(0.25);
  }
  doc.moveDown(1.2);
}

interface Row {
  label: string;
  detail?: readonly string[];
  amount: string;
  strong?: boolean;
}

const AMOUNT_WIDTH = 110;
const BOTTOM = 841.89 - MARGIN - 40;

/** Lines of a table: what, and how much at the right edge. */
function rows(doc: Doc, list: readonly Row[]): void {
  for (const { label, detail = [], amount, strong = false } of list) {
    if (doc.y > BOTTOM) doc.addPage();
    const weight = strong ? 700 : 400;
    doc
      .moveTo(MARGIN, doc.y)
      .lineTo(MARGIN + WIDTH, doc.y)
      .lineWidth(0.7)
      .strokeColor(RULE)
      .stroke();
    const top = doc.y + 7;
    doc
      .font(`latin-${weight}`)
      .fontSize(11)
      .fillColor(INK)
      .text(amount, MARGIN + WIDTH - AMOUNT_WIDTH, top, { width: AMOUNT_WIDTH, align: 'right' });
    doc.y = top;
    write(doc, label, { size: 11, weight, width: WIDTH - AMOUNT_WIDTH - 12 });
    for (const line of detail) write(doc, line, { size: 9, color: DIM, width: WIDTH - AMOUNT_WIDTH - 12 });
    doc.y += 7;
  }
}

function note(doc: Doc, text: string): void {
  doc.moveDown(0.6);
  write(doc, text, { size: 9, color: DIM });
}
