import { AppError, InvalidFieldsError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';
import type { AtEnd } from '../../contract/quizzes.resource';
import { endPolicyOf } from './attempt-time';
import type { Attempt } from './attempt.entity';

export class QuizExistsError extends InvalidFieldsError {
  constructor() {
    super({ training_id: [fieldError('has_quiz', 'This training already has a quiz. Edit that one.')] });
  }
}

/** Neither answers nor watched ranges: submitting would grade all questions as wrong. */
export class NothingPlayedError extends InvalidFieldsError {
  constructor() {
    super({
      answers: [fieldError('played_nothing', 'Send the answers of the quiz or the watched parts of the video.')],
    });
  }
}

/** The training has no quiz, or one without questions, or one that was archived. */
export class QuizNotReadyError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'quiz_not_ready',
      message: 'This training has no quiz with questions yet. Ask your administrator.',
    });
  }
}

export class NoTimeLimitError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'no_time_limit',
      message: 'This quiz has no time limit, so extra time is not needed. Set a time limit first.',
    });
  }
}

/** The bank has too few questions for the random draws. */
export class NotEnoughQuestionsError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'too_few_to_draw',
      message: 'The question bank does not have enough questions for this quiz. Ask your administrator.',
    });
  }
}

export class TrainingNotPublishedError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'training_not_published',
      message: 'This training is not published, so its quiz cannot be started.',
    });
  }
}

export class NotAssignedError extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'not_assigned',
      message: 'This training is not assigned to you. Ask your administrator to assign it.',
    });
  }
}

/** The account has no staff record, for example the registrant's admin account. */
export class NoStaffRecordError extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'no_staff_record',
      message: 'Only staff members can take a quiz, and this account has no staff record. Use the preview.',
    });
  }
}

export class NoAttemptsLeftError extends AppError {
  constructor(allowed: number) {
    super({
      kind: 'conflict',
      code: 'no_attempts_left',
      message: `You have used all ${allowed} attempts at this quiz. Ask your administrator.`,
      facts: { allowed },
    });
  }
}

export class AttemptPauseError extends AppError {
  constructor(until: string) {
    super({
      kind: 'conflict',
      code: 'attempt_pause',
      message: `You can start the next attempt at ${until}.`,
      facts: { until },
    });
  }
}

const OVER_MESSAGES: Record<AtEnd, string> = {
  auto_submit: 'This attempt is over. Answers saved in time count.',
  grace: 'The time for answers is over. Submit the saved answers before the grace period ends.',
  abandon: 'Time ran out and the attempt was not submitted, so it counts as abandoned.',
};

/** Already submitted, or past the deadline; answers saved in time count as the quiz says. */
export class AttemptOverError extends AppError {
  constructor(attempt: Pick<Attempt, 'status' | 'paper'>) {
    const { status } = attempt;
    const policy = status === 'abandoned' ? 'abandon' : status === 'in_progress' ? endPolicyOf(attempt) : 'auto_submit';
    super({ kind: 'conflict', code: 'attempt_over', message: OVER_MESSAGES[policy], facts: { status } });
  }
}

/** The grade of the answer has been shown already. */
export class AnswerFinalError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'answer_final',
      message: 'This answer was checked and can no longer be changed. Continue with the next question.',
    });
  }
}

/** A newer answer to the same question is saved. */
export class AnswerOutdatedError extends AppError {
  constructor(sequence: number, saved: number) {
    super({
      kind: 'conflict',
      code: 'answer_outdated',
      message: 'A newer answer to this question is already saved. Reload the quiz to see it.',
      facts: { sequence, saved },
    });
  }
}
