/** Converts receipts, credit notes, agreements and statements to PDF content. */
import { extendStartWindows, formatWindow, type Windows } from '@marquee/booking';
import { toDayInZone, createZoneFormatter } from '@marquee/time';
import { PRODUCT_NAME } from '@marquee/brand';
import { describeChoice, formatDollars, formatRate } from '@marquee/money';
import { QUESTION_KINDS } from '@marquee/validation';
import { getCountryName } from '@marquee/contracts';
import type { Issuer } from '../../../core/issuer.ts';
import {
  drawDocumentPdf,
  type DocumentFact,
  type DocumentContent,
  type DocumentAmountRow,
  type DocumentSection,
} from '../documents/documents.service.ts';
import {
  listPriceLines,
  getRefundLabel,
  type Agreement,
  type CreditNote,
  type Receipt,
  type Statement,
} from './receipts.service.ts';
import type { DocumentParty } from './receipts.sql.ts';

const formatZonedDay = createZoneFormatter('en-US', { dateStyle: 'long' });
const formatIssuerDay = ({ zone }: Issuer, at: Date) => formatZonedDay(at, zone);

const formatZonedDateTime = createZoneFormatter('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
/** Formats a time in the issuer's time zone: 'March 14, 2026 at 3:09 PM GMT+1'. */
export const formatIssuerDateTime = ({ zone }: Issuer, at: Date) => formatZonedDateTime(at, zone);

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const createDocumentAmountRow = (
  label: string,
  cents: number,
  more: { detail?: string[]; strong?: boolean } = {},
): DocumentAmountRow => ({
  label,
  detail: more.detail ?? [],
  amount: formatDollars(cents),
  strong: more.strong ?? false,
});

export const createSection = (title: string, more: Partial<Omit<DocumentSection, 'title'>>): DocumentSection => ({
  title,
  facts: [],
  text: [],
  list: [],
  ...more,
});

/**
 * Returns a labeled entry with the non-blank lines as a one-element list, or an empty list if all lines are blank.
 */
export const createFact = (label: string, ...lines: string[]): DocumentFact[] => {
  const filledLines = lines.filter((line) => line.trim() !== '');
  return filledLines.length === 0 ? [] : [[label, filledLines]];
};

/** Formats the lines about a party, with the legal name first. */
export const formatPartyLines = (party: DocumentParty & { contact?: string }): string[] => [
  ...(party.legalName === '' ? [] : [party.legalName]),
  `${party.name} (@${party.username})`,
  ...(party.address ?? '').split(/\r?\n/),
  getCountryName(party.country),
  ...(party.taxId ? [`Tax ID ${party.taxId}`] : []),
  party.email ?? '',
];

interface IssuedDocument {
  issuer: Issuer;
  issuedAt: Date;
  check: { code: string; address: string } | null;
}

/** Renders a document, adding the parts that every issued document has. */
export function drawIssuedDocument(
  issued: IssuedDocument,
  content: Pick<DocumentContent, 'title'> & Partial<DocumentContent>,
): Promise<Buffer> {
  const { issuer, issuedAt, check } = issued;
  const [year = 0, month = 0, date = 0] = toDayInZone(issuedAt, issuer.zone).split('-').map(Number);
  return drawDocumentPdf({
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
    zone: `Dates and times are in the ${issuer.zone} time zone`,
    ...content,
  });
}

export function drawReceiptPdf(receipt: Receipt): Promise<Buffer> {
  const { issuer, billedTo, creator, purchaseOrder, totalCents, netCents, refunds, taxLines } = receipt;
  const refundedCents = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return drawIssuedDocument(receipt, {
    title: `Receipt ${receipt.number}`,
    status: refundedCents <= 0 ? 'Paid' : refundedCents < totalCents ? 'Paid, refunded in part' : 'Refunded',
    facts: [
      ...createFact('Date', formatIssuerDay(issuer, receipt.issuedAt)),
      ...createFact('Billed to', ...formatPartyLines(billedTo)),
      ...createFact('Ordered by', billedTo.contact),
      ...createFact('PO number', purchaseOrder),
      ...createFact('Creator', `${creator.name} (@${creator.username})`),
      ...createFact('Paid with', receipt.paidWith ?? 'Card'),
    ],
    rows: [
      ...receipt.lines.map(({ label, amountCents }) => createDocumentAmountRow(label, amountCents)),
      ...taxLines.map(({ name, ratePercent, amountCents }) =>
        createDocumentAmountRow(`${name} ${ratePercent}%`, amountCents),
      ),
      createDocumentAmountRow('Total charged', totalCents, { strong: true }),
      ...refunds.map(({ kind, at, amountCents, creditNote }) =>
        createDocumentAmountRow(`${getRefundLabel(kind)} on ${formatIssuerDay(issuer, at)}`, -amountCents, {
          detail: creditNote === null ? [] : [`Credit note ${creditNote}`],
        }),
      ),
      ...(receipt.chargedBackCents > 0
        ? [createDocumentAmountRow('Reversed by the card’s bank', -receipt.chargedBackCents)]
        : []),
      ...(netCents === totalCents ? [] : [createDocumentAmountRow('Paid after refunds', netCents, { strong: true })]),
    ],
    notes: [
      `${taxLines.length === 0 ? 'No tax was charged. ' : ''}All amounts are in US dollars.`,
      `The card was charged when the creator accepted the booking.${
        receipt.isHeld ? ' The platform holds the payment until the work is completed.' : ''
      }`,
    ],
  });
}

export function drawCreditNotePdf(note: CreditNote): Promise<Buffer> {
  const { issuer, billedTo, creator } = note;
  return drawIssuedDocument(note, {
    title: `Credit note ${note.number}`,
    status: note.amountCents < note.totalCents ? 'Refunded in part' : 'Refunded',
    facts: [
      ...createFact('Date', formatIssuerDay(issuer, note.issuedAt)),
      ...createFact('For receipt', note.receiptNumber),
      ...createFact('Credited to', ...formatPartyLines(billedTo)),
      ...createFact('Ordered by', billedTo.contact),
      ...createFact('PO number', note.purchaseOrder),
      ...createFact('Creator', `${creator.name} (@${creator.username})`),
    ],
    rows: [
      createDocumentAmountRow(note.packageName, note.amountCents, {
        detail: [`Refunded from the ${formatDollars(note.totalCents)} on receipt ${note.receiptNumber}`],
      }),
      createDocumentAmountRow('Total credited', note.amountCents, { strong: true }),
    ],
    notes: ['The refund goes to the card that was charged. All amounts are in US dollars.'],
  });
}

export function drawAgreementPdf(agreement: Agreement): Promise<Buffer> {
  const { issuer, brand, creator, customer, questions, authorizedAt, acceptedAt, deliveryDays } = agreement;
  const answers = new Map(agreement.answers.map(({ questionId, value }) => [questionId, value]));
  const windows = extendStartWindows(agreement.windows, agreement.leadDays);
  const within = (name: keyof Windows) => formatWindow(windows, name);
  const delivery = `${deliveryDays} ${deliveryDays === 1 ? 'day' : 'days'}`;
  return drawIssuedDocument(agreement, {
    title: `Booking agreement ${agreement.number}`,
    facts: [
      ...createFact('Brand', ...formatPartyLines(brand)),
      ...createFact('Creator', ...formatPartyLines(creator)),
      ...createFact(
        'Ordered',
        authorizedAt === null ? '' : `By the brand on ${formatIssuerDateTime(issuer, authorizedAt)}`,
      ),
      ...createFact(
        'Accepted',
        acceptedAt === null ? '' : `By the creator on ${formatIssuerDateTime(issuer, acceptedAt)}`,
      ),
      ...createFact('PO number', agreement.purchaseOrder),
    ],
    rows: [
      ...listPriceLines(agreement).map(({ label, amountCents }) => createDocumentAmountRow(label, amountCents)),
      ...(agreement.chosen === null ? [] : [createDocumentAmountRow('Package price', agreement.priceCents)]),
      createDocumentAmountRow(`Platform fee (${formatRate(agreement.feeBps)})`, agreement.feeCents),
      createDocumentAmountRow('Total paid by the brand', agreement.totalCents, { strong: true }),
    ],
    sections: [
      createSection('Deliverables', {
        text: agreement.packageDescription.split(/\n{2,}/),
        list: [...agreement.features, ...(agreement.chosen === null ? [] : describeChoice(agreement.chosen))],
      }),
      createSection('Delivery time', {
        text: [
          `Within ${delivery} after the creator starts the work. If the brand takes longer than ${within('releaseDays')} to review a delivered version, the due date moves by the additional time.`,
        ],
      }),
      createSection('Brief', {
        facts: [
          ...createFact('Project', customer.projectDescription),
          ...createFact('Target audience', customer.targetAudience ?? ''),
          ...createFact('Brand tone', customer.brandTone ?? ''),
          ...createFact('Preferred post date', customer.preferredPostDate ?? ''),
          ...createFact('Additional requirements', customer.additionalRequirements ?? ''),
        ],
      }),
      ...(questions.length === 0
        ? []
        : [
            createSection('Questions and answers', {
              facts: questions.flatMap(({ id, question, type }) =>
                createFact(question, QUESTION_KINDS[type].shown(answers.get(id) ?? '') || 'No answer'),
              ),
            }),
          ]),
      createSection('Rights', {
        text: [
          'Usage rights are listed above. If none are listed, the brand may use the work on its own channels for the purpose stated in the order, and the creator may show it as a sample. Paid content must be labeled as advertising wherever the law requires it.',
        ],
      }),
      createSection('Payment and cancellation', {
        list: [
          `The brand’s card was charged when the creator accepted. ${PRODUCT_NAME} holds the payment and pays ${formatDollars(agreement.priceCents)} to the creator when the brand approves the completed work. If the brand neither approves the work nor reports a problem, the creator is paid automatically ${within('releaseDays')} after completion, or ${within('undeliveredDays')} after it if nothing was delivered through ${PRODUCT_NAME}.`,
          `The creator starts the work within ${within('startDays')} of accepting. After that, the brand can cancel without the creator’s agreement and receives a full refund. After ${within('startEndDays')}, the booking is cancelled automatically with a full refund.`,
          `Until the work is completed, either side can request a cancellation. The other side has ${within('cancellationHours')} to agree or disagree. If it agrees or does not answer, the booking is cancelled and the brand receives a full refund.`,
          `When the delivery is ${within('overdueDays')} overdue, the brand can cancel without the creator’s agreement and receives a full refund. If the work is not completed ${within('overdueEndDays')} after the due date, the booking is cancelled automatically with a full refund, unless a delivered version waits for the brand’s review.`,
          `A dispute starts when the brand reports a problem or when a side disagrees with a cancellation request. It freezes the payment, and the other side has ${within('disputeDays')} to answer. If the two sides do not settle the dispute, ${PRODUCT_NAME} decides whether the payment is released, refunded or split.`,
        ],
      }),
    ],
    notes: [
      `This agreement is between the brand and the creator. It records the order as it was when the creator accepted. The ${PRODUCT_NAME} Terms of Service also apply. All amounts are in US dollars.`,
    ],
  });
}

/** Renders the statement of one payout or of a month. */
export function drawStatementPdf(statement: Statement): Promise<Buffer> {
  const { creator, issuer, month } = statement;
  return drawIssuedDocument(statement, {
    title:
      month === null
        ? `Payout statement ${statement.number ?? ''}`.trim()
        : `Statement for ${monthFormat.format(new Date(`${month}-01T00:00:00Z`))}`,
    facts: [
      ...createFact(month === null ? 'Date' : 'Last transaction', formatIssuerDay(issuer, statement.issuedAt)),
      ...createFact('Paid to', ...formatPartyLines(creator)),
    ],
    rows: [
      ...statement.lines.map((line) =>
        createDocumentAmountRow(line.packageName, line.amountCents, {
          detail: [
            `${MOVEMENT_LABELS[line.kind]} on ${formatIssuerDay(issuer, line.at)}${month === null || line.number === null ? '' : ` · ${line.number}`}`,
            line.brandName,
            `Package price ${formatDollars(line.priceCents)}`,
            ...(line.agency === null ? [] : [describeAgencyShare(line.agency)]),
            ...line.made.map(({ label, amountCents }) => `${label}: ${formatDollars(amountCents)}`),
          ],
        }),
      ),
      ...(statement.takenBackCents > 0
        ? [
            createDocumentAmountRow('Paid out', statement.paidOutCents),
            createDocumentAmountRow('Reversed', -statement.takenBackCents),
          ]
        : []),
      createDocumentAmountRow(month === null ? 'Total paid out' : 'Total for the month', statement.netCents, {
        strong: true,
      }),
    ],
    notes: [
      `${
        statement.lines.some(({ agency }) => agency !== null)
          ? 'The creator and the agency divide the package price.'
          : 'Creators receive the full package price.'
      } The brand pays the platform fee on top. All amounts are in US dollars.`,
    ],
  });
}

const describeAgencyShare = ({
  name,
  shareBps,
  isOwnShare,
}: NonNullable<Statement['lines'][number]['agency']>): string =>
  isOwnShare
    ? `${formatRate(shareBps)} as the agency of ${name}`
    : `Less ${formatRate(shareBps)} for the agency ${name}`;

const MOVEMENT_LABELS: Record<Statement['lines'][number]['kind'], string> = {
  release: 'Paid out',
  reversal: 'Reversed after a chargeback',
  restore: 'Paid out again after the chargeback was won',
};
