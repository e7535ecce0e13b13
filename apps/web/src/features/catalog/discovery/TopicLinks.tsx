import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import classes from './TopicLinks.module.css';

interface TopicLinksProps {
  label: string;
  links: readonly { slug: string; name: string; creators: number }[];
  /** False to hide the counts, if they do not describe the linked page. */
  hasCounts?: boolean;
}

/** Links to topic pages, each with its number of creators. */
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
