/** /pricing-guide: typical prices, computed from published packages, and explanations of the fee and of payments. */
import { Anchor, Button, Container, Group, Text, Title } from '@mantine/core';
import { toCents, formatFeeIncluded, formatWholeDollars, computeQuote } from '@marquee/money';
import { PRODUCT_NAME } from '@marquee/booking';
import { toFindParams, type Category } from '@marquee/validation';
import { Tags } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLoaderData } from 'react-router-dom';
import { useOperatorTerms, type FormattedTerms } from '../operatorTerms.ts';
import { FeeCalculator } from '../features/discovery/FeeCalculator.tsx';
import { formatFollowerBand } from '../features/discovery/followers.ts';
import { PriceList } from '../features/discovery/PriceList.tsx';
import { paths } from '../paths.ts';
import { queryUtils, trpc } from '../trpc.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageMeta } from '../ui/PageMeta.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { pluralize } from '../lib/pluralize.ts';
import { withLoadError } from '../ui/RouteErrorScreen.tsx';
import classes from './PricingGuidePage.module.css';

export async function loader() {
  const [, hasTrust] = await Promise.all([
    withLoadError(queryUtils.discovery.prices.ensureData(), 'Failed to load the pricing guide'),
    // The request fails if the operator has disabled the trust page. The pricing guide then omits the link to that
    // page.
    queryUtils.reconciliation.trust.ensureData().then(
      () => true,
      () => false,
    ),
  ]);
  return { hasTrust };
}

export function Page() {
  const { hasTrust } = useLoaderData<typeof loader>();
  const terms = useOperatorTerms();
  const [prices] = trpc.discovery.prices.useSuspenseQuery();
  const find = (search: Parameters<typeof toFindParams>[0]['search']) =>
    paths.findInfluencers(toFindParams({ search }));
  const { all } = prices;
  return (
    <Container size="lg" py="xl">
      <PageMeta
        title="Pricing guide"
        description="What packages of creators cost, fee included, by category and by audience, counted from the packages on offer. With a calculator for the platform fee."
        canonical={paths.pricingGuide()}
      />
      <PageHeader
        title="Pricing guide"
        description={
          all === null
            ? 'What packages cost, and how the fee and payments work.'
            : `What packages cost today, counted from the ${all.packages === 1 ? 'one package' : `${all.packages.toLocaleString('en-US')} packages`} that can be booked right now.`
        }
      />

      <GuideSection title={`The price and the ${terms.fee} fee`} id="fee">
        <Text className={classes.text ?? ''}>
          Creators set their own prices and receive them in full. The platform fee is {terms.fee} of the price, rounded
          to the cent, and is added on top: the brand pays it. It is collected only when the work is completed. Type on
          either side.
        </Text>
        <FeeCalculator />
      </GuideSection>

      {all === null ? (
        <EmptyState
          icon={<Tags size={36} strokeWidth={1.5} aria-hidden />}
          title="No packages on offer yet"
          text="Typical prices show up here as soon as creators publish packages."
        />
      ) : (
        <>
          <GuideSection title="Typical prices by category" id="categories">
            <Text className={classes.text ?? ''}>
              These are totals, as everywhere that packages are booked: {formatFeeIncluded(terms.feeBps)}. The typical
              total is the median: half of the packages cost less, half cost more. The bar spans the middle half. A
              package counts in each category that its creator names.
            </Text>
            {all.typical !== null && (
              <Text className={classes.text ?? ''} fw={600}>
                Over all categories, a package typically costs{' '}
                <WholeDollars cents={computeQuote(toCents(all.typical.medianCents), terms.feeBps).totalCents} /> in
                total and is delivered in {pluralize(all.typical.deliveryDays, 'day')}.
              </Text>
            )}
            {prices.categories.length > 0 ? (
              <PriceList
                label="Typical prices by category"
                rows={prices.categories.map((row) => ({
                  ...row,
                  name: row.category,
                  to: find({ categories: [row.category as Category] }),
                }))}
              />
            ) : (
              <Text c="dimmed">No creator has named a category yet.</Text>
            )}
          </GuideSection>

          <GuideSection title="Typical prices by audience" id="audience">
            <Text className={classes.text ?? ''}>The creators’ followers on all of their platforms together.</Text>
            <PriceList
              label="Typical prices by followers"
              rows={prices.followers.map((row) => ({
                ...row,
                name: `${formatFollowerBand(row.from, row.to)} followers`,
                to: find({
                  ...(row.from > 0 && { minFollowers: row.from }),
                  ...(row.to !== null && { maxFollowers: row.to - 1 }),
                }),
              }))}
            />
          </GuideSection>
        </>
      )}

      <GuideSection title="What drives a price" id="drivers">
        <dl className={classes.drivers}>
          {PRICE_DRIVERS.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </GuideSection>

      <GuideSection title="When money moves" id="money">
        <ol className={classes.steps}>
          {listPaymentSteps(terms).map(([name, text]) => (
            <li key={name}>
              <Text fw={600}>{name}</Text>
              <Text c="dimmed">{text}</Text>
            </li>
          ))}
        </ol>
        <Text className={classes.text ?? ''}>
          More about fees in the{' '}
          <Anchor component={Link} to={paths.terms()} underline="always">
            Terms of Service
          </Anchor>
          .
          {hasTrust && (
            <span>
              {' '}
              Every night the books are held against the payment provider’s:{' '}
              <Anchor component={Link} to={paths.trust()} underline="always">
                see with what result
              </Anchor>
              .
            </span>
          )}
        </Text>
      </GuideSection>

      <Group justify="center" mt={48}>
        <Button component={Link} to={paths.findInfluencers()} size="lg">
          Find creators
        </Button>
        <Button component={Link} to={paths.resources()} size="lg" variant="default">
          Read the guides
        </Button>
      </Group>
    </Container>
  );
}

const WholeDollars = ({ cents }: { cents: number }) => (
  <span className={classes.amount}>{formatWholeDollars(cents)}</span>
);

const GuideSection = ({ title, id, children }: { title: string; id: string; children: ReactNode }) => (
  <section aria-labelledby={id} className={classes.part}>
    <Title order={2} id={id} mb="sm">
      {title}
    </Title>
    {children}
  </section>
);

const PRICE_DRIVERS = [
  [
    'Work',
    'The number and length of pieces, scripts, locations and rounds of changes. Three tested recipes take more days than one Story.',
  ],
  [
    'Audience',
    'How many people follow, and how closely they match who you want to reach. A small audience that fits can be worth more than a large one that does not.',
  ],
  [
    'Rights',
    'Using the pictures in your own advertising, for longer or in more places, is a licence beyond the post itself.',
  ],
  ['Time', 'A short delivery time means that other work waits.'],
  ['Exclusivity', 'Not working with your competitors for a while costs the creator other bookings.'],
  ['Track record', 'Creators with many completed bookings know what they deliver, and price it accordingly.'],
] as const;

const listPaymentSteps = ({ fee, within }: FormattedTerms) =>
  [
    ['Checkout: set aside', 'The brand’s card is authorized for the total. Nothing is charged.'],
    [
      'Accepted: charged',
      `The card is charged when the creator accepts, and ${PRODUCT_NAME} holds the payment. Declined, or not answered within ${within('acceptHours')}: the amount is let go, and there is no fee.`,
    ],
    [
      'Completed: checked',
      `The creator marks the work as completed. The brand approves it; after ${within('releaseDays')} without a report of a problem (${within('undeliveredDays')} where nothing was delivered here) it counts as approved.`,
    ],
    ['Approved: paid out', `The creator receives the full price. Now, and only now, the ${fee} fee is the platform’s.`],
  ] as const;
