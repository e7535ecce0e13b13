/** Emails that summarize: unread messages, new matches of saved searches, and the daily email. */
import { PRODUCT_NAME } from '@marquee/brand';
import { ACCOUNT_EXPLANATION, fitSubject, formatMailDollars, type MailRules } from '../mail.words.ts';

export interface SummaryMailData {
  /** An email to a user with unread messages. The email does not include their text. */
  messages_unread: {
    fullName: string;
    otherName: string;
    packageName: string | null;
    conversationId: string;
    count: number;
  };
  /**
   * An email to a user with new matches of saved searches. `subjectId` is the user's id. `params` are the URL
   * parameters of the search.
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
}

/** Describes a saved search with its number of new matches. If the email lists only some of them, states how many. */
const formatSearchMatches = ({ name, count, creators }: SummaryMailData['search_news']['searches'][number]) =>
  `“${name}”: ${count} new ${count === 1 ? 'match' : 'matches'}${count > creators.length ? ` (${creators.length} shown below)` : ''}.`;

export const SUMMARY_MAILS: MailRules<SummaryMailData> = {
  messages_unread: {
    group: 'messages',
    notifies: false,
    neutral: 'You have unread messages.',
    mail: ({ otherName, packageName, conversationId, count }) => {
      const messages = count === 1 ? 'a message' : `${count} messages`;
      return {
        subject:
          packageName === null
            ? fitSubject`${otherName} sent you ${messages}`
            : fitSubject`${otherName} sent you ${messages} about “${packageName}”`,
        title: count === 1 ? 'You have an unread message' : 'You have unread messages',
        paragraphs: [
          `${otherName} sent you ${messages}${packageName === null ? '' : ` about “${packageName}”`}.`,
          `Read and answer ${count === 1 ? 'it' : 'them'} on ${PRODUCT_NAME}. Replies to this email are not delivered.`,
        ],
        button: { label: 'Read and reply', to: `/messages?conversation=${conversationId}` },
        after: ['You will not get another email about this conversation until you have read it.'],
        why: ACCOUNT_EXPLANATION,
      };
    },
  },
  // Each saved search has its own setting, and the email's unsubscribe link turns off all of them.
  search_news: {
    group: 'account',
    neutral: 'There are new matches for your saved searches.',
    mail: ({ searches }, { link }) => {
      const [only, ...others] = searches;
      const count = searches.reduce((sum, search) => sum + search.count, 0);
      const newMatches = count === 1 ? '1 new match' : `${count} new matches`;
      return {
        subject:
          only !== undefined && others.length === 0
            ? fitSubject`${newMatches} for “${only.name}”`
            : `${newMatches} for your saved searches`,
        title: newMatches,
        paragraphs: [
          `${count === 1 ? 'A new package matches' : 'New packages match'} your saved ${searches.length === 1 ? 'search' : 'searches'}.`,
          ...searches.map((search) => formatSearchMatches(search)),
        ],
        facts: searches.flatMap(({ creators }) =>
          creators.map(
            ({ fullName: name, packageName, totalCents }) =>
              [name, `${packageName}\n${formatMailDollars(totalCents)} including the platform fee`] as const,
          ),
        ),
        button:
          only !== undefined && others.length === 0
            ? { label: 'View matches', to: `/find-influencers?${new URLSearchParams(only.params).toString()}` }
            : { label: 'View saved searches', to: '/saved' },
        why: `You received this email because you saved a search on ${PRODUCT_NAME}. We send at most one such email a day.`,
        ...(link !== null && { unsubscribe: link }),
      };
    },
  },
  // This email only repeats notifications, whose groups have their own settings.
  daily: {
    group: 'account',
    notifies: false,
    neutral: 'You have unread notifications.',
    mail: ({ items, count }, { clock }) => ({
      subject: count === 1 ? '1 unread notification' : `${count} unread notifications`,
      title: 'Your unread notifications',
      paragraphs: [
        `You have ${count === 1 ? '1 unread notification' : `${count} unread notifications`} on ${PRODUCT_NAME}.`,
      ],
      facts: items.map(({ text, at }) => [clock.time(at), text] as const),
      button: { label: 'View notifications', to: '/notifications' },
      ...(count > items.length && { after: [`See ${count - items.length} more on the notifications page.`] }),
      why: `You received this email because you chose one email a day from ${PRODUCT_NAME}. You can change this in your settings.`,
    }),
  },
};
