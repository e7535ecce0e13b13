/** Renders the record of a booking as a PDF: the order, events, messages and deliveries. */
import {
  getDeliverableLabel,
  getDeliverableState,
  describeBookingEvent,
  PUBLICATION_METRIC_LABELS,
  PUBLICATION_METRICS,
  type BookingEvent,
  type MetricValues,
  type WorkOutcome,
} from '@marquee/booking';
import { formatDay } from '@marquee/time';
import { formatDollars } from '@marquee/money';
import { formatLink, QUESTION_KINDS } from '@marquee/validation';
import { formatFileSize, type WorkspaceId } from '@marquee/contracts';
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
  createdAt: Date;
  /** The outcome of the booking, or null if it has not ended. */
  end: WorkOutcome | null;
  agreement: Agreement;
  timeline: readonly (BookingEvent & { at: Date; actorWorkspaceId: WorkspaceId | null; actorName: string | null })[];
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
    unansweredSince: Date | null;
    reports: readonly (MetricValues & { reportedAt: Date })[];
  }[];
}

export function drawBookingRecordPdf(record: BookingRecord): Promise<Buffer> {
  const { agreement, createdAt, end, timeline, deliverables, posts, messages, hasOlder } = record;
  const { issuer, brand, creator, customer, questions } = agreement;
  const at = (when: Date) => formatIssuerDateTime(issuer, when);
  const answers = new Map(agreement.answers.map(({ questionId, value }) => [questionId, value]));
  return drawIssuedDocument(
    { issuer, issuedAt: createdAt, check: null },
    {
      title: `Record of booking ${agreement.number}`,
      facts: [
        ...createFact('Created', at(createdAt)),
        ...createFact('Brand', ...formatPartyLines(brand)),
        ...createFact('Creator', ...formatPartyLines(creator)),
        ...createFact(
          'Price',
          `${formatDollars(agreement.priceCents)} (${formatDollars(agreement.totalCents)} including the platform fee)`,
        ),
      ],
      sections: [
        createSection('Order', {
          text: [agreement.packageName, ...agreement.packageDescription.split(/\n{2,}/)],
          list: [...agreement.features],
        }),
        createSection('Brief', {
          facts: [
            ...createFact('Project', customer.projectDescription),
            ...questions.flatMap(({ id, question, type }) =>
              createFact(question, QUESTION_KINDS[type].shown(answers.get(id) ?? '') || 'No answer'),
            ),
          ],
        }),
        createSection('Timeline', {
          facts: timeline.flatMap((event) =>
            createFact(
              at(event.at),
              describeBookingEvent(event, NEUTRAL_VIEWER, (iso) => at(new Date(iso))),
            ),
          ),
        }),
        ...deliverables.map(({ title, versions }) =>
          createSection(`Deliverable: ${title}`, {
            facts: [
              ...createFact('Status', getDeliverableLabel(getDeliverableState(versions), end)),
              ...versions.flatMap((version) =>
                createFact(`Version ${version.number}`, ...formatVersionLines(version, at)),
              ),
            ],
          }),
        ),
        ...posts.map(({ link, publishedOn, disclosedAt, picture, answeredAt, unansweredSince, reports }) =>
          createSection(`Post published on ${formatDay(publishedOn)}`, {
            text: [formatLink(link)],
            facts: [
              ...createFact('Advertising label', `Confirmed by the creator on ${at(disclosedAt)}`),
              ...createFact('Screenshot', picture === null ? '' : `Added by the creator on ${at(picture.at)}`),
              ...createFact(
                'Link',
                answeredAt === null ? '' : `Last worked on ${at(answeredAt)}`,
                unansweredSince === null ? '' : `Unreachable since ${at(unansweredSince)}`,
              ),
              ...reports.flatMap(({ reportedAt, ...figures }) =>
                createFact(`Metrics reported on ${at(reportedAt)}`, formatMetrics(figures)),
              ),
            ],
          }),
        ),
        ...(messages.length === 0
          ? []
          : [
              createSection('Messages', {
                text: hasOlder ? [`Includes only the latest ${messages.length} messages.`] : [],
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
        'This record shows every entry as it was stored at the time. With the SHA-256 checksum of a file, anyone who has the file can verify that it was not changed.',
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
    `Sent on ${at(sentAt)}`,
    ...(note === '' ? [] : [note]),
    ...links.map(formatLink),
    ...files.map(({ name, bytes, sha256 }) => `File ${name}, ${formatFileSize(bytes)}, SHA-256 ${sha256 ?? 'unknown'}`),
    ...(verdict === null || decidedAt === null
      ? []
      : [`${verdict === 'approved' ? 'Approved' : 'Changes requested'} on ${at(decidedAt)}`]),
    ...(changeRequest === null ? [] : [`“${changeRequest}”`]),
    ...remarks.map(({ text, ms }) => `${ms === null ? '' : `At ${Math.floor(ms / 1_000)} s: `}${text}`),
  ];
}
