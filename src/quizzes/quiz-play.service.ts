import { Injectable } from '@nestjs/common';
import type { AttemptSheet, QuizPreview } from '../contract/attempt-answers';
import type { BeatAnswer } from '../contract/training-answers';
import { Clock } from '../platform/clock';
import { AppError, InvalidFields } from '../platform/errors/app-error';
import { SubscriptionExpired } from '../tenancy/tenancy.errors';
import type { Tenant } from '../tenancy/tenant';
import { NothingToPlay } from '../trainings/training.errors';
import { VideoProgressService } from '../trainings/video-progress.service';
import { AttemptFinishService } from './attempt-finish.service';
import { AttemptStartService } from './attempt-start.service';
import type { GivenAnswer } from './grading';
import { NoStaffRecord, NotAssigned, NothingPlayed } from './quiz.errors';
import { QuizPreviewService } from './quiz-preview.service';
import { QuizzesService } from './quizzes.service';
import { fieldError } from '../platform/errors/field-error';

export type OpenedQuiz = (QuizPreview & { attempt_id: null }) | AttemptSheet;

export interface PlayedTraining {
  training_id?: string | undefined;
  quiz_id?: string | undefined;
  attempt_id?: string | undefined;
  /** Empty: handed in as it was saved answer by answer. */
  answers: readonly GivenAnswer[] | undefined;
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
      throw new InvalidFields({ training_id: [fieldError('which_training', 'Send a training_id or a quiz_id.')] });
    if (tenant.isAdmin && !tenant.actor.staff_id) return this.preview(tenant, ids);
    try {
      const training_id = ids.training_id ?? (await this.quizzes.matching(tenant, ids)).training_id;
      // This call never says what is right (contract.md), whatever the review policy shows on the way.
      return { ...(await this.starting.begin(tenant, training_id, ids.quiz_id)), review: null };
    } catch (error) {
      if (tenant.isAdmin && error instanceof NotAssigned) return this.preview(tenant, ids);
      throw error;
    }
  }

  /**
   * What was watched, then the attempt with its answers. Each part is harmless when repeated, so the whole call is.
   * Watched ranges of a training without a video are passed over when there are answers.
   * @throws NoStaffRecord, NothingPlayed, NotFound, AttemptOver, AnswersRefused, VideoNotOpened, SubscriptionExpired
   */
  async save(tenant: Tenant, played: PlayedTraining): Promise<PlayedAnswer> {
    if (!tenant.actor.staff_id) throw new NoStaffRecord();
    const { attempt_id, training_id, quiz_id, answers, ranges } = played;
    if (!answers && !ranges.length) throw new NothingPlayed();
    if (!attempt_id && !ranges.length)
      throw new InvalidFields({
        attempt_id: [fieldError('which_attempt', 'Send the attempt_id of get_quiz_questions.')],
      });
    if (ranges.length && !training_id)
      throw new InvalidFields({
        training_id: [fieldError('which_training', 'Send the training_id of the watched training.')],
      });
    if (!attempt_id && tenant.isExpired(this.clock.now())) throw new SubscriptionExpired();
    const watched = ranges.length ? this.videos.beat(tenant, { training_id: training_id!, ranges }) : null;
    // What becomes of the video must not cost the learner their answers, nor the other way round.
    const { video, refusal } = await refusedApart(watched);
    if (refusal && !attempt_id) throw refusal;
    const attempt = attempt_id
      ? await this.finishing.submitWith(tenant, { attempt_id, training_id, quiz_id }, answers ?? [])
      : null;
    // There being no video to watch is nothing that the learner could mend.
    if (refusal && !(refusal instanceof NothingToPlay)) throw refusal;
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

/** A refusal is told later, a fault at once. */
async function refusedApart(
  beat: Promise<BeatAnswer> | null,
): Promise<{ video: BeatAnswer | null; refusal: AppError | null }> {
  try {
    return { video: await beat, refusal: null };
  } catch (error) {
    if (error instanceof AppError) return { video: null, refusal: error };
    throw error;
  }
}
