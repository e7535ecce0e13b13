import classes from './SkipLink.module.css';

interface SkipLinkProps {
  /** The id of the element to which the link moves the focus. */
  to: string;
  children: string;
}

/** Lets keyboard users skip a part of the page. The link is visible only while it has the focus. */
export const SkipLink = ({ to, children }: SkipLinkProps) => (
  <a className={classes.skip} href={`#${to}`}>
    {children}
  </a>
);
