import { AppError, InvalidFields } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';

/** One quiz a training. */
export class QuizExists extends InvalidFields {
  constructor() {
    super({ training_id: [fieldError('has_quiz', 'This training has a quiz already. Change that one.')] });
  }
}

/** Neither answers nor watched ranges: an attempt handed in by such a call would count as answered wrongly. */
export class NothingPlayed extends InvalidFields {
  constructor() {
    super({
      answers: [fieldError('played_nothing', 'Send the answers of the quiz, or what was watched of the video.')],
    });
  }
}

/** The training has no quiz, or one without questions, or one that was archived. */
export class NothingToAsk extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'quiz_not_ready',
      message: 'This training has no quiz with questions at the moment. Ask your administrator.',
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
      message: 'Only a staff member can take a quiz, and this account belongs to none. Use the preview.',
    });
  }
}

export class NoAttemptsLeft extends AppError {
  constructor(allowed: number) {
    super({
      kind: 'conflict',
      code: 'no_attempts_left',
      message: `All ${allowed} attempts at this quiz are used. Ask your administrator.`,
      facts: { allowed },
    });
  }
}

export class PauseNotOver extends AppError {
  constructor(until: string) {
    super({
      kind: 'conflict',
      code: 'attempt_pause',
      message: `The next attempt may begin at ${until}.`,
      facts: { until },
    });
  }
}

/** Submitted already, or the server's deadline has passed; what was saved in time counts. */
export class AttemptOver extends AppError {
  constructor(status: string) {
    super({
      kind: 'conflict',
      code: 'attempt_over',
      message: 'This attempt is over. What was saved in time counts.',
      facts: { status },
    });
  }
}

/** A later answer of the same question was saved before this one arrived. */
export class AnswerOutdated extends AppError {
  constructor(sequence: number, saved: number) {
    super({
      kind: 'conflict',
      code: 'answer_outdated',
      message: 'A newer answer to this question is saved already. Reload to see it.',
      facts: { sequence, saved },
    });
  }
}
