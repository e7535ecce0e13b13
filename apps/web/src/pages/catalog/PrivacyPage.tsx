/** /privacy: the privacy policy (requirements R2.37 and R2.38). Keep the text consistent with the app's behavior. */
import { ADDRESS_RETENTION_DAYS, FILE_RETENTION_DAYS } from '@marquee/booking';
import { PRODUCT_NAME } from '@marquee/brand';
import { Link } from 'react-router-dom';
import { useOperatorTerms, type FormattedTerms } from '../../operatorTerms.ts';
import { paths } from '../../paths.ts';
import { ArticleLayout, type ArticleChapter } from '../../ui/ArticleLayout.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';

export function Page() {
  return (
    <>
      <PageMeta
        title="Privacy Policy"
        description={`How ${PRODUCT_NAME} collects, uses and shares data about creators and brands, and how you can see, correct or delete it.`}
        canonical={paths.privacy()}
      />
      <ArticleLayout
        title="Privacy Policy"
        updated="August 3, 2025"
        intro={`This policy explains what data ${PRODUCT_NAME} collects about you, how we use and share it, and what choices you have.`}
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
        <p>We store the information that you give us, and the data that we need to run the service.</p>
        <ul>
          <li>
            <strong>Account:</strong> your name, email address, account type, username, and a hash of your password,
            from which nobody can recover the password. If you sign in through another provider, we store your
            identifier there, and the name and email address that the provider sends us.
          </li>
          <li>
            <strong>Creator profile:</strong> your bio, location, pictures, links, categories, languages, platforms with
            follower counts, and your packages with their questions. When you upload a picture, we remove hidden data
            from it, such as the place where it was taken.
          </li>
          <li>
            <strong>Orders and messages:</strong> order details, answers to a creator’s questions, the history of each
            booking, and the messages between the brand and the creator. Only that brand and creator can read them. Our
            staff can read the conversation only while they decide a dispute about the booking, and individual messages
            that somebody reports. If you delete your account, we delete the messages and files that you sent. We keep
            files for {FILE_RETENTION_DAYS} days and while the booking is open.
          </li>
          <li>
            <strong>Deliveries:</strong> the files, links and notes that a creator delivers, and the brand’s feedback.
            Only that brand and creator can see them. Our staff can see them only while they decide a dispute about the
            booking, and we record each file that they open. We keep files for {FILE_RETENTION_DAYS} days and while the
            booking is open, even if one of them deletes their account, because the other has a right to them.
          </li>
          <li>
            <strong>Shipping addresses:</strong> where a brand sends a product. Only that brand and creator can see it.
            We delete it {ADDRESS_RETENTION_DAYS} days after the product arrives.
          </li>
          <li>
            <strong>Results:</strong> where a creator published the work, the metrics that the creator reports, and
            screenshots of the posts. The brand and the creator can see them, and so can anyone with a link that one of
            them shares. If the creator shares the link, it does not show the brand’s name. It shows a screenshot only
            if the creator allows it, and it never shows the price. We keep screenshots for {FILE_RETENTION_DAYS} days.
            We may check once a day whether the link to a post still works, without sending any of your data.
          </li>
          <li>
            <strong>Payments:</strong> amounts, dates and our payment provider’s references. Your browser sends card
            numbers directly to the payment provider, so they never reach our servers. If you save a card, we store its
            network, last four digits and expiry date, who saved it, and when. If the cardholder’s bank reverses a
            payment, we may send the bank a record of what was ordered, what happened and what was delivered, with the
            brand’s name and address. We never send the bank your messages.
          </li>
          <li>
            <strong>Billing details:</strong> if you enter them, your legal name, address, country and tax ID. They
            appear on your own receipts, credit notes and statements. The other party to a booking sees only your legal
            name and country, on the agreement.
          </li>
          <li>
            <strong>Records of work:</strong> if you create one, the information on your profile on that day, and the
            packages that you completed. Anyone with the record’s code can read it.
          </li>
          <li>
            <strong>Messages to support:</strong> your name, email address and the text of your message.
          </li>
          <li>
            <strong>Sessions:</strong> the time, browser and IP address of each sign-in, so that you can see and end
            your sessions. We also store the time zone of your last sign-in so that times in our emails are correct.
          </li>
          <li>
            <strong>Profile views:</strong> the number of views per day. To count each visitor once, we store a code
            that changes daily and does not identify the visitor.
          </li>
          <li>
            <strong>Searches without results:</strong> the search words and the number of searches per day, for 90 days,
            so that we learn what is missing. We do not store who searched. We also do not store words that look like an
            email address, a web address or a phone number.
          </li>
        </ul>
        <p>
          We set four cookies. The first keeps you signed in. The second remembers which accounts signed in on this
          device, so that failed sign-ins elsewhere do not lock you out here. The third contains your time zone, so that
          pages show your local time. The fourth is short-lived and is set while you sign in through another provider.
          Your browser also stores your choice of light or dark colors and unsent forms. These stay on your device. We
          use no advertising and no third-party tracking.
        </p>
      </>
    ),
  },
  {
    id: 'use',
    title: 'How we use it',
    body: (
      <>
        <p>We use this information to:</p>
        <ul>
          <li>run the marketplace: show profiles and packages, transmit orders, and process payments and payouts</li>
          <li>send you emails about your bookings and your account</li>
          <li>answer your messages</li>
          <li>keep the service secure: limit sign-in attempts, detect misuse, and keep records required by law</li>
        </ul>
      </>
    ),
  },
  {
    id: 'sharing',
    title: 'How we share it',
    body: (
      <>
        <ul>
          <li>
            <strong>Other users:</strong> anyone can see a creator’s public profile and packages, and the number of and
            earnings from completed bookings. The creator of a booking sees the brand’s order, its name and the email
            address in the order. Profiles never show the email address of an account.
          </li>
          <li>
            <strong>Payment provider:</strong> Stripe receives the data that it needs to charge cards and pay creators,
            including the creator’s identity.
          </li>
          <li>
            <strong>Email provider:</strong> the provider that delivers our emails receives your email address and the
            content of the emails.
          </li>
          <li>
            <strong>Browser vendors:</strong> if you turn on notifications on a device, they are delivered by Apple,
            Google, Microsoft or Mozilla. They are encrypted, so that only your browser can read them. They stop when
            you sign out.
          </li>
          <li>
            <strong>Authorities:</strong> only if the law requires it.
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
          <li>You can see and change your data in your settings at any time.</li>
          <li>You can download all data that we store about you under Settings, Account.</li>
          <li>You can see where you are signed in, and end each of these sessions.</li>
          <li>
            You can delete your account after your paid bookings have ended. We then delete your profile, pictures,
            packages and personal data at once. We keep bookings and payment records without your personal data, because
            the other party and the law require them. Receipts, credit notes, agreements and statements keep the names,
            addresses and tax IDs on them, because tax law requires it.
          </li>
        </ul>
        <p>
          We keep your data while your account exists, and payment records as long as the law requires. For all other
          requests about your data, <Link to={paths.contact()}>contact us</Link>.
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
        deducted automatically, and collected only on successful completion. To calculate and record the fee, we process
        the amounts of your bookings.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        If you have questions about this policy or your data, use the <Link to={paths.contact()}>contact page</Link>. We
        answer within 24 hours.
      </p>
    ),
  },
];
