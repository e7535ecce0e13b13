import { Container } from '@mantine/core';
import { PRODUCT_NAME, PRODUCT_TAGLINE } from '@marquee/brand';
import { Link } from 'react-router-dom';
import { useOperatorTerms } from '../operatorTerms.ts';
import { paths } from '../paths.ts';
import type { SignedInUser } from '../session.ts';
import classes from './Footer.module.css';
import type { HeaderProps } from './Header.tsx';

/**
 * Lists the footer links. Only visitors see the invitation to start selling, and only creators see the link to their
 * packages.
 */
const listFooterColumns = (user: SignedInUser | null, isVisitor: boolean, hasTrustPage: boolean) => [
  {
    title: 'For brands',
    links: [
      { to: paths.findInfluencers(), label: 'Find creators' },
      { to: paths.creators(), label: 'Browse by category' },
      { to: paths.pricingGuide(), label: 'Pricing guide' },
    ],
  },
  {
    title: 'For creators',
    links: [
      ...(isVisitor ? [{ to: paths.auth({ mode: 'signup' }), label: 'Start selling' }] : []),
      ...(user?.userType === 'influencer' ? [{ to: paths.packages(), label: 'Your packages' }] : []),
      { to: paths.resources(), label: 'Resources' },
    ],
  },
  {
    title: 'Company',
    links: [
      { to: paths.howMoneyMoves(), label: 'How money moves' },
      ...(hasTrustPage ? [{ to: paths.trust(), label: 'Trust' }] : []),
      { to: paths.contact(), label: 'Contact' },
      { to: paths.privacy(), label: 'Privacy Policy' },
      { to: paths.terms(), label: 'Terms of Service' },
      { to: paths.verify(), label: 'Check a document' },
    ],
  },
];

export function Footer({ user, isVisitor, toTarget }: HeaderProps) {
  const { fee, hasTrustPage } = useOperatorTerms();
  return (
    <footer className={classes.footer}>
      <Container size="lg" className={classes.columns ?? ''}>
        <div className={classes.about}>
          <span className={classes.name}>{PRODUCT_NAME}</span>
          <span>{PRODUCT_TAGLINE}</span>
          <span>Platform fee: {fee}</span>
        </div>
        {listFooterColumns(user, isVisitor, hasTrustPage).map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={toTarget(to)}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </Container>
    </footer>
  );
}
