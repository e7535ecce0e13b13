/** /contact: the contact form (spec §2 "Contact page", §5, §9 "Contact promises"). */
import { Container, Title } from '@mantine/core';
import { PRODUCT_NAME, SUPPORT_PROMISES } from '@marquee/booking';
import { CONTACT_CATEGORIES, type ContactCategory } from '@marquee/validation';
import { Clock, Headset, Mail } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { toCents, formatWholeDollars, computeQuote } from '@marquee/money';
import { useOperatorTerms, type FormattedTerms } from '../operatorTerms.ts';
import { ContactForm } from '../features/support/ContactForm.tsx';
import { paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { QuestionAccordion } from '../ui/QuestionAccordion.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { PageMeta } from '../ui/PageMeta.tsx';
import classes from './ContactPage.module.css';

export function Page() {
  const user = useUser();
  const asked = useSearchParams()[0].get('category');
  const category = CONTACT_CATEGORIES.find((each) => each === asked) ?? '';
  return (
    <Container size="lg" py="xl">
      <PageMeta
        title="Contact"
        description="Write to us about an account, a booking, a payment or an idea. A person reads and answers every message."
        canonical={paths.contact()}
      />
      <PageHeader
        title="Contact"
        description="A person reads every message. Tell us what happened and what you expected."
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
                  Use the form; the answer comes by email. Response {SUPPORT_PROMISES.answer}.
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
                  For “Billing &amp; Payments” messages about a booking that is under way, during business hours.
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
    answer: `When you pay, your bank only sets the amount aside. The card is charged when the creator accepts the booking. If the creator declines, or does not answer within ${within('acceptHours')}, the amount is let go and nothing is charged.`,
  },
  {
    question: `What does ${PRODUCT_NAME} cost?`,
    answer: `Creating an account and publishing packages cost nothing. A brand pays the creator’s price plus a ${fee} platform fee: for a $100 package, ${formatWholeDollars(computeQuote(toCents(10_000), feeBps).totalCents)}. The creator receives the full $100. The fee is kept only when a booking is completed.`,
  },
  {
    question: 'When does a creator get paid?',
    answer: `When the brand approves the completed work, or by itself ${within('releaseDays')} after the work was marked as completed (${within('undeliveredDays')} where nothing was delivered through ${PRODUCT_NAME}). The payout goes to the creator’s bank account through Stripe; the creator sets that up once, from the dashboard.`,
  },
  {
    question: 'Something is wrong with my booking. What do I do?',
    answer: (
      <span>
        Open it from <Link to={paths.bookings()}>your bookings</Link>: it says where the money is and what happens next.
        While the work is under way, “Ask to cancel” is there. Once it is marked as completed, “Report a problem” stops
        the payout, and the creator has to answer. If you two do not agree, we decide.
      </span>
    ),
  },
  {
    question: 'I cannot sign in.',
    answer:
      'Use “Forgot password?” on the sign-in page: a link to choose a new password is sent to your address and works for one hour. If no mail comes, look in the spam folder, then write to us in the category “Technical Support”.',
  },
  {
    question: 'How do I delete my account or get a copy of my data?',
    answer:
      'Both are in Settings, under Account. Finished bookings and payment records stay, without your personal data, because both sides and the law need them.',
  },
];
