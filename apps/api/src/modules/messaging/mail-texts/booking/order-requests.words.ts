/** Emails to members of a brand about orders that need an approval. */
import {
  ACCOUNT_EXPLANATION,
  fitSubject,
  formatMailDollars,
  type MailContext,
  type MailParts,
  type MailRules,
} from '../mail.words.ts';

export interface OrderRequestMailData {
  /** An email to the approvers. */
  order_requested: OrderRequestMail;
  /** An email to a new approver, about the requests from before. `count` may exceed the number of `items`. */
  orders_waiting: { items: OrderRequestMail[]; count: number };
  order_request_closed: {
    requestId: string;
    outcome: 'declined' | 'expired' | 'returned';
    /** The approver who declined it, or null. */
    memberName: string | null;
    creatorName: string;
    packageName: string;
    /** The approver's reason for declining it, or the change that returned it. */
    closingReason: string;
  };
  order_request_paid: ApprovedOrderMail;
  /** The order is approved, but the requester has to pay for it. */
  order_request_payable: ApprovedOrderMail;
}

interface OrderRequestMail {
  requestId: string;
  /** The member who requested the order. */
  memberName: string;
  creatorName: string;
  packageName: string;
  totalCents: number;
  /** The number of approvals that the order needs. */
  approvalsNeeded: number;
  /** An ISO timestamp. */
  expiresAt: string;
}

interface ApprovedOrderMail {
  bookingId: string;
  creatorName: string;
  packageName: string;
  totalCents: number;
}

const CLOSED_TEXTS: Record<
  OrderRequestMailData['order_request_closed']['outcome'],
  { title: string; text: string; advice: string; reason: string }
> = {
  declined: {
    title: 'Request declined',
    text: 'was declined',
    advice: 'Nothing was charged. You don’t need to do anything.',
    reason: 'Reason',
  },
  expired: {
    title: 'Request expired',
    text: 'was not approved in time',
    advice: 'Nothing was charged. You can request the order again.',
    reason: 'Reason',
  },
  returned: {
    title: 'Request sent back',
    text: 'was sent back to you, because the order has changed',
    advice: 'Nothing was charged. Review the change, then request the order again.',
    reason: 'What changed',
  },
};

const createRequestedMail = (
  { requestId, memberName, creatorName, packageName, totalCents, approvalsNeeded, expiresAt }: OrderRequestMail,
  { clock }: MailContext,
): MailParts => ({
  subject: fitSubject`${memberName} asks for your approval: “${packageName}”`,
  title: 'An order needs your approval',
  paragraphs: [
    `${memberName} would like to order “${packageName}” from ${creatorName}.`,
    `Approve or decline the order by ${clock.time(expiresAt)}. After that, the request expires.`,
  ],
  facts: [
    ['Total', formatMailDollars(totalCents)],
    ...(approvalsNeeded > 1 ? [['Approvals needed', String(approvalsNeeded)] as const] : []),
    ['Decide by', clock.time(expiresAt)],
  ],
  button: { label: 'Review request', to: `/approvals/${requestId}` },
  why: ACCOUNT_EXPLANATION,
});

export const ORDER_REQUEST_MAILS: MailRules<OrderRequestMailData> = {
  order_requested: {
    group: 'bookings',
    neutral: 'An order needs your approval.',
    mail: createRequestedMail,
  },
  orders_waiting: {
    group: 'bookings',
    neutral: 'Orders need your approval.',
    mail: ({ items, count }, context) => {
      const [only] = items;
      if (only !== undefined && count === 1) return createRequestedMail(only, context);
      const orders = count === 1 ? 'An order needs' : `${count} orders need`;
      return {
        subject: `${orders} your approval`,
        title: `${orders} your approval`,
        paragraphs: [
          `You can now approve orders, and ${count === 1 ? 'a request is' : `${count} requests are`} waiting for a decision.`,
          'Approve or decline each order before its request expires.',
        ],
        facts: items.map(
          ({ memberName, creatorName, packageName, totalCents, expiresAt }) =>
            [
              `${packageName} from ${creatorName}`,
              `${formatMailDollars(totalCents)}, requested by ${memberName}\nDecide by ${context.clock.time(expiresAt)}`,
            ] as const,
        ),
        button: { label: 'Review requests', to: '/approvals' },
        ...(count > items.length && { after: [`See ${count - items.length} more on the approvals page.`] }),
        why: ACCOUNT_EXPLANATION,
      };
    },
  },
  order_request_closed: {
    group: 'bookings',
    neutral: 'A request to order was closed.',
    mail: ({ requestId, outcome, memberName, creatorName, packageName, closingReason }) => ({
      subject: fitSubject`${CLOSED_TEXTS[outcome].title}: “${packageName}” from ${creatorName}`,
      title: CLOSED_TEXTS[outcome].title,
      paragraphs: [
        memberName === null
          ? `Your request to order “${packageName}” from ${creatorName} ${CLOSED_TEXTS[outcome].text}.`
          : `${memberName} declined your request to order “${packageName}” from ${creatorName}.`,
        CLOSED_TEXTS[outcome].advice,
      ],
      ...(closingReason !== '' && { facts: [[CLOSED_TEXTS[outcome].reason, closingReason] as const] }),
      button: { label: 'View request', to: `/approvals/${requestId}` },
      why: ACCOUNT_EXPLANATION,
    }),
  },
  order_request_paid: {
    group: 'bookings',
    neutral: 'An order that you requested is approved and paid.',
    mail: ({ bookingId, creatorName, packageName, totalCents }) => ({
      subject: fitSubject`Order approved: “${packageName}” from ${creatorName}`,
      title: 'Your order is approved',
      paragraphs: [
        `Your order of “${packageName}” from ${creatorName} is approved, and the saved card is authorized.`,
        `The card is charged when ${creatorName} accepts. You don’t need to do anything.`,
      ],
      facts: [['Total', formatMailDollars(totalCents)]],
      button: { label: 'View booking', to: `/booking-details?bookingId=${bookingId}` },
      why: ACCOUNT_EXPLANATION,
    }),
  },
  order_request_payable: {
    group: 'money',
    neutral: 'An order that you requested is approved, but not paid yet.',
    mail: ({ bookingId, creatorName, packageName, totalCents }) => ({
      subject: fitSubject`Pay for your approved order: “${packageName}”`,
      title: 'Your order is approved, but not paid yet',
      paragraphs: [
        `Your order of “${packageName}” from ${creatorName} is approved, but no card is authorized for it yet.`,
        `Open the checkout to pay for it. Until then, ${creatorName} does not see the order.`,
      ],
      facts: [['Total', formatMailDollars(totalCents)]],
      button: { label: 'Pay now', to: `/checkout/${bookingId}` },
      why: ACCOUNT_EXPLANATION,
    }),
  },
};
