import { useEffect, useRef } from 'react';
import { useInvalidate, useOne, type HttpError } from '@refinedev/core';
import { isLive } from '@/api/live/hearers';
import { usePagedList } from '@/crud/list/use-paged-list';
import { isOpen, WRITES, type Job } from './job';

/**
 * How far jobs are, read again when it is told that they go on (`GET /api/live`, kind `job`). Who is not told asks by the
 * clock while one of them is open: here and nowhere else.
 */
const AGAIN_MS = 2_000;
/** Who is told asks as well, should something get lost on the way. */
const TOLD_AGAIN_MS = 15_000;
const again = () => (isLive() ? TOLD_AGAIN_MS : AGAIN_MS);
export const JOBS_PAGE = 20;

export function useJob(id: string) {
  return useOne<Job, HttpError>({
    resource: 'jobs',
    id,
    errorNotification: false,
    liveMode: 'auto',
    queryOptions: { refetchInterval: ({ state }) => (isOpen(state.data?.data) ? again() : false) },
  });
}

/** @param ids only these; otherwise all that one may see, the newest first */
export function useJobs(ids: readonly string[] | null, place: { page?: number; turn?: (page: number) => void } = {}) {
  return usePagedList<Job>({
    resource: 'jobs',
    filters: ids ? [{ field: 'id', operator: 'in', value: [...ids] }] : [],
    ...place,
    size: JOBS_PAGE,
    liveMode: 'auto',
    queryOptions: {
      enabled: ids === null || ids.length > 0,
      refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? again() : false),
    },
  });
}

/** What they have written is read again when they have come to their end. */
export function useWritten(jobs: readonly Job[]): void {
  const invalidate = useInvalidate();
  const open = useRef(new Set<string>());
  useEffect(() => {
    for (const job of jobs) {
      if (isOpen(job)) open.current.add(job.job_id);
      else if (open.current.delete(job.job_id))
        for (const resource of WRITES[job.kind]) void invalidate({ resource, invalidates: ['resourceAll'] });
    }
  }, [jobs, invalidate]);
}
