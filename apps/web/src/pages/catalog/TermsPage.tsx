/** /terms: the terms of service (requirements R2.37 and R2.39). Keep the text consistent with the app's behavior. */
import { DECISION_DAYS, MAX_CANCELLATION_REQUESTS, MAX_SPLIT_PROPOSALS } from '@marquee/booking';
import { PRODUCT_NAME } from '@marquee/brand';
import { NEWCOMER_BOOKINGS_THRESHOLD, NEWCOMER_SLOT_INTERVAL, NEWCOMER_MIN_SCORE_PERCENT } from '@marquee/matching';
import { toCents, formatWholeDollars, computeQuote } from '@marquee/money';
import { Link } from 'react-router-dom';
import { useOperatorTerms, type FormattedTerms } from '../../operatorTerms.ts';
import { paths } from '../../paths.ts';
import { ArticleLayout, type ArticleChapter } from '../../ui/ArticleLayout.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';

export function Page() {
  return (
    <>
      <PageMeta
        title="Terms of Service"
        description={`The terms of ${PRODUCT_NAME} for creators and brands: bookings, payments, the platform fee, refunds, disputes and content.`}
        canonical={paths.terms()}
      />
      <ArticleLayout
        title="Terms of Service"
        updated="August 3, 2025"
        intro={`These terms apply to creators who sell services on ${PRODUCT_NAME} and to brands that book them.`}
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
        By creating an account or using {PRODUCT_NAME}, you accept these terms and the{' '}
        <Link to={paths.privacy()}>Privacy Policy</Link>. If you act for a company, you confirm that you are authorized
        to do so. If you do not accept these terms, do not use the service.
      </p>
    ),
  },
  {
    id: 'accounts',
    title: 'Accounts',
    body: (
      <>
        <p>
          An account is either a creator account or a brand account. You must be of legal age and provide accurate
          information.
        </p>
        <ul>
          <li>
            Keep your password secret. You are responsible for what happens through your account until you report misuse
            to us.
          </li>
          <li>You may have one account of each kind. You may not sell, lend or transfer an account.</li>
          <li>
            We may suspend an account that breaks these terms, deceives others or puts payments at risk. We tell you the
            reason.
          </li>
          <li>You may delete your account at any time after your open bookings have ended.</li>
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
          A booking is a contract between a brand and a creator. {PRODUCT_NAME} provides the marketplace and processes
          the payments.
        </p>
        <ul>
          <li>
            <strong>Order.</strong> At checkout, the brand’s bank places a hold for the total amount. The card is not
            charged yet.
          </li>
          <li>
            <strong>Acceptance.</strong> The creator has {within('acceptHours')} to accept. The brand can extend this
            once by the same time. Until the creator accepts, the brand can withdraw the order. If the brand withdraws,
            or the creator declines or does not answer in time, the hold is released and the card is not charged.
          </li>
          <li>
            <strong>Charge.</strong> When the creator accepts, the card is charged, and {PRODUCT_NAME} holds the
            payment.
          </li>
          <li>
            <strong>Start of work.</strong> The creator starts the work within {within('startDays')}. After that, the
            brand can cancel without the creator’s agreement and receives a full refund. After {within('startEndDays')},
            the booking is cancelled automatically with a full refund. The delivery time starts when the creator starts
            the work.
          </li>
          <li>
            <strong>Reviews.</strong> The brand reviews each delivered version within {within('releaseDays')}. If it
            takes longer, the due date moves by the additional time.
          </li>
          <li>
            <strong>Completion.</strong> When the creator has marked the work as completed, the brand can approve it or
            report a problem. If the brand does neither, the payment is released automatically after{' '}
            {within('releaseDays')}, or after {within('undeliveredDays')} if nothing was delivered through{' '}
            {PRODUCT_NAME}.
          </li>
          <li>
            <strong>Payout.</strong> Creators are paid through Stripe. To receive payouts, a creator needs a Stripe
            account, which you set up from your dashboard.
          </li>
        </ul>
        <p>
          <Link to={paths.howMoneyMoves()}>How money moves</Link> lists every state of a booking, and what happens next
          and when.
        </p>
        <p>
          If a brand and a creator meet on {PRODUCT_NAME}, they may not arrange payments outside of it, because neither
          of them would be protected.
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
          <strong>Cancellation requests.</strong> Between acceptance and completion, either party can request a
          cancellation, at most {MAX_CANCELLATION_REQUESTS} times per booking. The other party has{' '}
          {within('cancellationHours')} to agree or decline. If they agree or do not answer, the booking is cancelled
          and the brand receives a full refund.
        </li>
        <li>
          <strong>Late delivery.</strong> Once a delivery is {within('overdueDays')} overdue, the brand can cancel
          without the creator’s agreement and receives a full refund. If the work is not completed{' '}
          {within('overdueEndDays')} after the due date, the booking is cancelled automatically with a full refund,
          unless a delivered version waits for the brand’s review. We remind the brand and the creator first. These
          rules are paused while a cancellation request, a dispute or a chargeback is open.
        </li>
        <li>
          <strong>Disputes.</strong> A dispute starts when a brand reports a problem, or when either party declines a
          cancellation request. We hold the payment during a dispute. The other party has {within('disputeDays')} to
          answer. The brand and the creator can agree on a full refund or, if the work is completed, on a split (at most{' '}
          {MAX_SPLIT_PROPOSALS} proposals).
        </li>
        <li>
          <strong>Decisions.</strong> If the brand and the creator cannot agree, {PRODUCT_NAME} reviews both statements
          and decides at most {DECISION_DAYS} days after the deadline to answer. We release, refund or split the
          payment. If we split it, we keep the fee for the part that the creator receives.
        </li>
        <li>
          <strong>Chargebacks.</strong> If the brand’s bank reverses the card payment, we hold the payment until the
          bank decides. We also reverse a payout that was already made. If the bank decides for the brand, the creator
          is not paid for this booking. If the bank returns the payment, the booking continues.
        </li>
        <li>
          <strong>Refunds.</strong> We refund the card that was charged. If the bank returns the refund, we agree with
          the brand on another way to pay it.
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
          {PRODUCT_NAME} adds a platform fee of {fee} to the creator’s price. The brand pays the price and the fee. The
          creator receives the full price. For example, for a package of{' '}
          {formatWholeDollars(computeQuote(toCents(10_000), feeBps).priceCents)}, the brand pays{' '}
          {formatWholeDollars(computeQuote(toCents(10_000), feeBps).totalCents)}, the creator receives{' '}
          {formatWholeDollars(computeQuote(toCents(10_000), feeBps).priceCents)} and the platform keeps{' '}
          {formatWholeDollars(computeQuote(toCents(10_000), feeBps).feeCents)}.
        </p>
        <p>
          The fee is charged on completed collaborations, deducted automatically, and collected only on successful
          completion. It is part of the amount that the bank puts on hold at checkout. If a booking ends before it is
          completed, the brand receives the fee back together with the price.
        </p>
        <p>
          Publishing a profile and packages is free. All prices are in US dollars. Brands and creators are each
          responsible for their own taxes.
        </p>
      </>
    ),
  },
  {
    id: 'ranking',
    title: 'Ranking of creators',
    body: (
      <>
        <p>
          “Matched for you” ranks creators by the brand’s brief. The criteria are category, platforms, price within the
          budget, delivery before the date, audience size, completed bookings with their ratings, and the brief’s
          keywords and tone. Each criterion has a weight, which the brand sees and can change. By default, the category
          has the highest weight, and audience size and completed bookings have the lowest. Each match shows its points
          and how they are calculated.
        </p>
        <p>
          We reserve one in {NEWCOMER_SLOT_INTERVAL} positions for creators with fewer than{' '}
          {NEWCOMER_BOOKINGS_THRESHOLD} completed bookings who reach at least {NEWCOMER_MIN_SCORE_PERCENT}% of the best
          match’s points. These creators take turns, and reserved positions are marked. Nobody can pay for a position.
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
          You keep the rights to the content that you publish. You allow us to store it and show it on {PRODUCT_NAME}{' '}
          while it is published here. You confirm that you have the necessary rights.
        </p>
        <ul>
          <li>
            The package defines the rights to delivered work. If it does not, the brand may use the work on its own
            channels for the purpose stated in the order, and the creator may show it as a sample.
          </li>
          <li>Brands and creators must label paid content where the law requires it.</li>
          <li>
            You may not publish content that is illegal, hateful or misleading, that sexualizes minors, or that violates
            the rights of others. You may not present bought followers as real ones.
          </li>
          <li>The name, software and design of {PRODUCT_NAME} belong to us.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'availability',
    title: 'Availability',
    body: (
      <p>
        We aim to keep the service available at all times, but we do not guarantee it. We may change or end features.
        Existing bookings are carried out as agreed. After an interruption, bookings and payments continue from their
        last state.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <p>
        Creators are responsible for their work. Brands are responsible for their products and briefs. {PRODUCT_NAME} is
        not a party to the contract between them and does not guarantee the success of a campaign. As far as the law
        allows, our liability for a booking is limited to its platform fee. These terms do not limit liability for
        intent or gross negligence, or where the law does not allow a limit.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        If you have questions about these terms, use the <Link to={paths.contact()}>contact page</Link>. We answer
        within 24 hours.
      </p>
    ),
  },
];
