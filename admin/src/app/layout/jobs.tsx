import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { loadPart } from '@/client/text-files';
import { onWatchedJobs, watchedJobs } from '@/client/watched-jobs';
import { later } from '@/kit/later';

const JobsPart = later(async () => {
  const [part] = await Promise.all([import('../../pages/jobs/jobs-part'), loadPart('jobs')]);
  return part.JobsPart;
});

/** The mark of jobs that somebody waits for, and the drawer of `?job=`: fetched where there is one of the two. */
export function Jobs() {
  const { search } = useLocation();
  const waited = useSyncExternalStore(onWatchedJobs, watchedJobs);
  return waited || new URLSearchParams(search).has('job') ? <JobsPart /> : null;
}
