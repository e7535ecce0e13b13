/**
 * Links to other screens, as React Router's are, for what the product's links ask for: an address as text, from its
 * root on. A page has dozens of them, and each of React Router's resolves its address against the routes around it.
 */
import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: string;
  /** In place of this entry of the browser's history; by default where the link leads to the same address. */
  replace?: boolean;
  state?: unknown;
  /** The next screen stays where this one has been scrolled to. */
  preventScrollReset?: boolean;
}

export function Link({ to, replace, state, preventScrollReset = false, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event) || !isHere(rest.target)) return;
    event.preventDefault();
    const { pathname, search, hash } = location;
    const options = { replace: replace ?? pathname + search + hash === to, state, preventScrollReset };
    void navigate(to, options);
  };
  // oxlint-disable-next-line jsx-a11y/anchor-has-content, jsx-a11y/click-events-have-key-events -- It is a link; its content is among the rest.
  return <a {...rest} href={to} onClick={follow} />;
}

/** Pressed to be opened here: not in another tab or window, nor to be saved. */
const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;

const isHere = (target: string | undefined) => target === undefined || target === '_self';

/** A link that says whether it leads to the screen that is shown; without `end` also to those below it. */
export function NavLink({ end = false, ...props }: LinkProps & { end?: boolean }) {
  const at = `${useLocation().pathname.replace(/\/$/, '').toLowerCase()}/`;
  const to = `${props.to
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
    .toLowerCase()}/`;
  return <Link aria-current={(end ? at === to : at.startsWith(to)) ? 'page' : undefined} {...props} />;
}
