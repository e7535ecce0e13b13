/**
 * /terms: the terms of service (spec §2 "Privacy Policy and Terms of Service"). Keep the text consistent with the
 * app's behavior.
 */
import { DECISION_DAYS, MAX_CANCELLATION_REQUESTS, MAX_SPLIT_PROPOSALS, PRODUCT_NAME } from '@marquee/booking';
import { NEWCOMER_BOOKINGS_THRESHOLD, NEWCOMER_SLOT_INTERVAL, NEWCOMER_MIN_SCORE_PERCENT } from '@marquee/matching';
import { toCents, formatWholeDollars, computeQuote } from '@marquee/money';
import { Link } from 'react-router-dom';
import { useOperatorTerms, type FormattedTerms } from '../operatorTerms.ts';
import { paths } from '../paths.ts';
import { ArticleLayout, type ArticleChapter } from '../ui/ArticleLayout.tsx';
import { PageMeta } from '../ui/PageMeta.tsx';

export function Page() {
  return (
    <>
      <PageMeta
        title="Terms of Service"
        description={`The rules of ${PRODUCT_NAME} for creators and brands: bookings, payments, the platform fee, refunds, disputes and content.`}
        canonical={paths.terms()}
      />
      <ArticleLayout
        title="Terms of Service"
        updated="August 3, 2025"
        intro={`These are the rules for using ${PRODUCT_NAME}, for creators who sell services and for brands that book them.`}
        chapters={listTermsChapters(useOperatorTerms())}
      />
    </>
  );
}

const listTermsChapters = ({ fee, feeBps, within }: FormattedTerms): readonly ArticleChapter[] => [
  {
    id: 'acceptance',
    title: 'Acceptance',
    body: (
      <p>
        By creating an account or using {PRODUCT_NAME} you accept these terms and the{' '}
        <Link to={paths.privacy()}>Privacy Policy</Link>. If you act for a company, you confirm that you may do so. If
        you do not accept them, do not use the service.
      </p>
    ),
  },
  {
    id: 'accounts',
    title: 'Accounts',
    body: (
      <>
        <p>An account is either a creator’s or a brand’s. You must be of legal age and give true information.</p>
        <ul>
          <li>
            Keep your password to yourself. What is done through your account counts as done by you until you tell us
            otherwise.
          </li>
          <li>One person or company, one account of each kind. Accounts cannot be sold or lent.</li>
          <li>
            We may suspend an account that breaks these terms, deceives others or puts payments at risk. We say why.
          </li>
          <li>You may delete your account at any time once your open bookings are finished.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'bookings',
    title: 'Bookings and payments',
    body: (
      <>
        <p>
          A booking is a contract between the brand and the creator. {PRODUCT_NAME} provides the place and handles the
          money:
        </p>
        <ul>
          <li>At checkout the brand’s bank sets the total aside. Nothing is charged yet.</li>
          <li>
            The creator has {within('acceptHours')} to accept, and once more as long if the brand gives more time. Until
            then the brand can withdraw the order. If it does, or the creator declines or does not answer, the amount is
            let go and nothing is charged.
          </li>
          <li>
            When the creator accepts, the card is charged and {PRODUCT_NAME} holds the payment. The creator starts the
            work within {within('startDays')}. Later the brand can cancel alone and is refunded in full; after{' '}
            {within('startEndDays')} this happens by itself. The delivery time begins when work is started.
          </li>
          <li>
            When the creator has marked the work as completed, the brand approves it or reports a problem. If the brand
            does neither, the payment is released by itself {within('releaseDays')} later, or{' '}
            {within('undeliveredDays')} later where nothing was delivered through {PRODUCT_NAME}.
          </li>
          <li>The creator is paid through Stripe and needs a Stripe account, which is set up from the dashboard.</li>
        </ul>
        <p>
          What happens next to a booking in every situation, and when, is on{' '}
          <Link to={paths.howMoneyMoves()}>How money moves</Link>.
        </p>
        <p>
          Payments outside of {PRODUCT_NAME} for work that was found here are not allowed: neither side would be
          protected.
        </p>
      </>
    ),
  },
  {
    id: 'cancellations',
    title: 'Cancellations, disputes and chargebacks',
    body: (
      <ul>
        <li>
          Between the acceptance and the completion either side can ask to cancel, at most {MAX_CANCELLATION_REQUESTS}{' '}
          times a booking. The other side has {within('cancellationHours')} to agree or disagree. If it agrees or does
          not answer, the booking is cancelled and the brand is refunded in full.
        </li>
        <li>
          Once delivery is {within('overdueDays')} overdue, the brand can cancel alone and is refunded in full. Work
          that is not completed {within('overdueEndDays')} after it was due is cancelled by itself, with the same
          refund. Both sides are reminded before. While a request, a dispute or a chargeback is open none of this
          happens.
        </li>
        <li>
          A reported problem and a cancellation that the other side does not agree to freeze the payment. The other side
          has {within('disputeDays')} to answer. The two sides can settle it between them: with a refund in full, or,
          when the work is completed, by sharing the payment (at most {MAX_SPLIT_PROPOSALS} offers). Otherwise{' '}
          {PRODUCT_NAME} decides after reading what both sides said, at most {DECISION_DAYS} days after the time to
          answer: the payment is released, refunded, or split. Of a split the platform keeps its fee for the part that
          the creator receives.
        </li>
        <li>
          If the brand’s bank takes the card payment back (a chargeback), the payment is frozen until the bank decides,
          and a payout that was made is taken back meanwhile. If the bank keeps the money for the brand, the creator is
          not paid for this booking; if it gives the money back, the booking goes on.
        </li>
        <li>
          A refund goes to the card that paid. If its bank sends the refund back, {PRODUCT_NAME} agrees with the brand
          on another way.
        </li>
      </ul>
    ),
  },
  {
    id: 'fees',
    title: `The ${fee} fee`,
    body: (
      <>
        <p>
          {PRODUCT_NAME} adds a platform fee of {fee} on top of the creator’s price. The brand pays price plus fee; the
          creator receives the full price. For a package of{' '}
          {formatWholeDollars(computeQuote(toCents(10_000), feeBps).priceCents)} the brand pays{' '}
          {formatWholeDollars(computeQuote(toCents(10_000), feeBps).totalCents)}, the creator receives{' '}
          {formatWholeDollars(computeQuote(toCents(10_000), feeBps).priceCents)} and the platform keeps{' '}
          {formatWholeDollars(computeQuote(toCents(10_000), feeBps).feeCents)}.
        </p>
        <p>
          The fee is charged on completed collaborations, deducted automatically, and collected only on successful
          completion. It is part of the amount that is set aside at checkout; when a booking ends without being
          completed, it goes back to the brand together with the price.
        </p>
        <p>Publishing a profile and packages is free. Prices are in US dollars. Taxes are each side’s own business.</p>
      </>
    ),
  },
  {
    id: 'ranking',
    title: 'How creators are ranked',
    body: (
      <>
        <p>
          “Matched for you” ranks by the brand’s own brief. It counts how much of these is met, by weights that the
          brand sees and can change: subject, platforms, price within the budget, delivery against the date, size of the
          audience, completed bookings with their ratings, and the words of the brief in profile and package. The
          subject weighs most, because a creator of another field is of no use; audience and completed bookings least,
          so that size and a long history help but do not decide. Each match shows its points and what they come from.
        </p>
        <p>
          One place of {NEWCOMER_SLOT_INTERVAL} is kept for creators with fewer than {NEWCOMER_BOOKINGS_THRESHOLD}{' '}
          completed bookings who reach {NEWCOMER_MIN_SCORE_PERCENT}% of the best match’s points. They take turns, and
          the place says so. Nobody can pay for a place.
        </p>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'Content and intellectual property',
    body: (
      <>
        <p>
          What you publish stays yours. You let us store it and show it on {PRODUCT_NAME}, as long as it is published
          here, and you confirm that you have the rights to it.
        </p>
        <ul>
          <li>
            Rights to delivered work are what the package says. If it says nothing, the brand may use the work on its
            own channels for the purpose it described in the order, and the creator may show it as a sample.
          </li>
          <li>Paid content must be marked as such wherever the law asks for it. That is the duty of both sides.</li>
          <li>
            Not allowed: content that is illegal, hateful, misleading, sexual involving minors, or that belongs to
            somebody else; bought followers given as real ones.
          </li>
          <li>The name, the software and the design of {PRODUCT_NAME} are ours.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'availability',
    title: 'Availability',
    body: (
      <p>
        We work to keep the service up at all times and cannot promise that it always is. We may change or end features;
        what was booked before is carried out as agreed. If the service is interrupted, bookings and payments continue
        where they stood.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <p>
        Creators are responsible for their work, brands for their products and briefs. {PRODUCT_NAME} is not a party to
        what they agree and does not promise the success of a campaign. As far as the law allows, our liability for a
        booking is limited to the platform fee of that booking. Nothing in these terms limits liability for intent,
        gross negligence, or where the law forbids a limit.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        Questions about these terms? Use the <Link to={paths.contact()}>contact page</Link>; we answer within 24 hours.
      </p>
    ),
  },
];
