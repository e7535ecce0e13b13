/** /pricing-guide: typical prices, computed from published packages, and explanations of the fee and of payments. */
import { Anchor, Button, Container, Group, Text, Title } from '@mantine/core';
import { toCents, formatFeeIncluded, formatWholeDollars, computeQuote } from '@marquee/money';
import { toFindParams } from '@marquee/validation';
import type { Category } from '@marquee/contracts';
import { Tags } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLoaderData } from 'react-router-dom';
import { useOperatorTerms } from '../../operatorTerms.ts';
import { FeeCalculator } from '../../features/catalog/discovery/FeeCalculator.tsx';
import { formatFollowerBand } from '../../features/catalog/discovery/followers.ts';
import { PriceList } from '../../features/catalog/discovery/PriceList.tsx';
import { paths } from '../../paths.ts';
import { queryUtils, trpc } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { pluralize } from '../../lib/pluralize.ts';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import classes from './PricingGuidePage.module.css';
import { listPaymentStages } from '../../features/money/payments/payments.words.ts';

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
        description="Typical prices of creators’ packages by category and audience, including the platform fee, with a fee calculator."
        canonical={paths.pricingGuide()}
      />
      <PageHeader
        title="Pricing guide"
        description={
          all === null
            ? 'Typical prices, the platform fee and how payments work.'
            : `Typical prices of the ${all.packages === 1 ? 'one package' : `${all.packages.toLocaleString('en-US')} packages`} that you can book now.`
        }
      />

      <GuideSection title={`The price and the ${terms.fee} fee`} id="fee">
        <Text className={classes.text ?? ''}>
          Creators set their own prices and receive them in full. The brand pays the platform fee of {terms.fee} on top.
          We collect the fee only when the work is completed. Enter an amount in either field to calculate the other.
        </Text>
        <FeeCalculator />
      </GuideSection>

      {all === null ? (
        <EmptyState
          icon={<Tags size={36} strokeWidth={1.5} aria-hidden />}
          title="No packages on offer yet"
          text="Typical prices appear here when creators publish packages."
        />
      ) : (
        <>
          <GuideSection title="Typical prices by category" id="categories">
            <Text className={classes.text ?? ''}>
              Prices are totals with {formatFeeIncluded(terms.feeBps)}. Half of the packages cost less than the typical
              price, and half cost more. The bar shows the range that half of the packages fall into.
            </Text>
            {all.typical !== null && (
              <Text className={classes.text ?? ''} fw={600}>
                Across all categories, a package typically costs{' '}
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
              <Text c="dimmed">There are no packages with a category yet.</Text>
            )}
          </GuideSection>

          <GuideSection title="Typical prices by audience" id="audience">
            <Text className={classes.text ?? ''}>
              Audience is the number of a creator’s followers on all platforms.
            </Text>
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
          {listPaymentStages(terms).map(({ title, text }) => (
            <li key={title}>
              <Text fw={600}>{title}</Text>
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
              Every night, we compare our records with our payment provider’s.{' '}
              <Anchor component={Link} to={paths.trust()} underline="always">
                View the latest result
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
  ['Work', 'The number and length of pieces, scripts, locations and change rounds.'],
  ['Audience', 'The number of followers, and how well they match your target audience.'],
  ['Rights', 'You pay more to use the content in your own ads, for longer or in more places.'],
  ['Delivery time', 'Fast delivery costs more because the creator has to postpone other work.'],
  ['Exclusivity', 'Exclusivity costs more because the creator has to turn down work from your competitors.'],
  ['Track record', 'Creators with many completed bookings and good ratings often charge more.'],
] as const;
