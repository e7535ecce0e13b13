import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import classes from './Disclosure.module.css';

interface DisclosureProps {
  heading: ReactNode;
  /** A few words about the content, which are shown next to the heading while the content is hidden. */
  summary?: ReactNode;
  startsOpen?: boolean;
  className?: string;
  children: ReactNode;
}

/** Renders content that the user shows and hides by pressing its heading. */
export function Disclosure({ heading, summary, startsOpen = false, className = '', children }: DisclosureProps) {
  // React must not change the attribute later, because the browser changes it when the user presses the heading.
  const [isInitiallyOpen] = useState(startsOpen);
  return (
    <details className={`${classes.details} ${className}`} open={isInitiallyOpen}>
      <summary>
        {heading}
        {summary !== undefined && <span className={classes.summary}>{summary}</span>}
        <ChevronDown size={18} className={classes.chevron} aria-hidden />
      </summary>
      {children}
    </details>
  );
}
