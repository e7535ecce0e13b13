/** The frame around every screen: navigation, the screen, footer. */
import { VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useNavigation, type Location } from 'react-router-dom';
import { UserContext, useSession } from '../session.ts';
import { TermsContext, useShownTerms } from '../terms.ts';
import { showWaiting } from '../ui/notify.ts';
import { useSessionEnd } from '../ui/sessionEnd.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import classes from './Layout.module.css';
import { useArrival } from './useArrival.ts';
import { WorkspaceNav } from './WorkspaceNav.tsx';

const SessionEnded = lazy(() => import('./SessionEnded.tsx').then((module) => ({ default: module.SessionEnded })));

export function Layout() {
  const user = useSession();
  const terms = useShownTerms();
  const isLoading = useNavigation().state !== 'idle';
  const main = useRef<HTMLElement>(null);
  const announced = useArrival(main);
  const isSignedIn = user !== null;
  useEffect(() => showWaiting({ isSignedIn }), [isSignedIn]);
  const [hasSessionEnded, setSessionEnded] = useState(false);
  useSessionEnd(useCallback(() => setSessionEnded(true), []));

  return (
    <UserContext value={user}>
      <TermsContext value={terms}>
        <div className={classes.page}>
          <a className={classes.skip} href="#content">
            Skip to content
          </a>
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
              <SessionEnded onClose={() => setSessionEnded(false)} />
            </Suspense>
          )}
          <ScrollRestoration getKey={placeOf} />
        </div>
      </TermsContext>
    </UserContext>
  );
}

/**
 * Every page that is loaded as a whole has the key 'default';
 * each is remembered by its own address, not by the last one's.
 */
const placeOf = ({ key, pathname, search }: Location) => (key === 'default' ? pathname + search : key);
