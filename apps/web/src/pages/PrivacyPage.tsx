/**
 * /privacy: the privacy policy (spec §2 "Privacy Policy and Terms of Service"). Keep the text consistent with the
 * app's behavior.
 */
import { ADDRESS_RETENTION_DAYS, FILE_RETENTION_DAYS, PRODUCT_NAME } from '@marquee/booking';
import { Link } from 'react-router-dom';
import { useOperatorTerms, type FormattedTerms } from '../operatorTerms.ts';
import { paths } from '../paths.ts';
import { ArticleLayout, type ArticleChapter } from '../ui/ArticleLayout.tsx';
import { PageMeta } from '../ui/PageMeta.tsx';

export function Page() {
  return (
    <>
      <PageMeta
        title="Privacy Policy"
        description={`What ${PRODUCT_NAME} knows about creators and brands, why, who else sees it, and how to see it, correct it or have it deleted.`}
        canonical={paths.privacy()}
      />
      <ArticleLayout
        title="Privacy Policy"
        updated="August 3, 2025"
        intro={`${PRODUCT_NAME} brings creators and brands together. This page says what we know about you, why, who else sees it, and what you can do about it.`}
        chapters={listPrivacyChapters(useOperatorTerms())}
      />
    </>
  );
}

const listPrivacyChapters = ({ fee }: FormattedTerms): readonly ArticleChapter[] => [
  {
    id: 'information-collected',
    title: 'Information we collect',
    body: (
      <>
        <p>We store what you give us, and the little that is needed to run the service:</p>
        <ul>
          <li>
            <strong>Your account:</strong> name, email address, account type, username, and your password as a hash that
            cannot be read back. If you sign in through another provider, we store its identifier for you, and the name
            and email address it gives us.
          </li>
          <li>
            <strong>Your profile, if you are a creator:</strong> biography, location, pictures, links, categories,
            languages, platforms with follower counts, and your packages with their questions. Pictures are re-encoded
            when you upload them; hidden data in them, such as where a photo was taken, is removed.
          </li>
          <li>
            <strong>Orders and messages between users:</strong> what brands write when they order, the answers to a
            creator’s questions, everything that happens to a booking afterwards, and what two people write to each
            other. The two read it, and nobody else: our staff opens the conversation of a booking only while it decides
            a dispute about it, and is shown a message that somebody reports. What you wrote goes with your account, and
            so do the files that you sent with it, which are kept for {FILE_RETENTION_DAYS} days and while the booking
            is open.
          </li>
          <li>
            <strong>What is delivered:</strong> files, links and notes that a creator sends for a booking, and what the
            brand says to them. The two read it; our staff only while it decides a dispute about the booking, and each
            file that it opens is recorded. Files are kept for {FILE_RETENTION_DAYS} days and while the booking is open,
            also when one of the two deletes the account: the other side has a right to them.
          </li>
          <li>
            <strong>Addresses for products:</strong> where a creator has a product sent for a booking. Only the two
            sides read it, in the booking; it is forgotten {ADDRESS_RETENTION_DAYS} days after the product has arrived.
          </li>
          <li>
            <strong>Results:</strong> where a creator says that work was published, the figures that it reports, and
            pictures of the posts. The two see them, and whoever opens an address that one of them shares: without the
            brand’s name where the creator shares them, with a picture only where the creator says so, and never with
            what was paid. Pictures are kept for {FILE_RETENTION_DAYS} days. We may ask once a day whether a post’s link
            still answers; who asks is our server, and nothing of you goes along.
          </li>
          <li>
            <strong>Payments:</strong> amounts, dates and the references of our payment provider. Card numbers go from
            your browser to the payment provider and never reach our servers. If a card’s bank takes a payment back, we
            may send it what was ordered, what happened and what was delivered, with the brand’s name and address; never
            what the two sides wrote to each other.
          </li>
          <li>
            <strong>Billing details, if you give them:</strong> legal name, address, country and tax ID. They stand on
            your own receipts, credit notes and statements; of them the other side of a booking sees the legal name and
            the country, on the agreement.
          </li>
          <li>
            <strong>Records of work, if you make them:</strong> what your profile said on that day, with the packages
            that you completed. Whoever has the code of a record can read it.
          </li>
          <li>
            <strong>Messages to us:</strong> what you write in the contact form, with your name and address.
          </li>
          <li>
            <strong>Sign-ins:</strong> for each one its time, the browser and the internet address, so that you can see
            and end your sessions; of the last one the time zone, in which our mails name times.
          </li>
          <li>
            <strong>Profile views:</strong> how often a profile was looked at in a day. For that we store a keyed code
            in place of the visitor, which changes every day and names nobody.
          </li>
          <li>
            <strong>Searches that find nobody:</strong> their words and how often they were searched for in a day, kept
            for 90 days, so that we learn what is missing. Not who searched; words that look like an email address, a
            web address or a number of somebody are not stored.
          </li>
        </ul>
        <p>
          We set a cookie that keeps you signed in, one that says which accounts signed in on this device, so that a
          stranger’s wrong passwords lock nobody out there, one with the name of your time zone, so that pages show
          times by your clock, and a short-lived one while you sign in through another provider. Your browser also
          remembers your choice of light or dark colours and the forms you have not sent yet; those stay on your device.
          There is no advertising and no tracking by others.
        </p>
      </>
    ),
  },
  {
    id: 'use',
    title: 'How we use it',
    body: (
      <ul>
        <li>
          to run the marketplace: show profiles and packages, carry orders from brand to creator, take and pay out
          money;
        </li>
        <li>to tell you by email what happens to your bookings and your account;</li>
        <li>to answer you when you write to us;</li>
        <li>
          to keep the service safe: limit attempts to guess passwords, find misuse, and keep the records that the law
          asks of us.
        </li>
      </ul>
    ),
  },
  {
    id: 'sharing',
    title: 'Sharing: who else sees it',
    body: (
      <>
        <ul>
          <li>
            <strong>Other users:</strong> a creator’s public profile, packages, number of completed bookings and
            earnings from them are shown to everybody. The creator of a booking sees what the brand wrote in the order,
            its name and the email address given there. Email addresses of accounts are never part of a profile.
          </li>
          <li>
            <strong>Payment provider:</strong> Stripe receives what it needs to charge a card and to pay a creator,
            including who the creator is.
          </li>
          <li>
            <strong>Email provider:</strong> the mail service that delivers our messages receives your address and the
            message.
          </li>
          <li>
            <strong>Your browser’s maker:</strong> if you let a device be told things while no page is open, what it is
            told passes through the service of Apple, Google, Microsoft or Mozilla, encrypted so that only your browser
            can read it. It ends when you sign out.
          </li>
          <li>
            <strong>Authorities:</strong> only where the law obliges us.
          </li>
        </ul>
        <p>We do not sell personal data.</p>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights and choices',
    body: (
      <>
        <ul>
          <li>See and change your data in your settings at any time.</li>
          <li>Download everything we store about you, as a file, under Settings, Account.</li>
          <li>See where you are signed in, and end any of those sessions.</li>
          <li>
            Delete your account. Your profile, pictures, packages and personal data go at once. Bookings and payment
            records stay without them, because the other side and the law need those. Receipts, credit notes, agreements
            and statements that were made keep the names, addresses and tax IDs that stood on them: tax law asks for
            that. While a booking with money in it is open, it has to be finished first.
          </li>
        </ul>
        <p>
          We keep data as long as your account exists, payment records as long as the law requires. For anything else
          about your data, <Link to={paths.contact()}>write to us</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'platform-fee',
    title: 'Platform fee notice',
    body: (
      <p>
        {PRODUCT_NAME} adds a platform fee of {fee} to the creator’s price. It is charged on completed collaborations,
        deducted automatically, and collected only on successful completion. To compute and record it we process the
        amounts of your bookings, as described above.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        Questions about this policy or your data? Use the <Link to={paths.contact()}>contact page</Link>; we answer
        within 24 hours.
      </p>
    ),
  },
];
