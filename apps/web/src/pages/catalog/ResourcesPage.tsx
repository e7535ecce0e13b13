/** /resources: advice for brands and creators. */
import { Button, Container, Text, Title } from '@mantine/core';
import { PRODUCT_NAME } from '@marquee/brand';
import { Link } from 'react-router-dom';
import { useOperatorTerms, type FormattedTerms } from '../../operatorTerms.ts';
import { paths } from '../../paths.ts';
import { useUser } from '../../session.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QuestionAccordion } from '../../ui/QuestionAccordion.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import classes from './ResourcesPage.module.css';
import { listPaymentStages } from '../../features/money/payments/payments.words.ts';

export function Page() {
  const user = useUser();
  return (
    <Container size="lg" py="xl">
      <PageMeta
        title="Resources"
        description="Short guides for creators and brands about packages, briefs, order questions and payments."
        canonical={paths.resources()}
      />
      <PageHeader title="Resources" description="Short guides to packages, briefs, order questions and payments." />
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
                Create account
              </Button>
            )}
          </article>
        ))}
      </div>
      <section aria-labelledby="words" className={classes.words}>
        <Title order={2} id="words">
          Glossary
        </Title>
        <QuestionAccordion items={GLOSSARY} />
      </section>
    </Container>
  );
}

const listGuides = (terms: FormattedTerms) =>
  [
    {
      id: 'first-package',
      side: 'For creators',
      forWhom: 'creator',
      title: 'Write a package that gets booked',
      text: 'Show brands the deliverables, the delivery time and the price.',
      steps: [
        ['Name the result.', '“Unboxing Reel, 30 seconds” is clearer than “Social media content”.'],
        [
          'List what is included.',
          'For example: number of pieces, length, change rounds, raw footage and usage rights. Start with the strongest three, because they appear on the card.',
        ],
        ['Set a delivery time that you can always meet.', 'It starts when you start the work, not with the order.'],
        [
          'Enter the price that you want to receive.',
          `You receive the full price. The brand pays the ${terms.fee} fee on top.`,
        ],
      ],
      to: paths.packages(),
      label: 'Open packages',
    },
    {
      id: 'questions',
      side: 'For creators',
      forWhom: 'creator',
      title: 'Ask the right questions before the order',
      text: 'Brands answer your order questions before they pay, so you get the answers with the booking.',
      steps: [
        ['Ask only what affects your work.', 'For example: the product, permitted claims, usage and dates.'],
        ['Offer choices.', 'A dropdown is faster to answer than an empty field.'],
        ['Require few answers.', 'Make a question optional if you can start without the answer.'],
        ['Test your questions.', 'Fill them in yourself in the preview of the questionnaire builder.'],
      ],
      to: paths.questionnaireBuilder(),
      label: 'Open questionnaire builder',
    },
    {
      id: 'brief',
      side: 'For brands',
      forWhom: 'all',
      title: 'Write a brief that a creator accepts',
      text: `Creators have ${terms.within('acceptHours')} to accept. They accept clear briefs sooner.`,
      steps: [
        ['Describe the product and why people buy it.', 'One paragraph is enough. Add a link.'],
        ['Describe your audience.', 'Include age, location, interests and where your customers are.'],
        ['List requirements and limits.', 'For example: claims, names, competitors and legal notes.'],
        ['Leave the style to the creator.', 'It is the reason why you book this creator.'],
      ],
      to: paths.findInfluencers(),
      label: 'Find creators',
    },
    {
      id: 'money',
      side: 'For both',
      forWhom: 'all',
      title: 'Follow the money',
      text: 'Every booking shows where the payment is and what happens next.',
      steps: listPaymentStages(terms).map(({ title, text }) => [`${title}:`, text] as const),
      to: paths.pricingGuide(),
      label: 'Read the pricing guide',
    },
  ] as const;

const GLOSSARY = [
  {
    question: 'Package',
    answer: 'A service with a fixed price, a delivery time and a list of features.',
  },
  {
    question: 'Order questions',
    answer: 'Questions that a creator asks before accepting. The brand answers them before paying.',
  },
  {
    question: 'Reserved (authorized)',
    answer:
      'The bank has placed a hold on the card, but has not charged it. If the booking is not accepted, the hold is released.',
  },
  {
    question: 'Held',
    answer: `The card was charged, and ${PRODUCT_NAME} holds the payment until the work is approved.`,
  },
  { question: 'Released', answer: 'The creator’s price is on its way to the creator’s bank account.' },
  {
    question: 'UGC',
    answer: 'User-generated content: a creator makes videos or photos, and the brand publishes them on its channels.',
  },
  {
    question: 'Usage rights',
    answer:
      'Where, for what purpose and for how long the brand may use the work. See the package, or ask before you book.',
  },
];
