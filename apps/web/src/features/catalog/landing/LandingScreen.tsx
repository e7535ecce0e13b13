/** Renders the landing page (requirements R2.23 to R2.26). All numbers and creators on it are real. */
import { Anchor, Button, Container, Text, Title } from '@mantine/core';
import { PRODUCT_NAME, PRODUCT_TAGLINE } from '@marquee/brand';
import { toCents, formatWholeDollars, computeQuote } from '@marquee/money';
import { slugify } from '@marquee/validation';
import { BadgeDollarSign, BarChart3, CalendarClock, Link2, ListChecks, Search } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useOperatorTerms } from '../../../operatorTerms.ts';
import { paths } from '../../../paths.ts';
import { trpc } from '../../../trpc.ts';
import { PageMeta } from '../../../ui/PageMeta.tsx';
import { toSiteUrl, StructuredData } from '../../../ui/StructuredData.tsx';
import { FeaturedCard } from './FeaturedCard.tsx';
import { LandingHero, POSTER_COUNT } from './LandingHero.tsx';
import classes from './LandingScreen.module.css';

export const LandingScreen = () => (
  <div className={classes.landing}>
    <PageMeta title={PRODUCT_TAGLINE} canonical={paths.home()} />
    <StructuredData data={{ '@graph': createOrganizationData() }} />
    <LandingHero />
    <Showcase />
    <HowItWorks />
    <PlatformFeatures />
    <FeeExample />
    <CallToAction />
  </div>
);

/** Returns structured data about the organization and the search on its website. */
const createOrganizationData = () => [
  {
    '@type': 'Organization',
    '@id': `${toSiteUrl(paths.home())}#organization`,
    name: PRODUCT_NAME,
    url: toSiteUrl(paths.home()),
    logo: toSiteUrl('/icon-512.png'),
    slogan: PRODUCT_TAGLINE,
  },
  {
    '@type': 'WebSite',
    name: PRODUCT_NAME,
    url: toSiteUrl(paths.home()),
    publisher: { '@id': `${toSiteUrl(paths.home())}#organization` },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${toSiteUrl(paths.findInfluencers())}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  },
];

const MAX_CATEGORIES = 12;

/**
 * Shows categories that have creators, and featured creators. Creators at the top of the page are featured only if
 * there are not enough others.
 */
function Showcase() {
  const { data } = trpc.discovery.landing.useQuery();
  if (data === undefined || data.featured.length === 0) return null;
  return (
    <LandingSection title="Find your creator" text="Every package has a fixed price and a delivery time.">
      <ul className={classes.chips} aria-label="Categories">
        {data.categories.slice(0, MAX_CATEGORIES).map(({ category, creators }) => (
          <li key={category}>
            <Link to={paths.creators({ slug: slugify(category) })}>
              {category} <span>{creators}</span>
            </Link>
          </li>
        ))}
        <li>
          <Link to={paths.creators()}>All categories and places</Link>
        </li>
      </ul>
      <div className={classes.showcase}>
        {(data.featured.length > POSTER_COUNT ? data.featured.slice(POSTER_COUNT) : data.featured).map((creator) => (
          <FeaturedCard key={creator.id} creator={creator} />
        ))}
      </div>
      <Button component={Link} to={paths.findInfluencers()} variant="default" className={classes.all ?? ''}>
        Browse all creators
      </Button>
    </LandingSection>
  );
}

/** Four steps for creators and four for brands (requirements R2.24). */
const SIDE_STEPS = [
  {
    title: 'For brands',
    steps: [
      ['Find a creator', 'Filter by category, followers and budget. Prices include the platform fee.'],
      ['Describe your project', 'Answer the creator’s questions when you order. There is nothing to negotiate.'],
      ['Pay securely', 'Your card is charged only when the creator accepts.'],
      ['Approve the work', 'We hold your payment until you do.'],
    ],
  },
  {
    title: 'For creators',
    steps: [
      ['Create your account', 'Your profile gets its own link, ready to share.'],
      ['Publish packages', 'Set a price, a delivery time and the included features.'],
      ['Accept bookings', 'Each order comes with a payment and answers to your questions.'],
      ['Deliver and get paid', 'You receive your full price once the work is completed.'],
    ],
  },
] as const;

const HowItWorks = () => (
  <LandingSection title="How It Works">
    <div className={classes.sides}>
      {SIDE_STEPS.map(({ title, steps }) => (
        <div key={title}>
          <h3 className={classes.sideTitle}>{title}</h3>
          <ol className={classes.steps}>
            {steps.map(([name, text]) => (
              <li key={name}>
                <strong>{name}</strong>
                <span>{text}</span>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  </LandingSection>
);

/** Six platform features (requirements R2.25). All of them exist. */
const PLATFORM_FEATURES = [
  [
    Search,
    'Creator search',
    'Filter by category, platform, followers, budget and delivery time, and compare up to four packages.',
  ],
  [Link2, 'Custom profile URL', 'Share one link where brands can see your work and book you.'],
  [ListChecks, 'Order questions', 'Creators ask for the details they need, and brands answer when they order.'],
  [
    BadgeDollarSign,
    'Secure payments',
    'Your card is charged when the creator accepts. Creators are paid once the work is completed.',
  ],
  [BarChart3, 'Analytics dashboard', 'See your earnings, bookings and profile views at a glance.'],
  [CalendarClock, 'Clear deadlines', 'Every booking shows what happens next, when, and where the money is.'],
] as const;

const PlatformFeatures = () => (
  <LandingSection title="Platform Features">
    <ul className={classes.features}>
      {PLATFORM_FEATURES.map(([Icon, title, text]) => (
        <li key={title}>
          <span className={classes.icon}>
            <Icon size={22} aria-hidden />
          </span>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  </LandingSection>
);

/** Shows the fee example of requirements R2.26 with the current fee. */
function FeeExample() {
  const { fee, feeBps } = useOperatorTerms();
  const { priceCents, feeCents, totalCents } = computeQuote(toCents(10_000), feeBps);
  return (
    <LandingSection title="Pricing">
      <div className={classes.pricing}>
        <div>
          <p className={classes.fee}>{fee} platform fee</p>
          <Text c="dimmed">
            The fee is added to the creator’s price, and the platform keeps it only if the booking is completed.
            Accounts and packages are free.
          </Text>
          <Text mt="sm">
            <Anchor component={Link} to={paths.pricingGuide()} underline="always">
              See what creators charge in the pricing guide
            </Anchor>
          </Text>
        </div>
        <div className={classes.example}>
          {/* A bar that shows the price and the fee to scale. */}
          <div className={classes.scale} aria-hidden>
            <span style={{ flexGrow: priceCents }} />
            <span style={{ flexGrow: feeCents }} />
          </div>
          <dl aria-label="Example">
            {(
              [
                ['The creator charges', priceCents],
                ['The brand pays', totalCents],
                ['The creator receives', priceCents],
                ['The platform keeps', feeCents],
              ] as const
            ).map(([label, amount]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{formatWholeDollars(amount)}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </LandingSection>
  );
}

/** Repeats the search, and has the sign-in buttons of requirements R2.23. The header links to the same pages. */
const CallToAction = () => (
  <Container component="section" size="lg" className={classes.part ?? ''} aria-labelledby="next-step">
    <div className={classes.board}>
      <div className={classes.next}>
        <h2 id="next-step">Your next campaign is four steps away.</h2>
        <div className={classes.ways}>
          <Button component={Link} to={paths.findInfluencers()} size="lg">
            Find creators
          </Button>
          <Button component={Link} to={paths.auth({ mode: 'signup' })} size="lg" variant="white" color="dark">
            Sell your services
          </Button>
        </div>
        <div className={classes.ways}>
          <ExternalSignInLink />
          <Button component={Link} to={paths.login()} variant="outline" className={classes.ghost ?? ''}>
            Email Sign In
          </Button>
        </div>
      </div>
    </div>
  </Container>
);

/** Links to external sign-in. Renders nothing if no OpenID provider is configured. */
function ExternalSignInLink() {
  const { data: external } = trpc.auth.external.useQuery();
  if (!external) return null;
  return (
    <Button component="a" href={paths.externalSignIn()} variant="outline" className={classes.ghost ?? ''}>
      Sign in with {external.label}
    </Button>
  );
}

function LandingSection({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Container component="section" size="lg" className={classes.part ?? ''} aria-labelledby={id}>
      <div className={classes.partHead}>
        <Title order={2} id={id} className={classes.partTitle ?? ''}>
          {title}
        </Title>
        {text !== undefined && (
          <Text size="lg" c="dimmed">
            {text}
          </Text>
        )}
      </div>
      {children}
    </Container>
  );
}
