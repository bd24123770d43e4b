import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { InvalidFields } from '../platform/errors/app-error';
import { SubscriptionExpired } from '../tenancy/tenancy.errors';
import type { Tenant } from '../tenancy/tenant';
import { VideoProgressService, type BeatAnswer } from '../trainings/video-progress.service';
import { AttemptFinishService } from './attempt-finish.service';
import type { AttemptSheet } from './attempt-sheet';
import { AttemptStartService } from './attempt-start.service';
import type { GivenAnswer } from './grading';
import { NoStaffRecord, NotAssigned } from './quiz.errors';
import { QuizPreviewService, type QuizPreview } from './quiz-preview.service';
import { QuizzesService } from './quizzes.service';

export type OpenedQuiz = (QuizPreview & { attempt_id: null }) | AttemptSheet;

export interface PlayedTraining {
  training_id?: string | undefined;
  quiz_id?: string | undefined;
  attempt_id?: string | undefined;
  answers: readonly GivenAnswer[];
  /** Milliseconds. */
  ranges: readonly (readonly [from: number, to: number])[];
}
export interface PlayedAnswer {
  attempt: AttemptSheet | null;
  video: BeatAnswer | null;
}

/** The specification's two calls of a training that is played: open the quiz, and save quiz and video together. */
@Injectable()
export class QuizPlayService {
  constructor(
    private readonly quizzes: QuizzesService,
    private readonly previews: QuizPreviewService,
    private readonly starting: AttemptStartService,
    private readonly finishing: AttemptFinishService,
    private readonly videos: VideoProgressService,
    private readonly clock: Clock,
  ) {}

  /** Starts or continues the attempt; an admin who is not assigned the training gets a preview without one. */
  async open(
    tenant: Tenant,
    ids: { quiz_id?: string | undefined; training_id?: string | undefined },
  ): Promise<OpenedQuiz> {
    if (!ids.quiz_id && !ids.training_id)
      throw new InvalidFields({ training_id: ['Say which training, or which quiz.'] });
    if (tenant.isAdmin && !tenant.actor.staff_id) return this.preview(tenant, ids);
    try {
      const training_id = ids.training_id ?? (await this.quizzes.matching(tenant, ids)).training_id;
      return await this.starting.begin(tenant, training_id, ids.quiz_id);
    } catch (error) {
      if (tenant.isAdmin && error instanceof NotAssigned) return this.preview(tenant, ids);
      throw error;
    }
  }

  /**
   * What was watched, then the attempt with its answers. Each part is harmless when repeated, so the whole call is.
   * @throws NoStaffRecord, NotFound, AttemptOver, AnswersRefused, VideoNotOpened, SubscriptionExpired
   */
  async save(tenant: Tenant, played: PlayedTraining): Promise<PlayedAnswer> {
    if (!tenant.actor.staff_id) throw new NoStaffRecord();
    const { attempt_id, training_id, quiz_id, answers, ranges } = played;
    if (!attempt_id && !ranges.length)
      throw new InvalidFields({ attempt_id: ['Send the attempt_id of get_quiz_questions.'] });
    if (ranges.length && !training_id) throw new InvalidFields({ training_id: ['Say which training was watched.'] });
    if (!attempt_id && tenant.isExpired(this.clock.now())) throw new SubscriptionExpired();
    const video = ranges.length ? await this.videos.beat(tenant, { training_id: training_id!, ranges }) : null;
    const attempt = attempt_id
      ? await this.finishing.submitWith(tenant, { attempt_id, training_id, quiz_id }, answers)
      : null;
    return { attempt, video };
  }

  private async preview(
    tenant: Tenant,
    ids: { quiz_id?: string | undefined; training_id?: string | undefined },
  ): Promise<OpenedQuiz> {
    const { quiz_id } = await this.quizzes.matching(tenant, ids);
    return { attempt_id: null, ...(await this.previews.preview(tenant, quiz_id)) };
  }
}
