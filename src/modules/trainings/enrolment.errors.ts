import { AppError } from '../../common/errors/app-error';

/** 409: the training is not published. */
export class TrainingNotOfferedError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'training_not_offered',
      message: 'This training is not available. It must be published first.',
    });
  }
}

/** 409: the training does not allow enrolment. */
export class EnrolmentClosedError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'enrolment_closed',
      message: 'You cannot enrol in this training yourself. Ask your administrator to assign it to you.',
    });
  }
}

/** 409: the account has no staff record. */
export class StaffRecordRequiredError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'nobody_to_enrol',
      message: 'Your account has no staff record, so you cannot enrol. Ask your administrator for one.',
    });
  }
}

/** 409: completed and still valid. */
export class AlreadyCompletedError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'already_completed',
      message: 'This training is completed and still valid. You can take it again when it is due for renewal.',
    });
  }
}

/** 409: the assignment was waived. */
export class TrainingWaivedError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'let_off',
      message: 'This training was waived for this person. The person who waived it can end the waiver.',
    });
  }
}

/** 409: withdrawing would hide the progress. */
export class EnrolmentStartedError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'enrolment_begun',
      message: 'You have already started this training. Ask your administrator to remove it.',
    });
  }
}

/** 409: the assignment has no self-enrolment. */
export class NotEnrolledError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'not_enrolled',
      message: 'You did not enrol in this training; it was assigned to you. Ask your administrator to remove it.',
    });
  }
}

/** 403: applies to admins too. */
export class OwnRequestDecisionError extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'decides_own',
      message: 'You cannot decide on your own request. Ask someone else to review it.',
    });
  }
}
