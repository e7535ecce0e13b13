import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import classes from './TopicLinks.module.css';

interface TopicLinksProps {
  label: string;
  links: readonly { slug: string; name: string; creators: number }[];
  /** Off where the counts are of something else than what the link leads to. */
  hasCounts?: boolean;
}

/** Pages about parts of the market, each with how many creators it has. */
export const TopicLinks = ({ label, links, hasCounts = true }: TopicLinksProps) => (
  <ul className={classes.links} aria-label={label}>
    {links.map(({ slug, name, creators }) => (
      <li key={slug}>
        <Link to={paths.creators({ slug })}>
          {name} {hasCounts && <span>{creators.toLocaleString('en-US')}</span>}
        </Link>
      </li>
    ))}
  </ul>
);
