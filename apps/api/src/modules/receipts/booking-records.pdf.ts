/** Renders the record of a booking as a PDF: the order, events, messages and deliveries. */
import {
  formatDay,
  getDeliverableLabel,
  getDeliverableState,
  describeBookingEvent,
  PUBLICATION_METRIC_LABELS,
  PUBLICATION_METRICS,
  type BookingEvent,
  type MetricValues,
  type WorkOutcome,
} from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import { formatLink, QUESTION_KINDS, formatFileSize } from '@marquee/validation';
import {
  createFact,
  formatIssuerDateTime,
  drawIssuedDocument,
  formatPartyLines,
  createSection,
} from './receipts.pdf.ts';
import type { Agreement } from './receipts.service.ts';

/** The data of a booking record, as visible to the side that requests it. */
export interface BookingRecord {
  madeAt: Date;
  /** The outcome of the booking, or null if it has not ended. */
  end: WorkOutcome | null;
  agreement: Agreement;
  timeline: readonly (BookingEvent & { at: Date; actorId: string | null; actorName: string | null })[];
  deliverables: readonly {
    title: string;
    versions: readonly {
      number: number;
      note: string;
      links: readonly string[];
      sentAt: Date;
      verdict: 'approved' | 'changes' | null;
      decidedAt: Date | null;
      changeRequest: string | null;
      remarks: readonly { text: string; ms: number | null }[];
      files: readonly { name: string; bytes: number; sha256: string | null }[];
    }[];
  }[];
  /** Oldest first. `hasOlder` is true if older messages were left out. */
  messages: readonly { at: Date; authorName: string; text: string; files: readonly { name: string }[] }[];
  hasOlder: boolean;
  posts: readonly {
    link: string;
    publishedOn: string;
    disclosedAt: Date;
    picture: { at: Date } | null;
    answeredAt: Date | null;
    silentSince: Date | null;
    reports: readonly (MetricValues & { reportedAt: Date })[];
  }[];
}

export function drawBookingRecordPdf(record: BookingRecord): Promise<Buffer> {
  const { agreement, madeAt, end, timeline, deliverables, posts, messages, hasOlder } = record;
  const { issuer, brand, creator, customer, questions } = agreement;
  const at = (when: Date) => formatIssuerDateTime(issuer, when);
  const answers = new Map(agreement.answers.map(({ questionId, value }) => [questionId, value]));
  return drawIssuedDocument(
    { issuer, issuedAt: madeAt, check: null },
    {
      title: `Record of booking ${agreement.number}`,
      facts: [
        ...createFact('Made', at(madeAt)),
        ...createFact('Brand', ...formatPartyLines(brand)),
        ...createFact('Creator', ...formatPartyLines(creator)),
        ...createFact(
          'Price',
          `${formatDollars(agreement.priceCents)}, paid by the brand with the fee: ${formatDollars(agreement.totalCents)}`,
        ),
      ],
      sections: [
        createSection('What was ordered', {
          text: [agreement.packageName, ...agreement.packageDescription.split(/\n{2,}/)],
          list: [...agreement.features],
        }),
        createSection('What the brand asked for', {
          facts: [
            ...createFact('Project', customer.projectDescription),
            ...questions.flatMap(({ id, question, type }) =>
              createFact(question, QUESTION_KINDS[type].shown(answers.get(id) ?? '') || 'No answer'),
            ),
          ],
        }),
        createSection('What happened', {
          facts: timeline.flatMap((event) =>
            createFact(
              at(event.at),
              describeBookingEvent(event, NEUTRAL_VIEWER, (iso) => at(new Date(iso))),
            ),
          ),
        }),
        ...deliverables.map(({ title, versions }) =>
          createSection(`Delivered: ${title}`, {
            facts: [
              ...createFact('Stands at', getDeliverableLabel(getDeliverableState(versions), end)),
              ...versions.flatMap((version) =>
                createFact(`Version ${version.number}`, ...formatVersionLines(version, at)),
              ),
            ],
          }),
        ),
        ...posts.map(({ link, publishedOn, disclosedAt, picture, answeredAt, silentSince, reports }) =>
          createSection(`Published on ${formatDay(publishedOn)}`, {
            text: [formatLink(link)],
            facts: [
              ...createFact('Marked as advertising', `said by the creator ${at(disclosedAt)}`),
              ...createFact('Picture', picture === null ? '' : `sent by the creator ${at(picture.at)}`),
              ...createFact(
                'Link',
                answeredAt === null ? '' : `answered ${at(answeredAt)}`,
                silentSince === null ? '' : `has not answered since ${at(silentSince)}`,
              ),
              ...reports.flatMap(({ reportedAt, ...figures }) =>
                createFact(`Reported ${at(reportedAt)}`, formatMetrics(figures)),
              ),
            ],
          }),
        ),
        ...(messages.length === 0
          ? []
          : [
              createSection('What was written', {
                text: hasOlder ? [`The last ${messages.length} messages; there are older ones.`] : [],
                facts: messages.flatMap(({ at: when, authorName, text, files }) =>
                  createFact(
                    at(when),
                    `${authorName}: ${[text, ...files.map(({ name }) => `[${name}]`)].join(' ').trim()}`,
                  ),
                ),
              }),
            ]),
      ],
      notes: [
        'Everything above stands as it was kept when it happened. A checksum (SHA-256) belongs to the bytes of a file: whoever has the file can compute it again.',
      ],
    },
  );
}

/** Formats reported metrics, for example 'Views 12,000, Likes 300'. */
const formatMetrics = (figures: MetricValues): string =>
  PUBLICATION_METRICS.flatMap((name) => {
    const value = figures[name];
    return value === null ? [] : `${PUBLICATION_METRIC_LABELS[name]} ${value.toLocaleString('en-US')}`;
  }).join(', ');

/** Describes events from a neutral point of view, because this viewer belongs to neither side of the booking. */
const NEUTRAL_VIEWER = { id: '', side: null } as const;

function formatVersionLines(
  {
    note,
    links,
    sentAt,
    verdict,
    decidedAt,
    changeRequest,
    remarks,
    files,
  }: BookingRecord['deliverables'][number]['versions'][number],
  at: (when: Date) => string,
): string[] {
  return [
    `Sent ${at(sentAt)}`,
    ...(note === '' ? [] : [note]),
    ...links.map(formatLink),
    ...files.map(
      ({ name, bytes, sha256 }) => `File ${name}, ${formatFileSize(bytes)}, SHA-256 ${sha256 ?? 'not known'}`,
    ),
    ...(verdict === null || decidedAt === null
      ? []
      : [`${verdict === 'approved' ? 'Approved' : 'Changes requested'} ${at(decidedAt)}`]),
    ...(changeRequest === null ? [] : [`“${changeRequest}”`]),
    ...remarks.map(({ text, ms }) => `${ms === null ? '' : `At ${Math.floor(ms / 1_000)} s: `}${text}`),
  ];
}
