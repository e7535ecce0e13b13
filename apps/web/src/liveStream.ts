/**
 * Receives the live stream of events while this tab is visible. An event only announces that data has changed. Its
 * listeners then request the new data.
 */
import { LIVE_PATH, type LiveEvent } from '@marquee/contracts';
import { useEffect, useRef } from 'react';
import { isLostWorkspaceError } from './lib/errors.ts';
import { leaveWorkspacePage } from './lib/sessionEnd.ts';
import { getScope, queryUtils } from './trpc.ts';

type LiveListener = (event: LiveEvent) => void;

const liveListeners = new Set<LiveListener>();

/** Calls `listener` with every event. After `hello` and `reload`, all data loaded earlier may be outdated. */
export function useLiveEvents(listener: LiveListener): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const call: LiveListener = (event) => latest.current(event);
    liveListeners.add(call);
    return () => void liveListeners.delete(call);
  }, []);
}

/**
 * The server sends a heartbeat every 20 s. If nothing has arrived for this time, the connection is considered lost.
 */
const MAX_SILENCE_MS = 50_000;
const CHECK_INTERVAL_MS = 10_000;
/**
 * A tab that has been hidden for this time closes its connection, because browsers allow only six per site over
 * HTTP/1.1.
 */
const MAX_HIDDEN_MS = 60_000;
/** Minimum and maximum delay before reconnecting after a refused connection. The delay doubles with every refusal. */
const RECONNECT_PAUSE_MS = { least: 2_000, most: 300_000 };

/** Opens the signed-in user's stream and reconnects when needed. Returns a function that closes it. */
export function connectLiveStream(): () => void {
  let source: EventSource | undefined;
  let heardAt = 0;
  let refusals = 0;
  let again: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  const close = () => {
    clearTimeout(again);
    source?.close();
    source = undefined;
  };
  const isWanted = () => !isOver && document.visibilityState === 'visible' && navigator.onLine;
  const later = () => {
    close();
    const pause = Math.min(RECONNECT_PAUSE_MS.least * 2 ** refusals++, RECONNECT_PAUSE_MS.most);
    again = setTimeout(() => void openIfSignedIn(), pause * (0.5 + Math.random()));
  };
  /**
   * Browsers do not reveal why a stream was refused, so this checks whether the user is still signed in and a member of
   * the workspace. If not, the query of the session tells the layout.
   */
  const openIfSignedIn = async () => {
    if (!isWanted()) return;
    const before = queryUtils.auth.session.getData();
    try {
      const user = await queryUtils.auth.session.fetch(undefined, { staleTime: 0 });
      if (user === null) isOver = true;
      // The address without a name now opens the next workspace.
      else if (before && user.workspaceId !== before.workspaceId)
        leaveWorkspacePage(
          `You are no longer a member of ${before.workspaceName}`,
          `This is your workspace ${user.workspaceName}.`,
        );
      else open();
    } catch (error) {
      if (isLostWorkspaceError(error)) isOver = true;
      else later();
    }
  };
  const open = () => {
    close();
    if (!isWanted()) return;
    heardAt = performance.now();
    const opened = new EventSource(getScope().workspacePath + LIVE_PATH);
    source = opened;
    opened.addEventListener('ping', () => {
      heardAt = performance.now();
    });
    opened.addEventListener('message', ({ data: text }: MessageEvent<string>) => {
      heardAt = performance.now();
      refusals = 0;
      const event = JSON.parse(text) as LiveEvent;
      if (event.kind === 'end') {
        close();
        void openIfSignedIn();
      } else for (const listener of liveListeners) listener(event);
    });
    // Reconnects only if the browser has given up. After a lost connection, the browser reconnects without our help.
    opened.addEventListener('error', () => {
      if (source === opened && opened.readyState === EventSource.CLOSED) later();
    });
  };

  const silenceCheck = setInterval(() => {
    if (source !== undefined && performance.now() - heardAt > MAX_SILENCE_MS) open();
  }, CHECK_INTERVAL_MS);
  const wake = () => {
    clearTimeout(hiding);
    if (document.visibilityState === 'hidden') hiding = setTimeout(close, MAX_HIDDEN_MS);
    else if (source === undefined || performance.now() - heardAt > MAX_SILENCE_MS) open();
  };
  document.addEventListener('visibilitychange', wake);
  window.addEventListener('online', open);
  window.addEventListener('offline', close);
  open();
  return () => {
    isOver = true;
    close();
    clearInterval(silenceCheck);
    clearTimeout(hiding);
    document.removeEventListener('visibilitychange', wake);
    window.removeEventListener('online', open);
    window.removeEventListener('offline', close);
  };
}
