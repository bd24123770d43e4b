import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AttemptRow } from '@contract/attempts.resource';
import type { EnrolmentRequestRow } from '@contract/enrolment-requests.resource';
import type { QuizRow } from '@contract/quizzes.resource';
import type { SkillEvidenceRow } from '@contract/skill-evidence.resource';
import type { SkillRow } from '@contract/skills.resource';
import type { SessionBookingRow } from '@contract/session-bookings.resource';
import type { TrainingAssignmentRow } from '@contract/training-assignments.resource';
import type { TrainingCategoryRow } from '@contract/training-categories.resource';
import type { TrainingSessionRow } from '@contract/training-sessions.resource';
import type { TrainingRow, TrainingSkillRow } from '@contract/trainings.resource';
import type { VideoProgressRow } from '@contract/video-progress.resource';
import { useAccountQuery } from '@/api/account';
import { apiGet } from '@/api/api-get';
import { chunkDistinct } from '@/api/list-dialect-query';
import { fetchMatchingRows } from '@/api/data-provider';
import { dataKey, resourceKey } from '@/api/query-keys';
import type { CrudFilter, CrudSort } from '@refinedev/core';
import { findOwnSession } from './sessions/own-session';
import { findEarlierCycles, findLatestCycles, type Learning } from './learning';
import type { OwnSkill } from './skills/own-skills';

/** Keeps the URL below 8 KB. */
const IDS_PER_REQUEST = 100;

type ListFilter = Record<string, string | readonly string[]>;

async function fetchAllRows<R extends object>(
  resource: string,
  query: ListFilter,
  sorters: CrudSort[] = [],
): Promise<R[]> {
  const filters = Object.entries(query).map(([field, value]): CrudFilter => ({ field, operator: 'in', value }));
  return (await fetchMatchingRows<R>(resource, filters, sorters, Infinity)).rows;
}

async function fetchRowsByIds<R extends object>(
  resource: string,
  idField: string,
  ids: readonly string[],
  filter: ListFilter = {},
) {
  const requests = chunkDistinct(ids, IDS_PER_REQUEST).map((chunk) =>
    fetchAllRows<R>(resource, { ...filter, [idField]: chunk }),
  );
  return (await Promise.all(requests)).flat();
}

export const LEARNER = 'learner';

/** The staff record of the current user: null if there is none, undefined while loading. */
export function useCurrentStaff() {
  const accountQuery = useAccountQuery();
  return {
    staffId: accountQuery.data ? (accountQuery.data.staff_id ?? null) : undefined,
    zone: accountQuery.data?.staff_time_zone,
    accountQuery,
  };
}

/**
 * All assigned trainings of the learner. The number of requests does not depend on the number of trainings.
 * @param trainingId limits the result to one training
 */
export function useLearnings(staffId: string | null | undefined, trainingId?: string) {
  return useQuery({
    queryKey: dataKey(LEARNER, 'learnings', staffId, trainingId ?? 'all'),
    retry: 1,
    enabled: typeof staffId === 'string',
    queryFn: () => fetchLearnings(staffId!, trainingId),
  });
}

async function fetchLearnings(staff_id: string, trainingId?: string): Promise<Learning[]> {
  const filter: ListFilter = { staff_id, ...(trainingId && { training_id: trainingId }) };
  const [assignments, attempts, progress] = await Promise.all([
    fetchAllRows<TrainingAssignmentRow>('training-assignments', filter),
    fetchAllRows<AttemptRow>('attempts', filter, [{ field: 'started_at', order: 'desc' }]),
    fetchAllRows<VideoProgressRow>('video-progress', filter),
  ]);
  const current = findLatestCycles(assignments);
  const ids = current.map((row) => row.training_id);
  const [trainings, quizzes] = await Promise.all([
    fetchRowsByIds<TrainingRow>('trainings', 'id', ids),
    fetchRowsByIds<QuizRow>('quizzes', 'training_id', ids, { status: 'active' }),
  ]);
  const categories = await fetchRowsByIds<TrainingCategoryRow>(
    'training-categories',
    'id',
    trainings.flatMap((row) => row.category_id ?? []),
  );
  const hasClassroomTraining = trainings.some(({ type }) => type === 'classroom');
  const sessions = hasClassroomTraining ? await fetchOwnSessions(filter) : [];
  const categoryNames = new Map(categories.map((row) => [row.category_id, row.name]));
  return current.map((assignment) => {
    const { training_id } = assignment;
    const training = trainings.find((row) => row.training_id === training_id) ?? null;
    const quiz = quizzes.find((row) => row.training_id === training_id && (row.question_count ?? 0) > 0) ?? null;
    return {
      assignment,
      training,
      category: training?.category_id ? (categoryNames.get(training.category_id) ?? null) : null,
      quiz,
      attempts: attempts.filter((row) => row.assignment_id === assignment.assignment_id),
      previousAssignments: findEarlierCycles(assignments, assignment),
      progress: progress.find((row) => row.assignment_id === assignment.assignment_id) ?? null,
      session: findOwnSession(sessions, training_id, Date.now(), assignment.cycle > 1 ? assignment.assigned_on : null),
    };
  });
}

/** The sessions the learner has booked or waits for. */
export async function fetchOwnSessions(filter: ListFilter): Promise<TrainingSessionRow[]> {
  const bookings = await fetchAllRows<SessionBookingRow>('session-bookings', filter);
  return fetchRowsByIds<TrainingSessionRow>(
    'training-sessions',
    'id',
    bookings.map((row) => row.session_id),
  );
}

/** Enrolment requests of the person. @param staffId no request is sent while it is missing */
export function useOwnEnrolmentRequests(staffId: string | null | undefined) {
  return useQuery({
    queryKey: dataKey(LEARNER, 'requests', staffId),
    retry: 1,
    enabled: typeof staffId === 'string',
    queryFn: () => fetchAllRows<EnrolmentRequestRow>('enrolment-requests', { staff_id: staffId! }),
  });
}

/** Returns a function that refetches all learner data, after progress was made. */
export function useRefreshLearnerData(): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => void queryClient.invalidateQueries({ queryKey: resourceKey(LEARNER) }), [queryClient]);
}

export interface SkillOutcome {
  skill_id: string;
  name: string;
  /** Score bands, the lowest first. */
  bands: readonly TrainingSkillRow[];
}

/** The skills that a training gives, with their score bands. */
export function useSkillOutcomes(trainingId: string | undefined) {
  return useQuery({
    queryKey: dataKey(LEARNER, 'gives', trainingId),
    retry: 1,
    enabled: trainingId !== undefined,
    staleTime: 300_000,
    queryFn: async (): Promise<SkillOutcome[]> => {
      const data = await apiGet(`trainings/${trainingId!}/skills`);
      const skills = await fetchRowsByIds<SkillRow>(
        'skills',
        'id',
        data.map((row) => row.skill_id),
      );
      return skills.map(({ skill_id, name }) => ({
        skill_id,
        name,
        bands: data.filter((row) => row.skill_id === skill_id).sort((a, b) => a.min_score - b.min_score),
      }));
    },
  });
}

export type GainedSkill = Omit<SkillEvidenceRow, 'valid_until'> & {
  name: string;
  /** Last valid day of the level; null is unlimited. Undefined if the staff member's level is a different one now. */
  valid_until?: string | null;
};

/** The newest evidence of each skill that this training gave to the learner. */
export function useGainedSkills(staffId: string | null | undefined, trainingId: string, isCompleted: boolean) {
  return useQuery({
    queryKey: dataKey(LEARNER, 'gained', staffId, trainingId),
    retry: 1,
    enabled: typeof staffId === 'string' && isCompleted,
    queryFn: async (): Promise<GainedSkill[]> => {
      const state = ['approved', 'pending'];
      const rows = await fetchAllRows<SkillEvidenceRow>('skill-evidence', {
        staff_id: staffId!,
        training_id: trainingId,
        state,
      });
      const [skills, report] = await Promise.all([
        fetchRowsByIds<SkillRow>(
          'skills',
          'id',
          rows.map((row) => row.skill_id),
        ),
        apiGet('reports/skill-wise/person', { staff_id: staffId! }),
      ]);
      const newest = new Map<string, SkillEvidenceRow>();
      for (const row of rows) {
        const previous = newest.get(row.skill_id);
        if (!previous || previous.effective_date < row.effective_date) newest.set(row.skill_id, row);
      }
      const currentSkills = new Map(report.rows.map((row) => [row.skill_id, row]));
      return [...newest.values()].map(({ valid_until: _evidenceValidUntil, ...row }) => ({
        ...row,
        ...reportedExpiry(row.level, currentSkills.get(row.skill_id)),
        name: skills.find((skill) => skill.skill_id === row.skill_id)?.name ?? '',
      }));
    },
  });
}

const reportedExpiry = (level: number, skill: OwnSkill | undefined) =>
  skill?.level === level ? { valid_until: skill.valid_until } : {};
