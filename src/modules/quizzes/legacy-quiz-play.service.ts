import { Injectable } from '@nestjs/common';
import type { AttemptSheet, QuizPreview } from '../../contract/attempt.responses';
import type { WatchProgressResponse } from '../../contract/training.responses';
import { Clock } from '../../common/clock';
import { AppError, InvalidFieldsError } from '../../common/errors/app-error';
import { SubscriptionExpiredError } from '../../tenancy/tenancy.errors';
import type { Tenant } from '../../tenancy/tenant';
import { NothingToPlayError } from '../trainings/training.errors';
import { VideoProgressService } from '../trainings/video-progress.service';
import { AttemptFinishService } from './attempt-finish.service';
import { AttemptStartService } from './attempt-start.service';
import type { AnswerInput } from './grading';
import { NoStaffRecordError, NotAssignedError, NothingPlayedError } from './quiz.errors';
import { QuizPreviewService } from './quiz-preview.service';
import { QuizzesService } from './quizzes.service';
import { fieldError } from '../../common/errors/field-error';

export type OpenQuizResult = (QuizPreview & { attempt_id: null }) | AttemptSheet;

export interface PlayInput {
  training_id?: string | undefined;
  quiz_id?: string | undefined;
  attempt_id?: string | undefined;
  /** Empty: submits the answers saved before. */
  answers: readonly AnswerInput[] | undefined;
  /** Milliseconds. */
  ranges: readonly (readonly [from: number, to: number])[];
}
export interface PlayResult {
  attempt: AttemptSheet | null;
  video: WatchProgressResponse | null;
}

/** The two legacy calls of the player: open the quiz, and save quiz and video together (docs/api.md). */
@Injectable()
export class LegacyQuizPlayService {
  constructor(
    private readonly quizzes: QuizzesService,
    private readonly previews: QuizPreviewService,
    private readonly startService: AttemptStartService,
    private readonly finishService: AttemptFinishService,
    private readonly videos: VideoProgressService,
    private readonly clock: Clock,
  ) {}

  /** Starts or continues the attempt. Admins without the assignment get a preview. */
  async open(
    tenant: Tenant,
    ids: { quiz_id?: string | undefined; training_id?: string | undefined },
  ): Promise<OpenQuizResult> {
    if (!ids.quiz_id && !ids.training_id)
      throw new InvalidFieldsError({ training_id: [fieldError('which_training', 'Send a training_id or a quiz_id.')] });
    if (tenant.isAdmin && !tenant.actor.staff_id) return this.preview(tenant, ids);
    try {
      const training_id = ids.training_id ?? (await this.quizzes.findByIds(tenant, ids)).training_id;
      // The legacy call never returns the review, regardless of the review policy.
      return { ...(await this.startService.startOrContinue(tenant, training_id, ids.quiz_id)), review: null };
    } catch (error) {
      if (tenant.isAdmin && error instanceof NotAssignedError) return this.preview(tenant, ids);
      throw error;
    }
  }

  /**
   * Saves the watched ranges, then submits the attempt. Both parts are idempotent. Ranges of a training without a video
   * are ignored if there are answers.
   * @throws NoStaffRecord, NothingPlayedError, NotFoundError, AttemptOverError, InvalidAnswersError, VideoNotOpenedError, SubscriptionExpiredError
   */
  async save(tenant: Tenant, input: PlayInput): Promise<PlayResult> {
    if (!tenant.actor.staff_id) throw new NoStaffRecordError();
    const { attempt_id, training_id, quiz_id, answers, ranges } = input;
    if (!answers && !ranges.length) throw new NothingPlayedError();
    if (!attempt_id && !ranges.length)
      throw new InvalidFieldsError({
        attempt_id: [fieldError('which_attempt', 'Send the attempt_id of get_quiz_questions.')],
      });
    if (ranges.length && !training_id)
      throw new InvalidFieldsError({
        training_id: [fieldError('which_training', 'Send the training_id of the watched training.')],
      });
    if (!attempt_id && tenant.isExpired(this.clock.now())) throw new SubscriptionExpiredError();
    const videoUpdate = ranges.length ? this.videos.report(tenant, { training_id: training_id!, ranges }) : null;
    // A video error must not lose the answers, and vice versa.
    const { video, refusal: videoError } = await separateDomainError(videoUpdate);
    if (videoError && !attempt_id) throw videoError;
    const attempt = attempt_id
      ? await this.finishService.submitWith(tenant, { attempt_id, training_id, quiz_id }, answers ?? [])
      : null;
    // The learner cannot fix a missing video.
    if (videoError && !(videoError instanceof NothingToPlayError)) throw videoError;
    return { attempt, video };
  }

  private async preview(
    tenant: Tenant,
    ids: { quiz_id?: string | undefined; training_id?: string | undefined },
  ): Promise<OpenQuizResult> {
    const { quiz_id } = await this.quizzes.findByIds(tenant, ids);
    return { attempt_id: null, ...(await this.previews.preview(tenant, quiz_id)) };
  }
}

/** Returns domain errors, rethrows all others. */
async function separateDomainError(
  update: Promise<WatchProgressResponse> | null,
): Promise<{ video: WatchProgressResponse | null; refusal: AppError | null }> {
  try {
    return { video: await update, refusal: null };
  } catch (error) {
    if (error instanceof AppError) return { video: null, refusal: error };
    throw error;
  }
}
