import { useEffect, useRef } from 'react';

/** Calls `run` once after the first render, if `isWanted` is true. */
export function useRunOnce(isWanted: boolean, run: () => void): void {
  const hasRun = useRef(false);
  useEffect(() => {
    if (!isWanted || hasRun.current) return;
    hasRun.current = true;
    run();
  }, [isWanted, run]);
}
