import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { JobDrawer } from './job-drawer';
import { JobsDrawer } from './jobs-drawer';
import { JobsButton } from './jobs-button';

/** The jobs button of the header, and the drawers opened by `?job=all` or `?job=<id>` on any page. */
export function JobsWidget() {
  const [query, setQuery] = useSearchParams();
  const id = query.get('job');
  const openJob = useCallback(
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
      <JobsButton openJob={openJob} />
      {id === 'all' && <JobsDrawer openJob={openJob} />}
      {id !== null && id !== 'all' && <JobDrawer key={id} id={id} openJob={openJob} />}
    </>
  );
}
