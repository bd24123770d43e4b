import { useEffect, useState } from 'react';
import { onRequests } from '@/api/requests';
import './layout.css';

/** Time the bar stays after the last response (specification §4); after an error it disappears at once. */
const LINGER_MS = 500;

export function ProgressBar() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onRequests((open, failed) => {
      clearTimeout(timer);
      if (open > 0) setShown(true);
      else if (failed) setShown(false);
      else timer = setTimeout(() => setShown(false), LINGER_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return <div className="sg-progress" data-shown={shown} aria-hidden="true" />;
}
