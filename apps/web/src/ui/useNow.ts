import { useEffect, useState } from 'react';

const HALF_MINUTE = 30_000;

/** The time, in milliseconds, kept up to date closely enough for texts such as 'in 5 minutes'. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), HALF_MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
