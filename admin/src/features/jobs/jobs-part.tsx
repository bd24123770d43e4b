import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { JobDrawer } from './job-drawer';
import { JobsDrawer } from './jobs-drawer';
import { JobsMark } from './jobs-mark';

/** The mark in the header, and over whatever page the drawer that its address opens: `?job=all`, `?job=id`. */
export function JobsPart() {
  const [query, setQuery] = useSearchParams();
  const id = query.get('job');
  const open = useCallback(
    (job: string | null) =>
      setQuery(
        (current) => {
          const next = new URLSearchParams(current);
          next.delete('job');
          if (job !== null) next.set('job', job);
          return next;
        },
        { preventScrollReset: true },
      ),
    [setQuery],
  );
  return (
    <>
      <JobsMark open={open} />
      {id === 'all' && <JobsDrawer open={open} />}
      {id !== null && id !== 'all' && <JobDrawer key={id} id={id} open={open} />}
    </>
  );
}
