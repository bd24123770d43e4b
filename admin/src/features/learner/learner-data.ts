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
import { useFullMe } from '@/api/me';
import { read } from '@/api/read';
import { portions } from '@/api/list-dialect-query';
import { matchingRows } from '@/api/data';
import { dataKey, resourceKey } from '@/api/query-keys';
import type { CrudFilter, CrudSort } from '@refinedev/core';
import { ownSessionOf } from './sessions/own-session';
import { earlierCycles, latestCycles, type Learning } from './learning';
import type { OwnSkill } from './skills/own-skills';

/** Ids in one address (the address may be 8 KB). */
const IDS = 100;

type Query = Record<string, string | readonly string[]>;

/** All rows of a list. */
async function rowsOf<R extends object>(resource: string, query: Query, sorters: CrudSort[] = []): Promise<R[]> {
  const filters = Object.entries(query).map(([field, value]): CrudFilter => ({ field, operator: 'in', value }));
  return (await matchingRows<R>(resource, filters, sorters, Infinity)).rows;
}

async function rowsAmong<R extends object>(resource: string, name: string, ids: readonly string[], more: Query = {}) {
  const parts = portions(ids, IDS).map((some) => rowsOf<R>(resource, { ...more, [name]: some }));
  return (await Promise.all(parts)).flat();
}

export const LEARNER = 'learner';

/** The staff record of whoever is signed in; null: none. Undefined while it is not known yet. */
export function useStaffId() {
  const me = useFullMe();
  return { staffId: me.data ? (me.data.staff_id ?? null) : undefined, zone: me.data?.staff_time_zone, me };
}

/** Everything that is assigned to the learner, in seven requests however many there are; two more where some of it is held in rooms. `only`: one training. */
export function useLearnings(staffId: string | null | undefined, only?: string) {
  return useQuery({
    queryKey: dataKey(LEARNER, 'learnings', staffId, only ?? 'all'),
    retry: 1,
    enabled: typeof staffId === 'string',
    queryFn: () => learnings(staffId!, only),
  });
}

async function learnings(staff_id: string, only?: string): Promise<Learning[]> {
  const mine: Query = { staff_id, ...(only && { training_id: only }) };
  const [assignments, attempts, progress] = await Promise.all([
    rowsOf<TrainingAssignmentRow>('training-assignments', mine),
    rowsOf<AttemptRow>('attempts', mine, [{ field: 'started_at', order: 'desc' }]),
    rowsOf<VideoProgressRow>('video-progress', mine),
  ]);
  const current = latestCycles(assignments);
  const ids = current.map((row) => row.training_id);
  const [trainings, quizzes] = await Promise.all([
    rowsAmong<TrainingRow>('trainings', 'id', ids),
    rowsAmong<QuizRow>('quizzes', 'training_id', ids, { status: 'active' }),
  ]);
  const categories = await rowsAmong<TrainingCategoryRow>(
    'training-categories',
    'id',
    trainings.flatMap((row) => row.category_id ?? []),
  );
  const isInRooms = trainings.some(({ type }) => type === 'classroom');
  const sessions = isInRooms ? await ownSessions(mine) : [];
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
      earlier: earlierCycles(assignments, assignment),
      progress: progress.find((row) => row.assignment_id === assignment.assignment_id) ?? null,
      session: ownSessionOf(sessions, training_id, Date.now(), assignment.cycle > 1 ? assignment.assigned_on : null),
    };
  });
}

/** The sessions in which the learner has a place. */
export async function ownSessions(mine: Query): Promise<TrainingSessionRow[]> {
  const places = await rowsOf<SessionBookingRow>('session-bookings', mine);
  return rowsAmong<TrainingSessionRow>(
    'training-sessions',
    'id',
    places.map((row) => row.session_id),
  );
}

/** What the learner has asked to take part in. */
export function useOwnRequests(staffId: string | null | undefined) {
  return useQuery({
    queryKey: dataKey(LEARNER, 'requests', staffId),
    retry: 1,
    enabled: typeof staffId === 'string',
    queryFn: () => rowsOf<EnrolmentRequestRow>('enrolment-requests', { staff_id: staffId! }),
  });
}

/** After something was learned: the lists, the skills and the reports say something new. */
export function useLearnedAnew(): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => void queryClient.invalidateQueries({ queryKey: resourceKey(LEARNER) }), [queryClient]);
}

export interface Gives {
  skill_id: string;
  name: string;
  /** Bands by score, the lowest first. */
  bands: readonly TrainingSkillRow[];
}

/** Which skills a training gives, each with its bands of score. */
export function useGives(trainingId: string | undefined) {
  return useQuery({
    queryKey: dataKey(LEARNER, 'gives', trainingId),
    retry: 1,
    enabled: trainingId !== undefined,
    staleTime: 300_000,
    queryFn: async (): Promise<Gives[]> => {
      const data = await read(`trainings/${trainingId!}/skills`);
      const skills = await rowsAmong<SkillRow>(
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

export type Gained = Omit<SkillEvidenceRow, 'valid_until'> & {
  name: string;
  /** How long the level lasts, as every report says it: null for ever. Left out where another level stands now. */
  valid_until?: string | null;
};

/** What the ledger holds of this training for the learner: the newest row of each skill. */
export function useGained(staffId: string | null | undefined, trainingId: string, completed: boolean) {
  return useQuery({
    queryKey: dataKey(LEARNER, 'gained', staffId, trainingId),
    retry: 1,
    enabled: typeof staffId === 'string' && completed,
    queryFn: async (): Promise<Gained[]> => {
      // What was rejected or voided was not gained.
      const state = ['approved', 'pending'];
      const rows = await rowsOf<SkillEvidenceRow>('skill-evidence', {
        staff_id: staffId!,
        training_id: trainingId,
        state,
      });
      const [skills, held] = await Promise.all([
        rowsAmong<SkillRow>(
          'skills',
          'id',
          rows.map((row) => row.skill_id),
        ),
        read('reports/skill-wise/person', { staff_id: staffId! }),
      ]);
      const newest = new Map<string, SkillEvidenceRow>();
      for (const row of rows) {
        const known = newest.get(row.skill_id);
        if (!known || known.effective_date < row.effective_date) newest.set(row.skill_id, row);
      }
      const levels = new Map(held.rows.map((row) => [row.skill_id, row]));
      return [...newest.values()].map(({ valid_until: _ofTheEvidence, ...row }) => ({
        ...row,
        ...lasting(row.level, levels.get(row.skill_id)),
        name: skills.find((skill) => skill.skill_id === row.skill_id)?.name ?? '',
      }));
    },
  });
}

const lasting = (level: number, held: OwnSkill | undefined) =>
  held?.level === level ? { valid_until: held.valid_until } : {};
