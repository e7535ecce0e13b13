/** /resources: advice for brands and creators. */
import { Button, Container, Text, Title } from '@mantine/core';
import { PRODUCT_NAME } from '@marquee/booking';
import { Link } from 'react-router-dom';
import { useOperatorTerms, type FormattedTerms } from '../operatorTerms.ts';
import { paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { QuestionAccordion } from '../ui/QuestionAccordion.tsx';
import { PageMeta } from '../ui/PageMeta.tsx';
import classes from './ResourcesPage.module.css';

export function Page() {
  const user = useUser();
  return (
    <Container size="lg" py="xl">
      <PageMeta
        title="Resources"
        description="Short guides for creators and brands: writing packages and briefs, asking the right questions, and following the money."
        canonical={paths.resources()}
      />
      <PageHeader title="Resources" description="Short guides, written from how bookings on the platform really go." />
      <div className={classes.guides}>
        {listGuides(useOperatorTerms()).map(({ id, side, forWhom, title, text, steps, to, label }) => (
          <article key={id} id={id} className={classes.guide} aria-labelledby={`${id}-title`}>
            <span className={classes.side}>{side}</span>
            <Title order={2} id={`${id}-title`}>
              {title}
            </Title>
            <Text c="dimmed">{text}</Text>
            <ol>
              {steps.map(([name, more]) => (
                <li key={name}>
                  <strong>{name}</strong> {more}
                </li>
              ))}
            </ol>
            {(forWhom !== 'creator' || user?.userType === 'influencer') && (
              <Button component={Link} to={to} variant="default" size="sm">
                {label}
              </Button>
            )}
            {forWhom === 'creator' && user === null && (
              <Button component={Link} to={paths.auth({ mode: 'signup' })} variant="default" size="sm">
                Create an account
              </Button>
            )}
          </article>
        ))}
      </div>
      <section aria-labelledby="words" className={classes.words}>
        <Title order={2} id="words">
          What the words mean
        </Title>
        <QuestionAccordion items={GLOSSARY} />
      </section>
    </Container>
  );
}

const listGuides = ({ fee, within }: FormattedTerms) =>
  [
    {
      id: 'first-package',
      side: 'For creators',
      forWhom: 'creator',
      title: 'Write a package that gets booked',
      text: 'A brand decides in a minute. It should know what it gets, when, and what it costs without asking.',
      steps: [
        ['Name the result.', '“Unboxing Reel, 30 seconds” sells; “Social media content” makes people ask.'],
        [
          'List what is included.',
          'Number of pieces, length, rounds of changes, raw footage, usage rights. The first three show on the card, so put the strongest there.',
        ],
        ['Set a delivery time you always keep.', 'It counts from the day you start working, not from the order.'],
        [
          'Price the work, not the fee.',
          `You receive the full price. The ${fee} is added on top and paid by the brand.`,
        ],
      ],
      to: paths.packages(),
      label: 'Go to your packages',
    },
    {
      id: 'questions',
      side: 'For creators',
      forWhom: 'creator',
      title: 'Ask the right questions before the order',
      text: 'Good order questions save a week of messages. The answers arrive together with the booking.',
      steps: [
        ['Ask only what changes your work.', 'Product, claims you may make, where it will be used, dates.'],
        ['Offer choices where you can.', 'A dropdown is answered faster and better than an empty field.'],
        ['Make few questions required.', 'What you can start without should be optional.'],
        ['Look at it as the brand will.', 'The builder has a preview; fill it in once yourself.'],
      ],
      to: paths.questionnaireBuilder(),
      label: 'Open the builder',
    },
    {
      id: 'brief',
      side: 'For brands',
      forWhom: 'all',
      title: 'Write a brief that a creator accepts',
      text: `Creators have ${within('acceptHours')} to accept. A clear brief is accepted sooner, and the result is nearer to what you had in mind.`,
      steps: [
        ['Say what the product is and why people buy it.', 'One paragraph. A link helps.'],
        ['Say who should see it.', 'Age, place, interest, and where they are already your customers.'],
        ['Say what must and must not be said.', 'Claims, names, competitors, legal lines.'],
        ['Leave the how to the creator.', 'You book them for their way of telling it.'],
      ],
      to: paths.findInfluencers(),
      label: 'Find creators',
    },
    {
      id: 'money',
      side: 'For both',
      forWhom: 'all',
      title: 'Follow the money, step by step',
      text: 'Every booking says where the money is and what happens next if nobody does anything.',
      steps: [
        ['Checkout:', 'the brand’s bank sets the total aside. Nothing is charged.'],
        [
          'Accepted:',
          `the card is charged, and ${PRODUCT_NAME} holds the payment. Declined or not answered in ${within('acceptHours')}: the amount is let go.`,
        ],
        [
          'Completed:',
          `the brand approves the work, or ${within('releaseDays')} pass (${within('undeliveredDays')} where nothing was delivered here).`,
        ],
        [
          'Paid out:',
          'the creator’s full price goes to the creator’s bank account through Stripe, and the fee is kept only now.',
        ],
      ],
      to: paths.pricingGuide(),
      label: 'Read the pricing guide',
    },
  ] as const;

const GLOSSARY = [
  {
    question: 'Package',
    answer: 'A service with a fixed price, a delivery time and a list of what is included. A creator can have many.',
  },
  {
    question: 'Order questions',
    answer: 'What a creator wants to know before accepting. The brand answers them before it pays.',
  },
  {
    question: 'Set aside (authorised)',
    answer:
      'The bank has reserved the amount on the card. It is not charged, and it is let go when the booking does not come about.',
  },
  { question: 'Held', answer: `The card was charged and ${PRODUCT_NAME} keeps the money until the work is approved.` },
  { question: 'Released', answer: 'The creator’s price is on its way to the creator’s bank account.' },
  {
    question: 'UGC',
    answer:
      'User-generated content: a creator makes the video or photos, the brand publishes them on its own channels.',
  },
  {
    question: 'Usage rights',
    answer:
      'Where, for what and how long the brand may use the work. The package says it; if you need more, ask before you book.',
  },
];
