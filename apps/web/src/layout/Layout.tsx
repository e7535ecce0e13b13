/** Lays out every page: navigation, content and footer. */
import { VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLoaderData, useNavigation, type Location } from 'react-router-dom';
import { SignedInUserContext, useSession } from '../session.ts';
import { OperatorTermsContext, useOperatorTermsQuery } from '../operatorTerms.ts';
import { getScope } from '../trpc.ts';
import { showPendingToast } from '../lib/notify.ts';
import { useConfirmationDialog } from '../lib/confirmation.ts';
import { useOutdatedPageDialog } from '../lib/outdatedPage.ts';
import { useSessionEndedDialog } from '../lib/sessionEnd.ts';
import { createLazyDialog } from '../ui/LazyPart.tsx';
import { LostWorkspace } from './ErrorScreen.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { SkipLink } from '../ui/SkipLink.tsx';
import classes from './Layout.module.css';
import { useScreenChange } from './useScreenChange.ts';
import { WorkspaceNav } from './WorkspaceNav.tsx';

const SessionEndedDialog = lazy(() =>
  import('./SessionEndedDialog.tsx').then((module) => ({ default: module.SessionEndedDialog })),
);

const ConfirmationDialog = lazy(() =>
  import('../features/identity/auth/ConfirmationDialog.tsx').then((module) => ({ default: module.ConfirmationDialog })),
);

/** A request for a confirmation that the user has not answered yet. */
const OutdatedPageDialog = createLazyDialog(() =>
  import('./OutdatedPageDialog.tsx').then((module) => module.OutdatedPageDialog),
);

interface ConfirmationRequest {
  needsPasskey: boolean;
  answer: (isConfirmed: boolean) => void;
}

export function Layout() {
  const { user, hasLostWorkspace } = useSession();
  // Undefined if the page could not be loaded.
  const isForeign = useLoaderData<{ isForeign: boolean } | undefined>()?.isForeign === true;
  const isVisitor = user === null && !isForeign;
  /** All paths of the tab belong to its workspace. Without access to it, links need the whole address to leave it. */
  const toTarget = (path: string) => (isForeign || hasLostWorkspace ? getScope().origin + path : path);
  const terms = useOperatorTermsQuery();
  const isLoading = useNavigation().state !== 'idle';
  const main = useRef<HTMLElement>(null);
  const announced = useScreenChange(main);
  const isSignedIn = user !== null;
  useEffect(() => showPendingToast({ isSignedIn }), [isSignedIn]);
  const [hasSessionEnded, setSessionEnded] = useState(false);
  useSessionEndedDialog(useCallback(() => setSessionEnded(true), []));

  const [isOutdated, setOutdated] = useState(false);
  useOutdatedPageDialog(useCallback(() => setOutdated(true), []));

  const [confirmation, setConfirmation] = useState<ConfirmationRequest | null>(null);
  useConfirmationDialog(
    useCallback(
      ({ passkey }) =>
        new Promise((resolve) => {
          setConfirmation((before) => {
            // One dialog answers all requests that wait for it.
            const answer = (isConfirmed: boolean) => {
              before?.answer(isConfirmed);
              resolve(isConfirmed);
            };
            return { needsPasskey: passkey || before?.needsPasskey === true, answer };
          });
        }),
      [],
    ),
  );

  return (
    <SignedInUserContext value={user}>
      <OperatorTermsContext value={terms}>
        <div className={classes.page}>
          <SkipLink to="content">Skip to content</SkipLink>
          {isLoading && <div className={classes.progress} aria-hidden />}
          <Header user={user} isVisitor={isVisitor} toTarget={toTarget} />
          {user !== null && !hasLostWorkspace && <WorkspaceNav user={user} />}
          <VisuallyHidden component="output">{announced}</VisuallyHidden>
          <main id="content" ref={main} className={classes.main} tabIndex={-1}>
            {hasLostWorkspace ? <LostWorkspace /> : <Outlet />}
          </main>
          <Footer user={user} isVisitor={isVisitor} toTarget={toTarget} />
          {hasSessionEnded && (
            <Suspense>
              <SessionEndedDialog onClose={() => setSessionEnded(false)} />
            </Suspense>
          )}
          <OutdatedPageDialog opened={isOutdated} onClose={() => setOutdated(false)} />
          {confirmation !== null && (
            <Suspense>
              <ConfirmationDialog
                needsPasskey={confirmation.needsPasskey}
                onDone={(isConfirmed) => {
                  setConfirmation(null);
                  confirmation.answer(isConfirmed);
                }}
              />
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
