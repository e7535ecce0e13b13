/**
 * Templates of all emails. Each template returns parts (mail.layout.ts) that are rendered as HTML and text. All
 * content is escaped.
 */
import {
  CANCEL_REASONS,
  formatMinorUnits,
  WAITING_LIST_HOLD_HOURS,
  PRODUCT_NAME,
  describePayoutReturn,
  type Side,
} from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import { isHideable, type HideableSubject, type ReportOutcome, type ReportSubject } from '@marquee/validation';
import { formatMailDateTime } from './booking.templates.ts';
import { EVENT_TEMPLATES, type EventMailDataByKind } from './events.templates.ts';
import { renderMailParts, type RenderedMail, type MailParts } from './mail.layout.ts';

/** The data of emails that do not report a booking event, by kind. */
export interface NonEventMailDataByKind {
  verify_email: Record<string, never>;
  reset_password: { fullName: string };
  password_changed: { fullName: string };
  change_email: { fullName: string };
  /** To the account's current address when the user requests a change of address. `email` is the new address. */
  email_change_asked: { fullName: string; email: string };
  /** To the account's former address after the change. `email` is the new address. */
  email_changed: { fullName: string; email: string; wasConfirmed: boolean };
  identity_connected: { fullName: string; label: string };
  account_suspended: { fullName: string; reason: string };
  suspension_lifted: { fullName: string };
  /** To a creator whose bank returned a payout. `amount` is in the currency's minor units. */
  payout_returned: { fullName: string; amount: number; currency: string; failureCode: string };
  account_deleted: { fullName: string; wasConfirmed: boolean };
  /** To the operator about a contact message. Replying to this email writes to the sender of the message. */
  contact_message: { name: string; email: string; company: string; subject: string; category: string; message: string };
  /** To the sender of a contact message. */
  contact_received: { category: string };
  /** Staff's answer, to the sender of a contact message. `subjectId` is the id of the thread. */
  contact_answer: { subjectId: string; reference: string; category: string; answer: string };
  /** The sender's reply to staff's answer, to the operator. */
  contact_reply: { reference: string; name: string; email: string; subject: string; message: string };
  /** To the user who reported the content. */
  report_decided: { fullName: string; label: string; outcome: ReportOutcome };
  /** To the owner of the reported content. `subjectId` is the id of the decision. */
  moderation_decided: {
    subjectId: string;
    fullName: string;
    kind: ReportSubject;
    label: string;
    outcome: ReportOutcome;
    reason: string;
  };
  /** To a creator whose follower proof staff confirmed or refused. `platform` is a display name. */
  proof_decided: {
    fullName: string;
    platform: string;
    handle: string;
    followers: number;
    outcome: 'confirmed' | 'refused';
    reason: string;
  };
  /** To a brand on a waiting list. A slot is reserved for the brand until `until`. */
  slot_offered: {
    fullName: string;
    creatorName: string;
    packageName: string;
    packageId: string;
    /** An ISO timestamp. */
    until: string;
    priceCents: number;
    /** The price when the brand joined the waiting list, or null if the price has not changed. */
    formerPriceCents: number | null;
  };
  /** To a user with unread messages. The email does not include their text. */
  messages_unread: {
    fullName: string;
    otherName: string;
    packageName: string | null;
    conversationId: string;
    count: number;
  };
  /** To a brand that did not book its reserved slot in time. The slot went to the next brand on the waiting list. */
  slot_expired: { fullName: string; creatorName: string; packageName: string; packageId: string | null };
  /** To a brand on a waiting list for a package that is no longer for sale. */
  slot_gone: { fullName: string; creatorName: string; packageName: string; packageId: string | null };
  /**
   * To a user with new matches of saved searches. `subjectId` is the user's id. `params` are the URL parameters of
   * the search.
   */
  search_news: {
    subjectId: string;
    fullName: string;
    searches: {
      name: string;
      params: Record<string, string>;
      count: number;
      creators: { fullName: string; packageName: string; totalCents: number }[];
    }[];
  };
  /**
   * A user's notifications since the last daily email, latest first. `at` is an ISO timestamp. `path` is a path in
   * the web app.
   */
  daily: { items: { text: string; path: string | null; at: string }[]; count: number };
  /** An invitation to review a booking, to one of its sides. `until` is an ISO timestamp. */
  review_invited: ReviewMailData & { until: string };
  /** A reminder to a side that has not reviewed the booking yet. `until` is an ISO timestamp. */
  review_reminder: ReviewMailData & { until: string };
  /** To one side when reviews are published. `wrote` lists the sides whose reviews are now published. */
  reviews_shown: ReviewMailData & { creatorUsername: string; wrote: Side[] };
  offer_requested: OfferMailData;
  offer_answered: OfferMailData;
  offer_countered: OfferMailData;
  offer_accepted: OfferMailData;
  offer_ended: OfferMailData;
  offer_expired: OfferMailData;
  offer_gone: OfferMailData;
  /**
   * To the owner of the reported content (`isOwner`) and to the users who reported it. Only the owner gets the
   * reason. `isAnew` means that staff have since hidden the content or suspended its owner again, for another
   * reason.
   */
  appeal_decided: {
    fullName: string;
    label: string;
    outcome: 'upheld' | 'reversed';
    reason: string;
    isOwner: boolean;
    isAnew: boolean;
  };
}

interface ReviewMailData {
  bookingId: string;
  packageName: string;
  reader: Side;
  fullName: string;
  otherName: string;
}

/**
 * The data of emails about an offer. Name, price, days and deadline come from one version of the offer. If the offer
 * has no version yet, the name is empty and the others are null.
 */
interface OfferMailData {
  offerId: string;
  reader: Side;
  brandName: string;
  creatorName: string;
  offerName: string;
  /** The message of the side that ended the offer. */
  offerWords: string;
  priceCents: number | null;
  deliveryDays: number | null;
  /** An ISO timestamp. */
  until: string | null;
}

export type MailDataByKind = NonEventMailDataByKind & EventMailDataByKind;
export type MailKind = keyof MailDataByKind;

interface MailRenderContext {
  publicUrl: string;
  /** The email's link with its token, or null if this kind has none. */
  link: string | null;
  /** True if the recipient has not verified the address. The email then contains no user input. */
  isStranger: boolean;
  /** The recipient's IANA time zone. If missing or null, times are in UTC. */
  timeZone?: string | null;
}

const ACCOUNT_EXPLANATION = `You get this mail because this address belongs to a ${PRODUCT_NAME} account.`;
/** The effect of hiding each kind of content, worded as the end of a sentence in an email. */
const HIDING_EFFECTS: Record<HideableSubject, string> = {
  package: 'brands cannot see or book it',
  review: 'nobody but you can read it, and it does not count',
  list: 'nobody but you can read it',
};
const WAITING_LIST_EXPLANATION = `You get this mail because you joined a waiting list at ${PRODUCT_NAME}.`;
const ACCOUNT_SETTINGS_PATH = '/settings/account';
const NOT_YOU_TEXT =
  'If this was not you, reset your password now: that signs out everybody else and stops open changes.';

/** Returns the salutation. Leaves out a name that looks like an email address or a link. */
const formatGreeting = (fullName: string) =>
  fullName === '' || /[:/@]|\.\w/.test(fullName) ? 'Hello' : `Hello ${fullName}`;

const getReaderName = ({ reader, brandName, creatorName }: OfferMailData) =>
  reader === 'brand' ? brandName : creatorName;
const getOtherSideName = ({ reader, brandName, creatorName }: OfferMailData) =>
  reader === 'brand' ? creatorName : brandName;
const createOfferButton = ({ offerId }: OfferMailData, label: string) => ({ label, to: `/offers/${offerId}` });

/**
 * Lists the labeled details of an offer version. Leaves out the brand's total, because it depends on the current
 * fee.
 */
const listOfferVersionFacts = (told: OfferMailData, place: MailRenderContext, until: string): [string, string][] => [
  ...(told.priceCents === null
    ? []
    : ([
        [told.reader === 'brand' ? 'Price, before the platform fee' : 'You receive', formatDollars(told.priceCents)],
      ] as [string, string][])),
  ...(told.deliveryDays === null
    ? []
    : ([['Delivery', told.deliveryDays === 1 ? '1 day' : `${told.deliveryDays} days`]] as [string, string][])),
  ...(told.until === null ? [] : ([[until, formatMailDateTime(place, told.until)]] as [string, string][])),
];

type MailTemplate<K extends MailKind> = (data: MailDataByKind[K], place: MailRenderContext) => MailParts;

const MAIL_TEMPLATES: { [K in MailKind]: MailTemplate<K> } = {
  verify_email: (_data, { link }) => ({
    subject: 'Confirm your email address',
    title: `Welcome to ${PRODUCT_NAME}`,
    paragraphs: ['Please confirm that this address is yours, so that bookings and receipts reach you.'],
    button: { label: 'Confirm email address', to: link ?? '' },
    after: [
      `The link is good for 24 hours. If you did not create an account at ${PRODUCT_NAME}, do not press the button: without it the address is not used.`,
    ],
    why: `You get this mail because somebody entered this address at ${PRODUCT_NAME}.`,
  }),
  reset_password: ({ fullName }, { link }) => ({
    subject: 'Reset your password',
    title: 'Choose a new password',
    paragraphs: [`${formatGreeting(fullName)}, somebody asked to reset the password of your ${PRODUCT_NAME} account.`],
    button: { label: 'Reset password', to: link ?? '' },
    after: [
      'The link is good once, for one hour. If you did not ask for it, there is nothing to do: your password stays as it is.',
    ],
    why: ACCOUNT_EXPLANATION,
  }),
  password_changed: ({ fullName }, { publicUrl }) => ({
    subject: 'Your password was changed',
    title: 'Your password was changed',
    paragraphs: [
      `${formatGreeting(fullName)}, the password of your ${PRODUCT_NAME} account was changed a moment ago, and all other devices were signed out.`,
    ],
    button: { label: 'Reset password', to: `${publicUrl}/forgot-password` },
    after: ['If this was you, there is nothing to do. If not, reset your password now.'],
    why: ACCOUNT_EXPLANATION,
  }),
  change_email: ({ fullName }, { link }) => ({
    subject: 'Confirm your new email address',
    title: 'Confirm your new email address',
    paragraphs: [
      `${formatGreeting(fullName)}, you asked to use this address for your ${PRODUCT_NAME} account. Press the button to make the change.`,
    ],
    button: { label: 'Use this address', to: link ?? '' },
    after: ['The link is good for 24 hours. If you did not ask for it, there is nothing to do.'],
    why: `You get this mail because somebody entered this address at ${PRODUCT_NAME}.`,
  }),
  email_change_asked: ({ fullName, email }, { publicUrl }) => ({
    subject: 'Your email address is about to change',
    title: 'Your email address is about to change',
    paragraphs: [
      `${formatGreeting(fullName)}, somebody who is signed in to your ${PRODUCT_NAME} account asked to change its address to ${email}.`,
      'The change is made when the mail to that address is answered.',
    ],
    button: { label: 'Look at your account', to: ACCOUNT_SETTINGS_PATH },
    after: [NOT_YOU_TEXT, `${publicUrl}/forgot-password`],
    why: ACCOUNT_EXPLANATION,
  }),
  email_changed: ({ fullName, email }) => ({
    subject: 'Your email address was changed',
    title: 'Your email address was changed',
    paragraphs: [
      `${formatGreeting(fullName)}, your ${PRODUCT_NAME} account now uses ${email}. Mails go there from now on.`,
    ],
    button: { label: 'Contact us', to: '/contact' },
    after: ['If you did not do this, please write to us at once.'],
    why: `You get this mail because this address belonged to a ${PRODUCT_NAME} account until now.`,
  }),
  identity_connected: ({ fullName, label }) => ({
    subject: `${label} is connected to your account`,
    title: `You can now sign in with ${label}`,
    paragraphs: [
      `${formatGreeting(fullName)}, ${label} was connected to your ${PRODUCT_NAME} account. Whoever can sign in there can sign in here.`,
    ],
    button: { label: 'Look at your account', to: ACCOUNT_SETTINGS_PATH },
    after: [`If this was not you, disconnect ${label} and change your password.`],
    why: ACCOUNT_EXPLANATION,
  }),
  payout_returned: ({ fullName, amount, currency, failureCode }) => ({
    subject: 'Your bank sent a payout back',
    title: 'Your bank sent a payout back',
    paragraphs: [
      `${formatGreeting(fullName)}, Stripe paid ${formatMinorUnits(amount, currency)} to your bank, and it came back: ${describePayoutReturn(failureCode)}.`,
      'The money is yours and waits on your Stripe account. Stripe pays nothing to this bank account any more; give another one, and it is paid out with the next payout.',
    ],
    facts: [['Came back', formatMinorUnits(amount, currency)]],
    button: { label: 'Replace the bank account', to: '/payouts' },
    why: ACCOUNT_EXPLANATION,
  }),
  account_suspended: ({ fullName, reason }) => ({
    subject: `Your ${PRODUCT_NAME} account is suspended`,
    title: 'Your account is suspended',
    paragraphs: [
      `${formatGreeting(fullName)}, your ${PRODUCT_NAME} account was suspended: nobody can sign in to it, and its packages are not for sale.`,
      `The reason: “${reason}”`,
      'Bookings that are under way go on by their own rules, and money that is due to you is paid or refunded as before.',
    ],
    button: { label: 'Contact us', to: '/contact' },
    after: ['If you think that this is a mistake, please write to us through the contact page.'],
    why: ACCOUNT_EXPLANATION,
  }),
  suspension_lifted: ({ fullName }) => ({
    subject: `Your ${PRODUCT_NAME} account is open again`,
    title: 'Your account is open again',
    paragraphs: [
      `${formatGreeting(fullName)}, the suspension of your ${PRODUCT_NAME} account was lifted. You can sign in again.`,
    ],
    button: { label: 'Sign in', to: '/login' },
    why: ACCOUNT_EXPLANATION,
  }),
  account_deleted: ({ fullName }) => ({
    subject: 'Your account was deleted',
    title: 'Your account was deleted',
    paragraphs: [
      `${formatGreeting(fullName)}, your ${PRODUCT_NAME} account and what it said about you are deleted.`,
      'Bookings you were part of and their payments stay on record for the other side, without your name.',
    ],
    button: { label: 'Contact us', to: '/contact' },
    after: ['If you did not do this, please write to us at once. You are welcome to register again at any time.'],
    why: `You get this mail because this address belonged to a ${PRODUCT_NAME} account until now. It is the last one.`,
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
    button: { label: 'Answer it', to: '/admin/messages' },
    why: 'Sent from the contact page. Answer it in the product, so that the thread is whole; answering this mail writes to the sender.',
    replyTo: email,
  }),
  // Contains nothing that the visitor typed, because visitors can enter another person's email address.
  contact_received: ({ category }) => ({
    subject: 'We received your message',
    title: 'Thank you for writing to us',
    paragraphs: ['Your message has arrived. We answer within 24 hours, Monday to Friday.'],
    facts: [['Category', category]],
    why: `You get this mail because this address was given on the ${PRODUCT_NAME} contact page.`,
  }),
  contact_answer: ({ reference, category, answer }, { link }) => ({
    subject: `[${reference}] Our answer to your message`,
    title: 'We have answered your message',
    paragraphs: [answer],
    facts: [
      ['Reference', reference],
      ['Category', category],
    ],
    button: { label: 'Read or write again', to: link ?? '' },
    after: ['The link is yours alone and works for 90 days. You need no account.'],
    why: `You get this mail because this address was given on the ${PRODUCT_NAME} contact page.`,
  }),
  contact_reply: ({ reference, name, email, subject, message }) => ({
    subject: `[${reference}] ${subject}`,
    title: `${name} has written again`,
    paragraphs: [message],
    facts: [
      ['Reference', reference],
      ['From', `${name} <${email}>`],
    ],
    button: { label: 'Answer it', to: '/admin/messages' },
    why: 'Sent from the page of a thread. Answer it in the product, so that the thread is whole.',
    replyTo: email,
  }),
  report_decided: ({ fullName, label, outcome }) => ({
    subject: 'We have looked at your report',
    title: 'We have looked at your report',
    paragraphs: [
      `${formatGreeting(fullName)}, thank you for telling us about “${label}”.`,
      outcome === 'none'
        ? 'We found nothing there that is against our terms, so it stays as it is.'
        : outcome === 'hidden'
          ? 'It is against our terms, and nobody sees it any more.'
          : 'It is against our terms, and the account is suspended.',
    ],
    after: ['Nobody is told who reported it.'],
    why: ACCOUNT_EXPLANATION,
  }),
  moderation_decided: ({ fullName, kind, label, outcome, reason }, { link }) => ({
    subject:
      outcome === 'none'
        ? 'A report about you was looked at, and nothing changes'
        : outcome === 'hidden'
          ? `“${label}” is hidden`
          : `Your ${PRODUCT_NAME} account is suspended`,
    title:
      outcome === 'none'
        ? 'Nothing changes'
        : outcome === 'hidden'
          ? `Your ${kind} is hidden`
          : 'Your account is suspended',
    paragraphs: [
      outcome === 'none'
        ? `${formatGreeting(fullName)}, somebody reported your ${kind} “${label}”. We looked at it, and it stays as it is.`
        : outcome === 'hidden'
          ? `${formatGreeting(fullName)}, your ${kind} “${label}” was reported. We looked at it and hid it${isHideable(kind) ? `: ${HIDING_EFFECTS[kind]}` : ''}.`
          : `${formatGreeting(fullName)}, your ${kind} “${label}” was reported. We looked at it and suspended your account: nobody can sign in to it, and its packages are not for sale.`,
      ...(outcome === 'none' ? [] : [`The reason: “${reason}”`]),
      ...(outcome === 'none'
        ? []
        : [
            'Bookings that are under way go on by their own rules, and money that is due to you is paid or refunded as before.',
          ]),
    ],
    ...(outcome !== 'none' && { button: { label: 'Appeal', to: link ?? '' } }),
    after:
      outcome === 'none'
        ? ['You do not have to do anything.']
        : ['If you think that this is wrong, you can appeal once, within six months. Somebody of our staff decides.'],
    why: ACCOUNT_EXPLANATION,
  }),
  slot_offered: (data, place) => ({
    subject: `A place with ${data.creatorName} is free for you`,
    title: 'Your place is free',
    paragraphs: [
      `${formatGreeting(data.fullName)}, you waited for ${data.creatorName}, and it is your turn: a place for “${data.packageName}” is kept for you for ${WAITING_LIST_HOLD_HOURS} hours.`,
      ...(data.formerPriceCents === null
        ? []
        : [
            `The price has changed since you joined the list: it was ${formatDollars(data.formerPriceCents)}, it is ${formatDollars(data.priceCents)} now, before the platform fee.`,
          ]),
    ],
    facts: [['Kept for you until', formatMailDateTime(place, data.until)]],
    button: { label: 'Book now', to: `/checkout?packageId=${data.packageId}` },
    after: [
      'If you do not book until then, the place goes to the next one on the list. You can also leave the list there.',
    ],
    why: WAITING_LIST_EXPLANATION,
  }),
  slot_expired: ({ fullName, creatorName, packageName, packageId }) => ({
    subject: `The place with ${creatorName} went to the next one`,
    title: 'Your time to book is over',
    paragraphs: [
      `${formatGreeting(fullName)}, the place with ${creatorName} for “${packageName}” was kept for you, and you did not book it. It goes to the next one on the list.`,
    ],
    button: { label: 'Look at the service', to: packageId === null ? '/' : `/checkout?packageId=${packageId}` },
    after: ['You are welcome to join the list again.'],
    why: WAITING_LIST_EXPLANATION,
  }),
  proof_decided: ({ fullName, platform, handle, followers, outcome, reason }) =>
    outcome === 'confirmed'
      ? {
          subject: `Your ${platform} followers are checked`,
          title: `Your ${platform} followers are checked`,
          paragraphs: [
            `${formatGreeting(fullName)}, your picture shows at least ${followers.toLocaleString('en-US')} followers of ${handle}. Your profile says that we saw it.`,
          ],
          after: ['It counts for a year, and for as long as you name this account and no more followers than that.'],
          button: { label: 'View your settings', to: '/settings' },
          why: ACCOUNT_EXPLANATION,
        }
      : {
          subject: `Your picture of your ${platform} followers was not accepted`,
          title: 'This picture was not accepted',
          paragraphs: [
            `${formatGreeting(fullName)}, we looked at the picture of ${handle} on ${platform} and cannot confirm ${followers.toLocaleString('en-US')} followers with it. The figure stays on your profile as self-declared.`,
          ],
          facts: [['Reason', reason]],
          after: ['You can send another one. We have removed this one.'],
          button: { label: 'Send another picture', to: '/settings' },
          why: ACCOUNT_EXPLANATION,
        },
  slot_gone: ({ fullName, creatorName, packageName }) => ({
    subject: `“${packageName}” is not for sale any more`,
    title: 'What you waited for is not for sale any more',
    paragraphs: [
      `${formatGreeting(fullName)}, you waited for “${packageName}” by ${creatorName}. It is not for sale any more, so your place on the list is gone. Nothing was charged.`,
    ],
    button: { label: 'Find other creators', to: '/find-influencers' },
    why: WAITING_LIST_EXPLANATION,
  }),
  search_news: ({ fullName, searches }, { link }) => {
    const [only, ...others] = searches;
    const count = searches.reduce((sum, search) => sum + search.count, 0);
    const newCreators = count === 1 ? '1 new match' : `${count} new matches`;
    return {
      subject: others.length === 0 ? `${newCreators} for “${only?.name}”` : `${newCreators} for your saved searches`,
      title: newCreators,
      paragraphs: [
        `${formatGreeting(fullName)}, since we last looked, this came up for sale and fits what you search for:`,
        ...searches.map((search) => formatSearchMatches(search)),
      ],
      facts: searches.flatMap(({ creators }) =>
        creators.map(
          ({ fullName: name, packageName, totalCents }) =>
            [name, `${packageName}\n${formatDollars(totalCents)} in total`] as const,
        ),
      ),
      button:
        only !== undefined && others.length === 0
          ? { label: 'See all that fits', to: `/find-influencers?${new URLSearchParams(only.params).toString()}` }
          : { label: 'See your searches', to: '/saved' },
      why: `You get this mail, at most once a day, because you asked for new matches of a search that you saved at ${PRODUCT_NAME}.`,
      ...(link !== null && { unsubscribe: link }),
    };
  },
  daily: ({ items, count }, place) => ({
    subject: count === 1 ? `1 thing happened on ${PRODUCT_NAME}` : `${count} things happened on ${PRODUCT_NAME}`,
    title: 'What you have not read yet',
    paragraphs: [
      `${count === 1 ? 'One thing' : `${count} things`} happened that you have not looked at on ${PRODUCT_NAME}.`,
    ],
    facts: items.map(({ text, at }) => [formatMailDateTime(place, at), text] as const),
    button: { label: 'Open your notifications', to: '/notifications' },
    ...(count > items.length && { after: [`${count - items.length} more are in your notifications.`] }),
    why: `You get this mail, at most once a day, because you chose to have mails of ${PRODUCT_NAME} collected. You can change that in your settings.`,
  }),
  offer_requested: (told, place) => ({
    subject: `${told.brandName} asks you for an offer`,
    title: 'A brand asks you for an offer',
    paragraphs: [
      `${formatGreeting(getReaderName(told))}, ${told.brandName} would like an offer from you. Read what is needed, and answer with what you deliver, for how much and when, or decline with a sentence.`,
    ],
    facts: listOfferVersionFacts(told, place, 'Answer until'),
    button: createOfferButton(told, 'Read it and answer'),
    after: ['Nobody is bound by an answer until the brand pays it and you accept the booking.'],
    why: ACCOUNT_EXPLANATION,
  }),
  offer_answered: (told, place) => ({
    subject: `${told.creatorName} made you an offer`,
    title: `Your offer: ${told.offerName}`,
    paragraphs: [
      `${formatGreeting(getReaderName(told))}, ${told.creatorName} offers you “${told.offerName}”. You can accept and pay it, suggest changes, or withdraw.`,
    ],
    facts: listOfferVersionFacts(told, place, 'Good until'),
    button: createOfferButton(told, 'Look at the offer'),
    why: ACCOUNT_EXPLANATION,
  }),
  offer_countered: (told, place) => ({
    subject: `${told.brandName} suggests changes to your offer`,
    title: 'The brand suggests changes',
    paragraphs: [
      `${formatGreeting(getReaderName(told))}, ${told.brandName} suggests changes to “${told.offerName}”. You can accept them, make a new version, or decline. Your own version stays good until its time is over.`,
    ],
    facts: listOfferVersionFacts(told, place, 'Good until'),
    button: createOfferButton(told, 'Compare and answer'),
    why: ACCOUNT_EXPLANATION,
  }),
  offer_accepted: (told, place) => ({
    subject: `${told.creatorName} accepts your changes`,
    title: 'You agree: now it can be paid',
    paragraphs: [
      `${formatGreeting(getReaderName(told))}, ${told.creatorName} accepts your version of “${told.offerName}”. Pay it to book; the card is charged when ${told.creatorName} confirms the booking.`,
    ],
    facts: listOfferVersionFacts(told, place, 'Pay until'),
    button: createOfferButton(told, 'Pay and book'),
    why: ACCOUNT_EXPLANATION,
  }),
  offer_ended: (told) => ({
    subject: told.reader === 'brand' ? `${told.creatorName} declines` : `${told.brandName} withdraws`,
    title: told.reader === 'brand' ? 'The creator declines' : 'The brand withdraws',
    paragraphs: [
      `${formatGreeting(getReaderName(told))}, ${getOtherSideName(told)} has ended the offer. Nothing was charged.`,
      ...(told.offerWords ? [`“${told.offerWords}”`] : []),
    ],
    button:
      told.reader === 'brand'
        ? { label: 'Find other creators', to: '/find-influencers' }
        : createOfferButton(told, 'Look at the offer'),
    why: ACCOUNT_EXPLANATION,
  }),
  offer_expired: (told) => ({
    subject: `The offer with ${getOtherSideName(told)} has ended`,
    title: 'An offer has ended by itself',
    paragraphs: [
      `${formatGreeting(getReaderName(told))}, nothing was said in the offer with ${getOtherSideName(told)} for a while, so it has ended. Nothing was charged.`,
    ],
    button: createOfferButton(told, 'Look at the offer'),
    after: told.reader === 'brand' ? ['You are welcome to ask again.'] : ['The brand can ask again.'],
    why: ACCOUNT_EXPLANATION,
  }),
  offer_gone: (told) => ({
    subject: 'An offer has ended',
    title: 'An offer has ended',
    paragraphs: [
      `${formatGreeting(getReaderName(told))}, the account of the other side of an offer was deleted, so the offer has ended. Nothing was charged.`,
    ],
    button: createOfferButton(told, 'Look at the offer'),
    why: ACCOUNT_EXPLANATION,
  }),
  messages_unread: ({ fullName, otherName, packageName, conversationId, count }) => {
    const what = count === 1 ? 'a message' : 'messages';
    return {
      subject: `${capitalizeFirst(otherName)} wrote you ${what}`,
      title: count === 1 ? 'You have an unread message' : 'You have unread messages',
      paragraphs: [
        `${formatGreeting(fullName)}, ${otherName} wrote you ${what}${packageName === null ? '' : ` about “${packageName}”`}, and you have not read ${count === 1 ? 'it' : 'them'} yet.`,
      ],
      button: { label: 'Read and answer', to: `/messages?conversation=${conversationId}` },
      after: ['There is one such mail for each conversation until you read it. Answers to this mail reach nobody.'],
      why: ACCOUNT_EXPLANATION,
    };
  },
  review_invited: (told, place) => ({
    subject: `How was it with ${told.otherName}?`,
    title: 'Write a review',
    paragraphs: [
      `${formatGreeting(told.fullName)}, “${told.packageName}” is completed. Please say how it was to work with ${told.otherName}: stars and, if you like, some words.`,
      'Neither side sees the other one’s review before both have written or the time is over.',
    ],
    facts: [['You can write until', formatMailDateTime(place, told.until)]],
    button: { label: 'Write a review', to: `/booking-details?bookingId=${told.bookingId}` },
    why: ACCOUNT_EXPLANATION,
  }),
  review_reminder: (told, place) => ({
    subject: `Your review of ${told.otherName}: a few days are left`,
    title: 'You can still write a review',
    paragraphs: [
      `${formatGreeting(told.fullName)}, you have not reviewed “${told.packageName}” with ${told.otherName} yet. Afterwards it cannot be reviewed any more.`,
    ],
    facts: [['You can write until', formatMailDateTime(place, told.until)]],
    button: { label: 'Write a review', to: `/booking-details?bookingId=${told.bookingId}` },
    why: ACCOUNT_EXPLANATION,
  }),
  reviews_shown: (told) => {
    const isBoth = told.wrote.length === 2;
    const isOwn = told.wrote.includes(told.reader);
    return {
      subject: isBoth ? 'Both reviews are shown' : isOwn ? 'Your review is shown' : `${told.otherName} reviewed you`,
      title: isBoth ? 'Both reviews are shown' : isOwn ? 'Your review is shown' : 'You have a review',
      paragraphs: [
        isBoth
          ? `${formatGreeting(told.fullName)}, you and ${told.otherName} have both reviewed “${told.packageName}”. Now each of you can read the other one’s review.`
          : isOwn
            ? `${formatGreeting(told.fullName)}, the time to review “${told.packageName}” is over. Your review of ${told.otherName} is shown now; there is none of you.`
            : `${formatGreeting(told.fullName)}, the time to review “${told.packageName}” is over, and ${told.otherName} has written a review of you.`,
        ...(isBoth || !isOwn ? ['You can answer it once; the answer stands below it.'] : []),
      ],
      button: { label: 'Read it', to: `/booking-details?bookingId=${told.bookingId}` },
      why: ACCOUNT_EXPLANATION,
    };
  },
  appeal_decided: ({ fullName, label, outcome, reason, isOwner, isAnew }) => ({
    subject: outcome === 'reversed' ? 'An appeal changed a decision' : 'A decision stays after an appeal',
    title:
      outcome === 'upheld'
        ? `The decision about “${label}” stays`
        : isAnew
          ? `We took a decision about “${label}” back`
          : `“${label}” is back`,
    paragraphs: [
      isOwner
        ? `${formatGreeting(fullName)}, we have decided your appeal. ${outcome === 'reversed' ? 'We reversed our decision.' : 'Our decision remains unchanged.'}`
        : `${formatGreeting(fullName)}, you reported “${label}”. Its owner appealed. ${outcome === 'reversed' ? 'We reversed our decision.' : 'Our decision remains unchanged.'}`,
      ...(isOwner ? [`The reason: “${reason}”`] : []),
      ...(isAnew ? ['A later decision, made for another reason, still stands.'] : []),
    ],
    why: ACCOUNT_EXPLANATION,
  }),
  ...EVENT_TEMPLATES,
};

/** Describes a saved search with its number of new matches. If the email lists only some of them, states how many. */
const formatSearchMatches = ({ name, count, creators }: NonEventMailDataByKind['search_news']['searches'][number]) =>
  count > creators.length
    ? `“${name}”: ${count} new, of which ${creators.length} are below.`
    : `“${name}”: ${count} new.`;

/** Values that replace user input in emails to unverified addresses, by field. */
const NEUTRAL_VALUES: Record<string, string | null | readonly never[]> = {
  items: [],
  fullName: '',
  email: 'another address',
  creatorName: 'the creator',
  brandName: 'the brand',
  packageName: 'the service',
  otherName: 'the other side',
  offerName: 'what was asked',
  offerWords: null,
  moveNote: null,
  deliveryNote: null,
  label: 'what was reported',
};
const NEUTRAL_TEXT = '…';

const removeUserTexts = (data: object): object =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]: [string, unknown]) => [
      key,
      key === 'event'
        ? removeEventTexts(value as object)
        : Object.hasOwn(NEUTRAL_VALUES, key)
          ? NEUTRAL_VALUES[key]
          : value,
    ]),
  );

/** Values that replace user input in the data of booking events, by field. */
const NEUTRAL_EVENT_VALUES: Record<string, string> = {
  text: NEUTRAL_TEXT,
  changeRequest: NEUTRAL_TEXT,
  title: 'the deliverable',
  rights: 'as agreed in the booking',
};

/** Replaces user input in an event's data. Keeps a cancellation reason if it is one of our own codes. */
const removeEventTexts = (event: object): object =>
  Object.fromEntries(
    Object.entries(event).map(([key, value]: [string, unknown]) => [
      key,
      key === 'reason' && !CANCEL_REASONS.some((reason) => reason === value)
        ? NEUTRAL_TEXT
        : Object.hasOwn(NEUTRAL_EVENT_VALUES, key)
          ? NEUTRAL_EVENT_VALUES[key]
          : value,
    ]),
  );

const capitalizeFirst = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** Renders an email. Its links start with `publicUrl`. An email to an unverified address contains no user input. */
export function renderMail<K extends MailKind>(
  mail: { kind: K; data: MailDataByKind[K] },
  place: MailRenderContext,
): RenderedMail {
  const data = { ...mail.data, timeZone: place.timeZone };
  if (!place.isStranger) return renderMailParts(MAIL_TEMPLATES[mail.kind](data, place), place.publicUrl);
  const parts = MAIL_TEMPLATES[mail.kind](removeUserTexts(data) as MailDataByKind[K], place);
  return renderMailParts(
    {
      ...parts,
      subject: capitalizeFirst(parts.subject),
      title: capitalizeFirst(parts.title),
      paragraphs: parts.paragraphs.map(capitalizeFirst),
    },
    place.publicUrl,
  );
}

/**
 * Renders an email as a notification, which consists of the email's subject and a path in the web app. The path is
 * null if the email links elsewhere. `link` replaces the email's link.
 */
export function renderNotification<K extends MailKind>(
  mail: { kind: K; data: MailDataByKind[K] },
  timeZone: string | null,
  link: string | null,
): { subject: string; path: string | null } {
  const place: MailRenderContext = { publicUrl: '', link, isStranger: false, timeZone };
  const { subject, button } = MAIL_TEMPLATES[mail.kind]({ ...mail.data, timeZone }, place);
  const path = button?.to.startsWith('/') === true ? button.to : null;
  return { subject: subject.replace(/\s+/g, ' ').slice(0, 200).toWellFormed(), path };
}
