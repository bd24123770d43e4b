import { useEffect, useRef } from 'react';
import { useInvalidate, useOne, type HttpError } from '@refinedev/core';
import { isLive } from '@/api/live/subscriptions';
import { usePagedList } from '@/crud/list/use-paged-list';
import { isOpen, WRITTEN_RESOURCES, type Job } from './job';

/**
 * Poll interval for open jobs while live events (`GET /api/live`, kind `job`) are not connected. This is the only place
 * that polls jobs.
 */
const POLL_MS = 2_000;
/** Poll interval with live events, in case one gets lost. */
const LIVE_POLL_MS = 15_000;
const pollInterval = () => (isLive() ? LIVE_POLL_MS : POLL_MS);
export const JOBS_PAGE_SIZE = 20;

/** One background job, refetched while it is running. */
export function useJob(id: string) {
  return useOne<Job, HttpError>({
    resource: 'jobs',
    id,
    errorNotification: false,
    liveMode: 'auto',
    queryOptions: { refetchInterval: ({ state }) => (isOpen(state.data?.data) ? pollInterval() : false) },
  });
}

/** @param ids only these jobs; null lists all visible ones, newest first */
export function useJobs(
  ids: readonly string[] | null,
  pageState: { page?: number; goToPage?: (page: number) => void } = {},
) {
  return usePagedList<Job>({
    resource: 'jobs',
    filters: ids ? [{ field: 'id', operator: 'in', value: [...ids] }] : [],
    ...pageState,
    size: JOBS_PAGE_SIZE,
    liveMode: 'auto',
    queryOptions: {
      enabled: ids === null || ids.length > 0,
      refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? pollInterval() : false),
    },
  });
}

/** Refetches the resources that a job has written as soon as it ends. */
export function useRefreshWrittenResources(jobs: readonly Job[]): void {
  const invalidate = useInvalidate();
  const openIds = useRef(new Set<string>());
  useEffect(() => {
    for (const job of jobs) {
      if (isOpen(job)) openIds.current.add(job.job_id);
      else if (openIds.current.delete(job.job_id))
        for (const resource of WRITTEN_RESOURCES[job.kind]) void invalidate({ resource, invalidates: ['resourceAll'] });
    }
  }, [jobs, invalidate]);
}
