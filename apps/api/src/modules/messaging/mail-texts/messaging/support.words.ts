/** Emails about messages from the contact page. */
import { PRODUCT_NAME } from '@marquee/brand';
import { fitSubject, type MailFact, type MailRules } from '../mail.words.ts';

export interface SupportMailData {
  /** An email to the operator about a contact message. Replying to this email writes to the sender of the message. */
  contact_message: { name: string; email: string; company: string; subject: string; category: string; message: string };
  /** An email to the sender of a contact message. */
  contact_received: { category: string };
  /** Staff's answer, to the sender of a contact message. `subjectId` is the id of the thread. */
  contact_answer: { subjectId: string; reference: string; category: string; answer: string };
  /** The sender's reply to staff's answer, to the operator. */
  contact_reply: { reference: string; name: string; email: string; subject: string; message: string };
}

const CONTACT_EXPLANATION = `You received this email because this address was entered on the ${PRODUCT_NAME} contact page.`;
const OPERATOR_EXPLANATION =
  'Sent from the contact page. Reply in the admin area to keep the conversation in one place. A reply to this email goes to the sender.';

export const SUPPORT_MAILS: MailRules<SupportMailData> = {
  contact_message: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: ({ name, email, company, subject, category, message }) => ({
      subject: fitSubject`[${category}] ${subject}`,
      title: subject,
      paragraphs: [message],
      facts: [
        ['From', `${name} <${email}>`],
        ...(company === '' ? [] : ([['Company', company]] satisfies MailFact[])),
        ['Category', category],
      ],
      button: { label: 'Reply', to: '/admin/messages' },
      why: OPERATOR_EXPLANATION,
      replyTo: email,
    }),
  },
  // Contains nothing that the visitor typed, because visitors can enter another person's email address.
  contact_received: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: ({ category }) => ({
      subject: 'We received your message',
      title: 'We received your message',
      paragraphs: ['Thank you for your message.', 'We will reply by email within 24 hours on weekdays.'],
      facts: [['Category', category]],
      why: CONTACT_EXPLANATION,
    }),
  },
  contact_answer: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: ({ reference, category, answer }, { link }) => ({
      subject: `[${reference}] Our answer to your message`,
      title: 'Our answer to your message',
      paragraphs: [answer],
      facts: [
        ['Reference', reference],
        ['Category', category],
      ],
      button: { label: 'View conversation', to: link ?? '' },
      after: ['You can reply there for 90 days, without an account. Do not share the link.'],
      why: CONTACT_EXPLANATION,
    }),
  },
  contact_reply: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: ({ reference, name, email, subject, message }) => ({
      subject: fitSubject`[${reference}] ${subject}`,
      title: `New reply from ${name}`,
      paragraphs: [message],
      facts: [
        ['Reference', reference],
        ['From', `${name} <${email}>`],
      ],
      button: { label: 'Reply', to: '/admin/messages' },
      why: OPERATOR_EXPLANATION,
      replyTo: email,
    }),
  },
};
