/** The content of receipts, credit notes, agreements and statements as PDF. */
import {
  toDayInZone,
  PRODUCT_NAME,
  extendStartWindows,
  formatWindow,
  createZoneFormatter,
  type Windows,
} from '@marquee/booking';
import { describeChoice, formatDollars, formatRate } from '@marquee/money';
import { getCountryName, QUESTION_KINDS } from '@marquee/validation';
import type { Issuer } from '../../core/issuer.ts';
import { drawPaper, type Fact, type Paper, type Row, type Section } from './receipts.drawing.ts';
import {
  priceLines,
  refundLabel,
  type Agreement,
  type CreditNote,
  type Receipt,
  type Statement,
} from './receipts.service.ts';
import type { Party } from './receipts.sql.ts';

const printDay = createZoneFormatter('en-US', { dateStyle: 'long' });
const day = ({ zone }: Issuer, at: Date) => printDay(at, zone);

const printMoment = createZoneFormatter('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
/** Formats a time: 'March 14, 2026 at 3:09 PM GMT+1'. */
export const moment = ({ zone }: Issuer, at: Date) => printMoment(at, zone);

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const row = (label: string, cents: number, more: { detail?: string[]; strong?: boolean } = {}): Row => ({
  label,
  detail: more.detail ?? [],
  amount: formatDollars(cents),
  strong: more.strong ?? false,
});

export const section = (title: string, more: Partial<Omit<Section, 'title'>>): Section => ({
  title,
  facts: [],
  text: [],
  list: [],
  ...more,
});

/** A label with its lines, or nothing without lines. */
export const fact = (label: string, ...lines: string[]): Fact[] => {
  const said = lines.filter((line) => line.trim() !== '');
  return said.length === 0 ? [] : [[label, said]];
};

/** The lines about a party, with the legal name first. */
export const partyLines = (party: Party & { contact?: string }): string[] => [
  ...(party.legalName === '' ? [] : [party.legalName]),
  `${party.name} (@${party.username})`,
  ...(party.address ?? '').split(/\r?\n/),
  getCountryName(party.country),
  ...(party.taxId ? [`Tax ID ${party.taxId}`] : []),
  party.email ?? '',
];

interface Made {
  issuer: Issuer;
  issuedAt: Date;
  check: { code: string; address: string } | null;
}

/** Adds the parts that every document has to its content. */
export function paper(made: Made, content: Pick<Paper, 'title'> & Partial<Paper>): Promise<Buffer> {
  const { issuer, issuedAt, check } = made;
  const [year = 0, month = 0, date = 0] = toDayInZone(issuedAt, issuer.zone).split('-').map(Number);
  return drawPaper({
    status: null,
    day: { year, month, day: date },
    issuer: {
      name: issuer.name,
      lines: [...issuer.address, ...(issuer.taxId === '' ? [] : [`Tax ID ${issuer.taxId}`])],
    },
    facts: [],
    rows: [],
    sections: [],
    notes: [],
    check: check === null ? '' : `Code ${check.code} · Check this document at ${check.address}`,
    zone: `Days and times are in the time zone ${issuer.zone}`,
    ...content,
  });
}

/** Renders a receipt. */
export function receiptPdf(receipt: Receipt): Promise<Buffer> {
  const { issuer, billedTo, creator, purchaseOrder, totalCents, netCents, refunds, taxLines } = receipt;
  const given = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return paper(receipt, {
    title: `Receipt ${receipt.number}`,
    status: given <= 0 ? 'Paid' : given < totalCents ? 'Paid, refunded in part' : 'Refunded',
    facts: [
      ...fact('Date', day(issuer, receipt.issuedAt)),
      ...fact('Billed to', ...partyLines(billedTo)),
      ...fact('Ordered by', billedTo.contact),
      ...fact('PO number', purchaseOrder),
      ...fact('Creator', `${creator.name} (@${creator.username})`),
      ...fact('Paid with', receipt.paidWith ?? 'Card'),
    ],
    rows: [
      ...receipt.lines.map(({ label, amountCents }) => row(label, amountCents)),
      ...taxLines.map(({ name, ratePercent, amountCents }) => row(`${name} ${ratePercent}%`, amountCents)),
      row('Total charged', totalCents, { strong: true }),
      ...refunds.map(({ kind, at, amountCents, creditNote }) =>
        row(`${refundLabel(kind)} on ${day(issuer, at)}`, -amountCents, {
          detail: creditNote === null ? [] : [`Credit note ${creditNote}`],
        }),
      ),
      ...(receipt.chargedBackCents > 0 ? [row("Taken back by the card's bank", -receipt.chargedBackCents)] : []),
      ...(netCents === totalCents ? [] : [row('Paid after refunds', netCents, { strong: true })]),
    ],
    notes: [
      `${taxLines.length === 0 ? 'No tax was charged. ' : ''}All amounts are in US dollars.`,
      `The card was charged when the creator accepted the booking.${
        receipt.isHeld ? ' The platform holds the payment until the work is completed.' : ''
      }`,
    ],
  });
}

/** Renders a credit note. */
export function creditNotePdf(note: CreditNote): Promise<Buffer> {
  const { issuer, billedTo, creator } = note;
  return paper(note, {
    title: `Credit note ${note.number}`,
    status: note.amountCents < note.totalCents ? 'Refunded in part' : 'Refunded',
    facts: [
      ...fact('Date', day(issuer, note.issuedAt)),
      ...fact('For receipt', note.receiptNumber),
      ...fact('Credited to', ...partyLines(billedTo)),
      ...fact('Ordered by', billedTo.contact),
      ...fact('PO number', note.purchaseOrder),
      ...fact('Creator', `${creator.name} (@${creator.username})`),
    ],
    rows: [
      row(note.packageName, note.amountCents, {
        detail: [`Given back of the ${formatDollars(note.totalCents)} on receipt ${note.receiptNumber}`],
      }),
      row('Total credited', note.amountCents, { strong: true }),
    ],
    notes: ['The amount goes back to the card that paid. All amounts are in US dollars.'],
  });
}

/** Renders a booking's agreement. */
export function agreementPdf(agreement: Agreement): Promise<Buffer> {
  const { issuer, brand, creator, customer, questions, authorizedAt, acceptedAt, deliveryDays } = agreement;
  const answers = new Map(agreement.answers.map(({ questionId, value }) => [questionId, value]));
  const windows = extendStartWindows(agreement.windows, agreement.leadDays);
  const within = (name: keyof Windows) => formatWindow(windows, name);
  const delivery = `${deliveryDays} ${deliveryDays === 1 ? 'day' : 'days'}`;
  return paper(agreement, {
    title: `Booking agreement ${agreement.number}`,
    facts: [
      ...fact('Brand', ...partyLines(brand)),
      ...fact('Creator', ...partyLines(creator)),
      ...fact('Ordered', authorizedAt === null ? '' : `By the brand on ${moment(issuer, authorizedAt)}`),
      ...fact('Accepted', acceptedAt === null ? '' : `By the creator on ${moment(issuer, acceptedAt)}`),
      ...fact('PO number', agreement.purchaseOrder),
    ],
    rows: [
      ...priceLines(agreement).map(({ label, amountCents }) => row(label, amountCents)),
      ...(agreement.chosen === null ? [] : [row('Package price', agreement.priceCents)]),
      row(`Platform fee (${formatRate(agreement.feeBps)})`, agreement.feeCents),
      row('Total, paid by the brand', agreement.totalCents, { strong: true }),
    ],
    sections: [
      section('What is delivered', {
        text: agreement.packageDescription.split(/\n{2,}/),
        list: [...agreement.features, ...(agreement.chosen === null ? [] : describeChoice(agreement.chosen))],
      }),
      section('When', { text: [`Within ${delivery} of the day on which the creator starts working.`] }),
      section('What the brand asked for', {
        facts: [
          ...fact('Project', customer.projectDescription),
          ...fact('Target audience', customer.targetAudience ?? ''),
          ...fact('Brand tone', customer.brandTone ?? ''),
          ...fact('Preferred post date', customer.preferredPostDate ?? ''),
          ...fact('More', customer.additionalRequirements ?? ''),
        ],
      }),
      ...(questions.length === 0
        ? []
        : [
            section('Questions and answers', {
              facts: questions.flatMap(({ id, question, type }) =>
                fact(question, QUESTION_KINDS[type].shown(answers.get(id) ?? '') || 'No answer'),
              ),
            }),
          ]),
      section('Rights', {
        text: [
          'Rights to the delivered work are what is said above. If nothing is said, the brand may use the work on its own channels for the purpose it described in the order, and the creator may show it as a sample. Paid content must be marked as such wherever the law asks for it.',
        ],
      }),
      section('Payment and cancellation', {
        list: [
          `The brand’s card was charged when the creator accepted. ${PRODUCT_NAME} holds the payment and pays ${formatDollars(agreement.priceCents)} to the creator after the work is completed: when the brand approves it, or ${within('releaseDays')} later (${within('undeliveredDays')} where nothing was delivered through ${PRODUCT_NAME}) if the brand does not report a problem.`,
          `Work starts within ${within('startDays')} of the acceptance. Later the brand may cancel alone and is refunded in full; after ${within('startEndDays')} this happens by itself.`,
          `Until the work is completed either side may ask to cancel. The other side has ${within('cancellationHours')} to agree or disagree; if it agrees or does not answer, the brand is refunded in full.`,
          `Once delivery is ${within('overdueDays')} overdue, the brand may cancel alone and is refunded in full. Work that is not completed ${within('overdueEndDays')} after it was due is cancelled by itself, with the same refund.`,
          `A reported problem, or a cancellation that the other side does not agree to, freezes the payment. The other side has ${within('disputeDays')} to answer. If the two do not settle it between them, ${PRODUCT_NAME} decides: the payment is released, refunded, or split.`,
        ],
      }),
    ],
    notes: [
      `This agreement is between the brand and the creator. It keeps what was on ${PRODUCT_NAME} when the creator accepted; the terms of service hold besides. All amounts are in US dollars.`,
    ],
  });
}

/** Renders the statement of a payout or a month. */
export function statementPdf(statement: Statement): Promise<Buffer> {
  const { creator, issuer, month } = statement;
  return paper(statement, {
    title:
      month === null
        ? `Payout statement ${statement.number ?? ''}`.trim()
        : `Statement for ${monthFormat.format(new Date(`${month}-01T00:00:00Z`))}`,
    facts: [
      ...fact(month === null ? 'Date' : 'Last movement', day(issuer, statement.issuedAt)),
      ...fact('Paid to', ...partyLines(creator)),
    ],
    rows: [
      ...statement.lines.map((line) =>
        row(line.packageName, line.amountCents, {
          detail: [
            `${WHAT[line.kind]} on ${day(issuer, line.at)}${month === null || line.number === null ? '' : ` · ${line.number}`}`,
            line.brandName,
            `Package price ${formatDollars(line.priceCents)}`,
            ...line.made.map(({ label, amountCents }) => `${label}: ${formatDollars(amountCents)}`),
          ],
        }),
      ),
      ...(statement.takenBackCents > 0
        ? [row('Paid out', statement.paidOutCents), row('Taken back', -statement.takenBackCents)]
        : []),
      row(month === null ? 'Total paid out' : 'Total of the month', statement.netCents, { strong: true }),
    ],
    notes: [
      'Creators receive the full package price; the platform fee is paid by the brand on top. All amounts are in US dollars.',
    ],
  });
}

const WHAT: Record<Statement['lines'][number]['kind'], string> = {
  release: 'Paid out',
  reversal: 'Taken back after a chargeback',
  restore: 'Paid again after the chargeback was won',
};
