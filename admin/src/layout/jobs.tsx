import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { onWatchedJobs, watchedJobs } from '@/api/watched-jobs';
import { later } from '@/components/later';

const JobsPart = later(() => import('@/features/jobs/jobs-part').then((m) => m.JobsPart));

/** The mark of jobs that somebody waits for, and the drawer of `?job=`: fetched where there is one of the two. */
export function Jobs() {
  const { search } = useLocation();
  const waited = useSyncExternalStore(onWatchedJobs, watchedJobs);
  return waited || new URLSearchParams(search).has('job') ? <JobsPart /> : null;
}
