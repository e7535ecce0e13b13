/** /contact: the contact form (requirements R2.63, R5.17 to R5.22 and R9.8). */
import { Container, Title } from '@mantine/core';
import { PRODUCT_NAME, SUPPORT_PROMISES } from '@marquee/brand';
import { CONTACT_CATEGORIES, type ContactCategory } from '@marquee/validation';
import { Clock, Headset, Mail } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { toCents, formatWholeDollars, computeQuote } from '@marquee/money';
import { useOperatorTerms, type FormattedTerms } from '../../operatorTerms.ts';
import { ContactForm } from '../../features/messaging/support/ContactForm.tsx';
import { paths } from '../../paths.ts';
import { useUser } from '../../session.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QuestionAccordion } from '../../ui/QuestionAccordion.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import classes from './ContactPage.module.css';

export function Page() {
  const user = useUser();
  const requestedCategory = useSearchParams()[0].get('category');
  const category = CONTACT_CATEGORIES.find((each) => each === requestedCategory) ?? '';
  return (
    <Container size="lg" py="xl">
      <PageMeta
        title="Contact"
        description="Contact us about your account, a booking, a payment or an idea. A person answers every message."
        canonical={paths.contact()}
      />
      <PageHeader
        title="Contact"
        description="Tell us what happened and what you expected. A person reads every message."
      />
      <div className={classes.columns}>
        <SectionCard title="Send us a message">
          <ContactForm user={user} category={category satisfies ContactCategory | ''} />
        </SectionCard>
        <aside className={classes.side} aria-label="Contact details">
          <SectionCard title="Contact details">
            <ul className={classes.details}>
              <li>
                <Mail size={20} aria-hidden />
                <span>
                  <strong>By message</strong>
                  Use the form. We reply by email. Response {SUPPORT_PROMISES.answer}.
                </span>
              </li>
              <li>
                <Clock size={20} aria-hidden />
                <span>
                  <strong>Business hours</strong>
                  {SUPPORT_PROMISES.hours}
                </span>
              </li>
            </ul>
          </SectionCard>
          <SectionCard title="Support options">
            <ul className={classes.details}>
              <li>
                <Headset size={20} aria-hidden />
                <span>
                  <strong>Priority support: {SUPPORT_PROMISES.priorityAnswer}</strong>
                  For “Billing &amp; Payments” messages about an open booking, during business hours.
                </span>
              </li>
            </ul>
          </SectionCard>
        </aside>
      </div>
      <section className={classes.faq} aria-labelledby="faq">
        <Title order={2} id="faq" mb="md">
          Frequently asked questions
        </Title>
        <QuestionAccordion items={listFaqItems(useOperatorTerms())} />
      </section>
    </Container>
  );
}

const listFaqItems = ({ fee, feeBps, within }: FormattedTerms) => [
  {
    question: 'When is my card charged?',
    answer: `At checkout, your bank only places a hold for the amount. Your card is charged when the creator accepts the booking. If the creator declines or does not answer within ${within('acceptHours')}, the hold is released and your card is not charged.`,
  },
  {
    question: `What does ${PRODUCT_NAME} cost?`,
    answer: `Creating an account and publishing packages is free. Brands pay the creator’s price plus a ${fee} platform fee, which is ${formatWholeDollars(computeQuote(toCents(10_000), feeBps).totalCents)} for a $100 package. The creator receives the full $100. We keep the fee only if the booking is completed.`,
  },
  {
    question: 'When does a creator get paid?',
    answer: `When the brand approves the completed work, or automatically ${within('releaseDays')} after the creator marked it as completed (${within('undeliveredDays')} if nothing was delivered through ${PRODUCT_NAME}). Stripe sends the payout to the creator’s bank account. Creators set this up once from the dashboard.`,
  },
  {
    question: 'What can I do if something is wrong with my booking?',
    answer: (
      <span>
        Open it from <Link to={paths.bookings()}>your bookings</Link>. It shows where the money is and what happens
        next. During the work, you can request a cancellation. After completion, you can report a problem, which stops
        the payout. If you and the creator cannot agree, we decide.
      </span>
    ),
  },
  {
    question: 'What can I do if I cannot sign in?',
    answer:
      'Click “Forgot password?” on the sign-in page. We email you a link to choose a new password, which works for one hour. If you don’t receive the email, check your spam folder, or contact us in the category “Technical Support”.',
  },
  {
    question: 'How do I delete my account or get a copy of my data?',
    answer:
      'Open Settings, then Account. We keep past bookings and payment records without your personal data, because the other party and the law require them.',
  },
];
