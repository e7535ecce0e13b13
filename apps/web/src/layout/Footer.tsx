import { PRODUCT_NAME, TAGLINE } from '@marquee/booking';
import { FEE_PERCENT } from '@marquee/money';
import { Container } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import classes from './Footer.module.css';

const COLUMNS = [
  {
    title: 'For brands',
    links: [
      { to: paths.findInfluencers(), label: 'Find creators' },
      { to: paths.pricingGuide(), label: 'Pricing guide' },
    ],
  },
  {
    title: 'For creators',
    links: [
      { to: paths.auth({ mode: 'signup' }), label: 'Start selling' },
      { to: paths.resources(), label: 'Resources' },
    ],
  },
  {
    title: 'Company',
    links: [
      { to: paths.contact(), label: 'Contact' },
      { to: paths.privacy(), label: 'Privacy Policy' },
      { to: paths.terms(), label: 'Terms of Service' },
    ],
  },
];

export const Footer = () => (
  <footer className={classes.footer}>
    <Container size="lg" className={classes.columns ?? ''}>
      <div className={classes.about}>
        <span className={classes.name}>{PRODUCT_NAME}</span>
        <span>{TAGLINE}</span>
        <span>Platform fee: {FEE_PERCENT}%</span>
      </div>
      {COLUMNS.map(({ title, links }) => (
        <nav key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </Container>
  </footer>
);
