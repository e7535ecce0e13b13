/** What every mail says: one set of parts, from which the HTML and the text are made. Everything in it is escaped. */
import { cancelSentence } from '@marquee/booking';
import { dollars, EVENT_TEMPLATES, forViewer, moment, type BookingMail, type EventMails } from './events.templates.ts';

/** Every mail and what it is made from. */
export interface Mails extends EventMails {
  verify_email: { fullName: string };
  reset_password: { fullName: string };
  password_changed: { fullName: string };
  /** To the new address. */
  change_email: { fullName: string; email: string };
  /** To the address in use, when a change of it is asked for, and when it is made. */
  email_change_asked: { fullName: string; email: string };
  email_changed: { fullName: string; email: string };
  identity_connected: { fullName: string; label: string };
  account_deleted: { fullName: string };
  /** To the operator; an answer goes to the sender. */
  contact_message: { name: string; email: string; company: string; subject: string; category: string; message: string };
  /** To the sender. `category` is one of the list. */
  contact_received: { category: string };
  booking_requested: BookingMail;
  booking_accepted: BookingMail;
  booking_ended: BookingMail;
  booking_started: BookingMail;
  booking_completed: BookingMail;
}
export type MailKind = keyof Mails;

/** What a mail is made of, before it is HTML or text. */
export interface Parts {
  subject: string;
  title: string;
  paragraphs: string[];
  facts?: (readonly [label: string, value: string])[];
  /** `to` is a path of ours or a whole address. */
  button?: { label: string; to: string };
  /** Below the button. */
  after?: string[];
  /** Why the reader got it. */
  why: string;
  replyTo?: string;
}

interface Place {
  publicUrl: string;
  /** The one-time link, in the mails that carry one. */
  link: string | null;
}

const ACCOUNT = 'You get this mail because this address belongs to a Marquee account.';
const SECURITY = '/settings/account';
const NOT_YOU = 'If this was not you, reset your password now: that signs out everybody else and stops open changes.';

/** The name, in mails to addresses that may be a stranger's: a name must not carry somebody's advertisement there. */
const named = (fullName: string) => (/[:/@]|\.\w/.test(fullName) ? '' : `, ${fullName}`);

type Template<K extends MailKind> = (data: Mails[K], place: Place) => Parts;

const TEMPLATES: { [K in MailKind]: Template<K> } = {
  verify_email: ({ fullName }, { link }) => ({
    subject: 'Confirm your email address',
    title: `Welcome to Marquee${named(fullName)}`,
    paragraphs: ['Please confirm that this address is yours, so that bookings and receipts reach you.'],
    button: { label: 'Confirm email address', to: link ?? '' },
    after: [
      'The link is good for 24 hours. If you did not create an account at Marquee, do not press the button: without it the address is not used.',
    ],
    why: 'You get this mail because somebody entered this address at Marquee.',
  }),
  reset_password: ({ fullName }, { link }) => ({
    subject: 'Reset your password',
    title: 'Choose a new password',
    paragraphs: [`Hello ${fullName}, somebody asked to reset the password of your Marquee account.`],
    button: { label: 'Reset password', to: link ?? '' },
    after: [
      'The link is good once, for one hour. If you did not ask for it, there is nothing to do: your password stays as it is.',
    ],
    why: ACCOUNT,
  }),
  password_changed: ({ fullName }, { publicUrl }) => ({
    subject: 'Your password was changed',
    title: 'Your password was changed',
    paragraphs: [
      `Hello ${fullName}, the password of your Marquee account was changed a moment ago, and all other devices were signed out.`,
    ],
    button: { label: 'Reset password', to: `${publicUrl}/forgot-password` },
    after: ['If this was you, there is nothing to do. If not, reset your password now.'],
    why: ACCOUNT,
  }),
  change_email: ({ fullName, email }, { link }) => ({
    subject: 'Confirm your new email address',
    title: 'Confirm your new email address',
    paragraphs: [
      `Hello${named(fullName)}, you asked to use ${email} for your Marquee account. Press the button to make the change.`,
    ],
    button: { label: 'Use this address', to: link ?? '' },
    after: ['The link is good for 24 hours. If you did not ask for it, there is nothing to do.'],
    why: 'You get this mail because somebody entered this address at Marquee.',
  }),
  email_change_asked: ({ fullName, email }, { publicUrl }) => ({
    subject: 'Your email address is about to change',
    title: 'Your email address is about to change',
    paragraphs: [
      `Hello ${fullName}, somebody who is signed in to your Marquee account asked to change its address to ${email}.`,
      'The change is made when the mail to that address is answered.',
    ],
    button: { label: 'Look at your account', to: SECURITY },
    after: [NOT_YOU, `${publicUrl}/forgot-password`],
    why: ACCOUNT,
  }),
  email_changed: ({ fullName, email }) => ({
    subject: 'Your email address was changed',
    title: 'Your email address was changed',
    paragraphs: [`Hello ${fullName}, your Marquee account now uses ${email}. Mails go there from now on.`],
    button: { label: 'Contact us', to: '/contact' },
    after: ['If you did not do this, please write to us at once.'],
    why: 'You get this mail because this address belonged to a Marquee account until now.',
  }),
  identity_connected: ({ fullName, label }) => ({
    subject: `${label} is connected to your account`,
    title: `You can now sign in with ${label}`,
    paragraphs: [
      `Hello ${fullName}, ${label} was connected to your Marquee account. Whoever can sign in there can sign in here.`,
    ],
    button: { label: 'Look at your account', to: SECURITY },
    after: [`If this was not you, disconnect ${label} and change your password.`],
    why: ACCOUNT,
  }),
  account_deleted: ({ fullName }) => ({
    subject: 'Your account was deleted',
    title: 'Your account was deleted',
    paragraphs: [
      `Goodbye ${fullName}. Your Marquee account and what it said about you are deleted.`,
      'Bookings you were part of and their payments stay on record for the other side, without your name.',
    ],
    button: { label: 'Contact us', to: '/contact' },
    after: ['If you did not do this, please write to us at once. You are welcome to register again at any time.'],
    why: 'You get this mail because this address belonged to a Marquee account until now. It is the last one.',
  }),
  contact_message: ({ name, email, company, subject, category, message }) => ({
    subject: `[${category}] ${subject}`,
    title: subject,
    paragraphs: [message],
    facts: [
      ['From', `${name} <${email}>`],
      ...(company === '' ? [] : [['Company', company] as const]),
      ['Category', category],
    ],
    why: 'Sent from the contact page. Answering this mail writes to the sender.',
    replyTo: email,
  }),
  // Nothing that a visitor typed: anybody may enter anybody's address there.
  contact_received: ({ category }) => ({
    subject: 'We received your message',
    title: 'Thank you for writing to us',
    paragraphs: ['Your message has arrived. We answer within 24 hours, Monday to Friday.'],
    facts: [['Category', category]],
    why: 'You get this mail because this address was given on the Marquee contact page.',
  }),

  booking_requested: (booking) =>
    forViewer(booking, {
      creator: {
        subject: `New booking request from ${booking.brandName}`,
        title: `${booking.brandName} wants to book you`,
        paragraphs: [
          `${booking.brandName} ordered “${booking.packageName}”. The card is authorised and is charged when you accept.`,
          `Please accept or decline by ${moment(booking.acceptBy)}. If you do nothing, the booking is cancelled and nothing is charged.`,
        ],
        facts: [
          ['You receive', dollars(booking.priceCents)],
          ['Accept by', moment(booking.acceptBy)],
        ],
        button: 'Answer the request',
      },
      brand: {
        subject: `Your booking request to ${booking.creatorName}`,
        title: 'Your booking request is on its way',
        paragraphs: [
          `You ordered “${booking.packageName}” from ${booking.creatorName}. Your card is authorised and not charged yet.`,
          `${booking.creatorName} has until ${moment(booking.acceptBy)} to accept. If that does not happen, your card is never charged.`,
        ],
        facts: [
          ['Total', dollars(booking.totalCents)],
          ['Answer by', moment(booking.acceptBy)],
        ],
        button: 'See your booking',
      },
    }),
  booking_accepted: (booking) =>
    forViewer(booking, {
      creator: {
        subject: `You accepted the booking of ${booking.brandName}`,
        title: 'The booking is yours',
        paragraphs: [
          `The payment for “${booking.packageName}” is held by the platform until the work is completed.`,
          'Press “Start Working” when you begin: the delivery time counts from then.',
        ],
        facts: [['You receive', dollars(booking.priceCents)]],
        button: 'Open the booking',
      },
      brand: {
        subject: `${booking.creatorName} accepted your booking`,
        title: `${booking.creatorName} accepted your booking`,
        paragraphs: [
          `Your card was charged ${dollars(booking.totalCents)} for “${booking.packageName}”. The platform holds the payment until the work is completed.`,
        ],
        facts: [['Charged', dollars(booking.totalCents)]],
        button: 'See your booking',
      },
    }),
  booking_ended: (booking) =>
    forViewer(booking, {
      creator: {
        subject: `The booking of ${booking.brandName} was cancelled`,
        title: 'The booking was cancelled',
        paragraphs: [
          `${reason(booking)} “${booking.packageName}” for ${booking.brandName} does not take place, and nothing was charged.`,
        ],
        button: 'See the booking',
      },
      brand: {
        subject: `Your booking with ${booking.creatorName} was cancelled`,
        title: 'Your booking was cancelled',
        paragraphs: [
          `${reason(booking)} “${booking.packageName}” does not take place. Your card is not charged, and the authorisation is cancelled.`,
        ],
        button: 'See the booking',
      },
    }),
  booking_started: (booking) =>
    forViewer(booking, {
      creator: {
        subject: `Your work for ${booking.brandName} has begun`,
        title: 'Your work has begun',
        paragraphs: [
          `“${booking.packageName}” is due ${moment(booking.dueAt)}. Press “Mark as Completed” when it is delivered.`,
        ],
        facts: [['Due', moment(booking.dueAt)]],
        button: 'Open the booking',
      },
      brand: {
        subject: `${booking.creatorName} has started working`,
        title: `${booking.creatorName} has started working`,
        paragraphs: [
          `“${booking.packageName}” is due ${moment(booking.dueAt)}. Your payment stays held by the platform until the work is completed.`,
        ],
        facts: [['Due', moment(booking.dueAt)]],
        button: 'See your booking',
      },
    }),
  booking_completed: (booking) =>
    forViewer(booking, {
      creator: {
        subject: `You completed the booking of ${booking.brandName}`,
        title: 'Well done',
        paragraphs: [
          `You marked “${booking.packageName}” as completed. ${dollars(booking.priceCents)} are paid out when ${booking.brandName} approves, or by themselves on ${moment(booking.releaseAt)}.`,
        ],
        facts: [
          ['You receive', dollars(booking.priceCents)],
          ['At the latest', moment(booking.releaseAt)],
        ],
        button: 'Open the booking',
      },
      brand: {
        subject: `${booking.creatorName} completed your booking`,
        title: 'Please approve the work',
        paragraphs: [
          `${booking.creatorName} marked “${booking.packageName}” as completed.`,
          `Approve it by ${moment(booking.releaseAt)}. If you do nothing until then, the payout is released to the creator automatically.`,
        ],
        facts: [
          ['Payout', dollars(booking.priceCents)],
          ['Approve by', moment(booking.releaseAt)],
        ],
        button: 'Look at it and approve',
      },
    }),

  ...EVENT_TEMPLATES,
};

const reason = ({ cancelReason, viewer }: BookingMail) =>
  cancelReason === null ? '' : cancelSentence(cancelReason, viewer);

/** A letter without its envelope. */
export interface Rendered {
  subject: string;
  html: string;
  text: string;
  replyTo?: string;
}

/** Makes a mail of its data. Links begin with `publicUrl`, whatever the data says. */
export function render<K extends MailKind>(kind: K, data: Mails[K], place: Place): Rendered {
  const parts = TEMPLATES[kind](data, place);
  const button = parts.button && {
    label: parts.button.label,
    url: parts.button.to.startsWith('/') ? place.publicUrl + parts.button.to : parts.button.to,
  };
  return {
    // A line break would begin another header.
    subject: parts.subject.replace(/\s+/g, ' ').slice(0, 200),
    html: htmlOf(parts, button, place.publicUrl),
    text: textOf(parts, button, place.publicUrl),
    ...(parts.replyTo !== undefined && { replyTo: parts.replyTo }),
  };
}

interface Link {
  label: string;
  url: string;
}

function textOf(parts: Parts, button: Link | undefined, publicUrl: string): string {
  return [
    parts.title,
    ...parts.paragraphs,
    ...(parts.facts === undefined ? [] : [parts.facts.map(([label, value]) => `${label}: ${value}`).join('\n')]),
    ...(button === undefined ? [] : [`${button.label}:\n${button.url}`]),
    ...(parts.after ?? []),
    `--\nMarquee · Creator Economy Platform · ${publicUrl}\n${parts.why}`,
  ].join('\n\n');
}

const escape = (value: string) =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
const lines = (value: string) => escape(value).replaceAll(/\r\n|\r|\n/g, '<br>');

// The web app's colours (theme.ts): mail programs know no variables and no style sheets of ours.
const FONT = "font-family:Figtree,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const DARK = `
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    @media (prefers-color-scheme: dark) {
      .page { background: #161311 !important; }
      .card { background: #201c18 !important; border-color: #36312b !important; }
      .text { color: #f0ece6 !important; }
      .dim { color: #c3bbb1 !important; }
      .rule { border-color: #36312b !important; }
      .button { background: #6756ea !important; }
    }
    @media (max-width: 480px) { .card-cell { padding: 28px 20px !important; } }`;

/** Tables and inline styles: what every mail program understands. Without dark mode it stays light. */
function htmlOf(parts: Parts, button: Link | undefined, publicUrl: string): string {
  const paragraph = (value: string) =>
    `<p class="text" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:#1f1b17">${lines(value)}</p>`;
  const quiet = (value: string) =>
    `<p class="dim" style="margin:0 0 12px;font-size:14px;line-height:1.5;color:#5a524a">${lines(value)}</p>`;
  const fact = ([label, value]: readonly [string, string]) => `
            <tr>
              <td class="dim rule" style="padding:10px 16px 10px 0;border-top:1px solid #e9e4dc;font-size:14px;color:#5a524a;vertical-align:top">${escape(label)}</td>
              <td class="text rule" style="padding:10px 0;border-top:1px solid #e9e4dc;font-size:15px;font-weight:600;color:#1f1b17;text-align:right">${lines(value)}</td>
            </tr>`;
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="supported-color-schemes" content="light dark">
  <title>${escape(parts.subject)}</title>
  <style>${DARK}
  </style>
</head>
<body class="page" style="margin:0;padding:0;background:#faf8f5;${FONT}">
  <div style="display:none;max-height:0;overflow:hidden">${escape(parts.paragraphs[0] ?? '')}</div>
  <table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#faf8f5">
    <tr><td align="center" style="padding:32px 16px">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
        <tr><td style="padding:0 4px 20px">
          <table role="presentation" cellpadding="0" cellspacing="0"><tr>
            <td style="width:32px;height:32px;border-radius:9px;background:#4733dc;color:#ffffff;font-size:18px;font-weight:700;text-align:center;line-height:32px" aria-hidden="true">M</td>
            <td class="text" style="padding-left:10px;font-size:18px;font-weight:700;color:#1f1b17">Marquee</td>
          </tr></table>
        </td></tr>
        <tr><td class="card card-cell" style="padding:36px;background:#ffffff;border:1px solid #e9e4dc;border-radius:16px">
          <h1 class="text" style="margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:700;color:#1f1b17">${escape(parts.title)}</h1>
          ${parts.paragraphs.map(paragraph).join('\n          ')}
          ${parts.facts === undefined ? '' : `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:4px 0 20px">${parts.facts.map(fact).join('')}</table>`}
          ${
            button === undefined
              ? ''
              : `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td class="button" style="border-radius:10px;background:#4733dc">
            <a href="${escape(button.url)}" style="display:inline-block;padding:13px 24px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escape(button.label)}</a>
          </td></tr></table>`
          }
          ${(parts.after ?? []).map(quiet).join('\n          ')}
        </td></tr>
        <tr><td class="dim" style="padding:20px 4px 0;font-size:13px;line-height:1.5;color:#5a524a">
          ${escape(parts.why)}<br>
          Marquee · Creator Economy Platform · <a href="${escape(publicUrl)}" class="dim" style="color:#5a524a">${escape(publicUrl.replace(/^https?:\/\//, ''))}</a>
        </td></tr>
      </table>
    </td></tr>
  </table>
</body>
</html>
`;
}
