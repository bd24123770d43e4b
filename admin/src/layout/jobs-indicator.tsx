import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { onWatchedJobs, watchedJobs } from '@/api/watched-jobs';
import { lazyComponent } from '@/components/lazy-component';

const JobsPart = lazyComponent(() => import('@/features/jobs/jobs-widget').then((m) => m.JobsWidget));

/** Job indicator and job drawer (`?job=`); the code is loaded only if one of the two is needed. */
export function JobsIndicator() {
  const { search } = useLocation();
  const watched = useSyncExternalStore(onWatchedJobs, watchedJobs);
  return watched || new URLSearchParams(search).has('job') ? <JobsPart /> : null;
}
