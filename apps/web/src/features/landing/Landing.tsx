/** The landing page (spec §2): its numbers and faces are the marketplace's own. */
import { TAGLINE } from '@marquee/booking';
import { paths } from '../../paths.ts';
import { Head } from '../../ui/Head.tsx';
import { Features } from './Features.tsx';
import { Hero } from './Hero.tsx';
import classes from './Landing.module.css';
import { NextStep } from './NextStep.tsx';
import { Pricing } from './Pricing.tsx';
import { Showcase } from './Showcase.tsx';
import { Steps } from './Steps.tsx';

export const Landing = () => (
  <div className={classes.landing}>
    <Head title={TAGLINE} canonical={paths.home()} />
    <Hero />
    <Showcase />
    <Steps />
    <Features />
    <Pricing />
    <NextStep />
  </div>
);
