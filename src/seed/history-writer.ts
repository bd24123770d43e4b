import { Injectable } from '@nestjs/common';
import { AttemptHistory, type PastAttempt } from '../quizzes/attempt-history.service';
import type { Tenant } from '../tenancy/tenant';
import { AssignmentHistory, type PastAssignment } from '../trainings/assignment-history.service';
import type { Shelf } from './demo-library';
import type { StoryEpisode } from './learning-story';

/** An attempt that is told by hand may still run. */
export type ScriptedEpisode = Omit<StoryEpisode, 'attempts'> & {
  attempts: readonly { started_at: number; submitted_at: number | null; right: readonly boolean[] }[];
};

/** Hands a made-up story to the services that grade and grant; the next round of a training when the one before is settled. */
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
    story: readonly ScriptedEpisode[],
  ): Promise<void> {
    for (const [at, episode] of rounds(story).entries()) {
      const source = at === 0 ? 'manual' : 'role';
      const ids = await this.assignments.recordPast(
        tenant,
        episode.map((episode) => ({ ...assignment(shelf, staff, episode), source })),
      );
      await this.attempts.recordPast(
        tenant,
        episode.flatMap((episode, nth) => attempts(shelf, staff, episode, ids[nth]!)),
      );
      await this.assignments.recordEnds(
        tenant,
        episode.flatMap(({ ended }, nth) => (ended ? [{ assignment_id: ids[nth]!, state: ended }] : [])),
      );
    }
  }
}

/** Nobody has a training twice in a round. */
function rounds(story: readonly ScriptedEpisode[]): ScriptedEpisode[][] {
  const made: ScriptedEpisode[][] = [];
  const had = new Map<string, number>();
  for (const episode of story) {
    const pair = `${episode.staff} ${episode.training}`;
    const at = had.get(pair) ?? 0;
    had.set(pair, at + 1);
    (made[at] ??= []).push(episode);
  }
  return made;
}

function assignment(shelf: Shelf, staff: ReadonlyMap<string, string>, episode: ScriptedEpisode): PastAssignment {
  const { assigned_on, due_on, started_at, watched } = episode;
  const { training_id, course } = shelf.training(episode.training);
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
  shelf: Shelf,
  staff: ReadonlyMap<string, string>,
  episode: ScriptedEpisode,
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
