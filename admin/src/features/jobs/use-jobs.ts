import { useEffect, useRef } from 'react';
import { useInvalidate, useList, useOne, type HttpError } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { isLive } from '@/api/live/hearers';
import { isOpen, WRITES, type Job, type JobOutcomeRow } from './job';

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
export function useJobs(ids: readonly string[] | null, page = 1) {
  return useList<Job, HttpError>({
    resource: 'jobs',
    filters: ids ? [{ field: 'id', operator: 'in', value: [...ids] }] : [],
    pagination: { currentPage: page, pageSize: JOBS_PAGE },
    errorNotification: false,
    liveMode: 'auto',
    queryOptions: {
      enabled: ids === null || ids.length > 0,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? again() : false),
    },
  });
}

export function useJobRows(id: string, outcome: string | null, page: number, enabled: boolean) {
  return useList<JobOutcomeRow, HttpError>({
    resource: `jobs/${encodeURIComponent(id)}/rows`,
    filters: outcome ? [{ field: 'outcome', operator: 'eq', value: outcome }] : [],
    pagination: { currentPage: page, pageSize: JOBS_PAGE },
    errorNotification: false,
    queryOptions: { enabled, placeholderData: keepPreviousData },
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
