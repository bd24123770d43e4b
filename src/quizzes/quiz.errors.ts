import { AppError, InvalidFields } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';
import type { AtEnd } from '../contract/quizzes.resource';
import { atEndOf } from './attempt-time';
import type { Attempt } from './attempt.entity';

/** One quiz a training. */
export class QuizExists extends InvalidFields {
  constructor() {
    super({ training_id: [fieldError('has_quiz', 'This training already has a quiz. Edit that one.')] });
  }
}

/** Neither answers nor watched ranges: an attempt handed in by such a call would count as answered wrongly. */
export class NothingPlayed extends InvalidFields {
  constructor() {
    super({
      answers: [fieldError('played_nothing', 'Send the answers of the quiz or the watched parts of the video.')],
    });
  }
}

/** The training has no quiz, or one without questions, or one that was archived. */
export class NothingToAsk extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'quiz_not_ready',
      message: 'This training has no quiz with questions yet. Ask your administrator.',
    });
  }
}

/** There is nothing that minutes could come on top of. */
export class NoTimeLimit extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'no_time_limit',
      message: 'This quiz has no time limit, so extra time is not needed. Set a time limit first.',
    });
  }
}

/** Some questions are drawn, and the bank has too few of them: shorter or with a question twice it would be another test. */
export class TooFewToDraw extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'too_few_to_draw',
      message: 'The question bank does not have enough questions for this quiz. Ask your administrator.',
    });
  }
}

export class TrainingNotPublished extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'training_not_published',
      message: 'This training is not published, so its quiz cannot be started.',
    });
  }
}

export class NotAssigned extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'not_assigned',
      message: 'This training is not assigned to you. Ask your administrator to assign it.',
    });
  }
}

/** The account belongs to no staff member (the registrant's admin account): there is nobody to learn. */
export class NoStaffRecord extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'no_staff_record',
      message: 'Only staff members can take a quiz, and this account has no staff record. Use the preview.',
    });
  }
}

export class NoAttemptsLeft extends AppError {
  constructor(allowed: number) {
    super({
      kind: 'conflict',
      code: 'no_attempts_left',
      message: `You have used all ${allowed} attempts at this quiz. Ask your administrator.`,
      facts: { allowed },
    });
  }
}

export class PauseNotOver extends AppError {
  constructor(until: string) {
    super({
      kind: 'conflict',
      code: 'attempt_pause',
      message: `You can start the next attempt at ${until}.`,
      facts: { until },
    });
  }
}

const OVER: Record<AtEnd, string> = {
  auto_submit: 'This attempt is over. Answers saved in time count.',
  grace: 'The time for answers is over. Submit the saved answers before the grace period ends.',
  abandon: 'Time ran out and the attempt was not submitted, so it counts as abandoned.',
};

/** Submitted already, or the server's deadline has passed; what was saved in time counts as the quiz says. */
export class AttemptOver extends AppError {
  constructor(attempt: Pick<Attempt, 'status' | 'paper'>) {
    const { status } = attempt;
    const how = status === 'abandoned' ? 'abandon' : status === 'in_progress' ? atEndOf(attempt) : 'auto_submit';
    super({ kind: 'conflict', code: 'attempt_over', message: OVER[how], facts: { status } });
  }
}

/** What is right was shown when it was answered. */
export class AnswerFinal extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'answer_final',
      message: 'This answer was checked and can no longer be changed. Continue with the next question.',
    });
  }
}

/** A later answer of the same question was saved before this one arrived. */
export class AnswerOutdated extends AppError {
  constructor(sequence: number, saved: number) {
    super({
      kind: 'conflict',
      code: 'answer_outdated',
      message: 'A newer answer to this question is already saved. Reload the quiz to see it.',
      facts: { sequence, saved },
    });
  }
}
