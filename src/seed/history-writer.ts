import { Injectable } from '@nestjs/common';
import { AttemptHistory, type PastAttempt } from '../quizzes/attempt-history.service';
import type { Tenant } from '../tenancy/tenant';
import { AssignmentHistory, type PastAssignment } from '../trainings/assignment-history.service';
import type { Shelf } from './demo-library';
import type { StoryEpisode } from './learning-story';

/** An attempt that is told by hand may still run. */
export type ToldEpisode = Omit<StoryEpisode, 'attempts'> & {
  attempts: readonly { started_at: number; submitted_at: number | null; right: readonly boolean[] }[];
};

/** Hands a made-up story to the services that grade and grant, one cycle after the other. */
@Injectable()
export class HistoryWriter {
  constructor(
    private readonly assignments: AssignmentHistory,
    private readonly attempts: AttemptHistory,
  ) {}

  async write(
    tenant: Tenant,
    shelf: Shelf,
    staff: ReadonlyMap<string, string>,
    story: readonly ToldEpisode[],
  ): Promise<void> {
    const last = Math.max(...story.map(({ cycle }) => cycle));
    for (let cycle = 1; cycle <= last; cycle++) {
      const told = story.filter((episode) => episode.cycle === cycle);
      const ids = await this.assignments.recordPast(
        tenant,
        told.map((episode) => assignment(shelf, staff, episode)),
      );
      await this.attempts.recordPast(
        tenant,
        told.flatMap((episode, at) => attempts(shelf, staff, episode, ids[at]!)),
      );
    }
  }
}

function assignment(shelf: Shelf, staff: ReadonlyMap<string, string>, episode: ToldEpisode): PastAssignment {
  const { cycle, assigned_on, due_on, started_at, watched } = episode;
  const { training_id, course } = shelf.training(episode.training);
  return {
    staff_id: staff.get(episode.staff)!,
    training_id,
    cycle,
    assigned_on,
    due_on,
    source: cycle === 1 ? 'manual' : 'role',
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
  shelf: Shelf,
  staff: ReadonlyMap<string, string>,
  episode: ToldEpisode,
  assignment_id: string,
): PastAttempt[] {
  const { training_id } = shelf.training(episode.training);
  return episode.attempts.map(({ started_at, submitted_at, right }) => ({
    staff_id: staff.get(episode.staff)!,
    training_id,
    assignment_id,
    started_at,
    submitted_at,
    answers: shelf.answers(episode.training, right),
  }));
}
