/** Lays out every page: navigation, content and footer. */
import { VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useNavigation, type Location } from 'react-router-dom';
import { SignedInUserContext, useSession } from '../session.ts';
import { OperatorTermsContext, useOperatorTermsQuery } from '../operatorTerms.ts';
import { showPendingToast } from '../lib/notify.ts';
import { useSessionEndedDialog } from '../lib/sessionEnd.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { SkipLink } from '../ui/SkipLink.tsx';
import classes from './Layout.module.css';
import { useScreenChange } from './useScreenChange.ts';
import { WorkspaceNav } from './WorkspaceNav.tsx';

const SessionEndedDialog = lazy(() =>
  import('./SessionEndedDialog.tsx').then((module) => ({ default: module.SessionEndedDialog })),
);

export function Layout() {
  const user = useSession();
  const terms = useOperatorTermsQuery();
  const isLoading = useNavigation().state !== 'idle';
  const main = useRef<HTMLElement>(null);
  const announced = useScreenChange(main);
  const isSignedIn = user !== null;
  useEffect(() => showPendingToast({ isSignedIn }), [isSignedIn]);
  const [hasSessionEnded, setSessionEnded] = useState(false);
  useSessionEndedDialog(useCallback(() => setSessionEnded(true), []));

  return (
    <SignedInUserContext value={user}>
      <OperatorTermsContext value={terms}>
        <div className={classes.page}>
          <SkipLink to="content">Skip to content</SkipLink>
          {isLoading && <div className={classes.progress} aria-hidden />}
          <Header user={user} />
          {user !== null && <WorkspaceNav user={user} />}
          <VisuallyHidden component="output">{announced}</VisuallyHidden>
          <main id="content" ref={main} className={classes.main} tabIndex={-1}>
            <Outlet />
          </main>
          <Footer user={user} />
          {hasSessionEnded && (
            <Suspense>
              <SessionEndedDialog onClose={() => setSessionEnded(false)} />
            </Suspense>
          )}
          <ScrollRestoration getKey={getScrollKey} />
        </div>
      </OperatorTermsContext>
    </SignedInUserContext>
  );
}

/**
 * Returns the key under which the scroll position is stored. After a full page load, the history key is always
 * 'default', so the URL is used instead.
 */
const getScrollKey = ({ key, pathname, search }: Location) => (key === 'default' ? pathname + search : key);
