import { Injectable } from '@nestjs/common';
import { AttemptHistoryService, type HistoricalAttempt } from '../modules/quizzes/attempt-history.service';
import type { Tenant } from '../tenancy/tenant';
import { AssignmentHistoryService, type PastAssignment } from '../modules/trainings/assignment-history.service';
import type { DemoCatalogue } from './demo-content.seeder';
import type { StoryEpisode } from './learning-story';

/** Scripted attempts can still be running. */
export type ScriptedEpisode = Omit<StoryEpisode, 'attempts'> & {
  attempts: readonly { started_at: number; submitted_at: number | null; right: readonly boolean[] }[];
};

/** Records generated episodes through the regular services; the next cycle of a training after the previous one. */
@Injectable()
export class LearningHistorySeeder {
  constructor(
    private readonly assignments: AssignmentHistoryService,
    private readonly attempts: AttemptHistoryService,
  ) {}

  async write(
    tenant: Tenant,
    catalogue: DemoCatalogue,
    staff: ReadonlyMap<string, string>,
    episodes: readonly ScriptedEpisode[],
  ): Promise<void> {
    for (const [index, episode] of groupByRepetition(episodes).entries()) {
      const source = index === 0 ? 'manual' : 'role';
      const ids = await this.assignments.recordPast(
        tenant,
        episode.map((episode) => ({ ...toPastAssignment(catalogue, staff, episode), source })),
      );
      await this.attempts.importAttempts(
        tenant,
        episode.flatMap((episode, index) => attempts(catalogue, staff, episode, ids[index]!)),
      );
      await this.assignments.recordOutcomes(
        tenant,
        episode.flatMap(({ ended }, index) => (ended ? [{ assignment_id: ids[index]!, state: ended }] : [])),
      );
    }
  }
}

/** Groups episodes so that each has a person and training only once. */
function groupByRepetition(episodes: readonly ScriptedEpisode[]): ScriptedEpisode[][] {
  const groups: ScriptedEpisode[][] = [];
  const counts = new Map<string, number>();
  for (const episode of episodes) {
    const pair = `${episode.staff} ${episode.training}`;
    const index = counts.get(pair) ?? 0;
    counts.set(pair, index + 1);
    (groups[index] ??= []).push(episode);
  }
  return groups;
}

function toPastAssignment(
  catalogue: DemoCatalogue,
  staff: ReadonlyMap<string, string>,
  episode: ScriptedEpisode,
): PastAssignment {
  const { assigned_on, due_on, started_at, watched } = episode;
  const { training_id, course } = catalogue.training(episode.training);
  return {
    staff_id: staff.get(episode.staff)!,
    training_id,
    assigned_on,
    due_on,
    ...(started_at !== undefined && { started_at }),
    ...(watched && {
      watched: {
        opened_at: watched.opened_at,
        beat_at: watched.beat_at,
        ranges: [[0, Math.round((course.video_ms ?? 0) * watched.share)]],
      },
    }),
  };
}

function attempts(
  catalogue: DemoCatalogue,
  staff: ReadonlyMap<string, string>,
  episode: ScriptedEpisode,
  assignment_id: string,
): HistoricalAttempt[] {
  const { training_id } = catalogue.training(episode.training);
  return episode.attempts.map(({ started_at, submitted_at, right }) => ({
    staff_id: staff.get(episode.staff)!,
    training_id,
    assignment_id,
    started_at,
    submitted_at,
    answers: catalogue.chooseAnswers(episode.training, right),
  }));
}
