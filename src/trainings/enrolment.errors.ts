import { AppError } from '../platform/errors/app-error';

/** 409: a training that nobody can begin any more, or not yet. */
export class TrainingNotOffered extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'training_not_offered',
      message: 'This training is not available. It must be published first.',
    });
  }
}

/** 409: it is assigned by others only. */
export class EnrolmentClosed extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'enrolment_closed',
      message: 'You cannot enrol in this training yourself. Ask your administrator to assign it to you.',
    });
  }
}

/** 409: whoever enrols is one of the staff. */
export class NobodyToEnrol extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'nobody_to_enrol',
      message: 'Your account has no staff record, so you cannot enrol. Ask your administrator for one.',
    });
  }
}

/** 409: what is completed is begun anew when it has to be renewed, or by whoever assigns it. */
export class AlreadyCompleted extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'already_completed',
      message: 'This training is completed and still valid. You can take it again when it is due for renewal.',
    });
  }
}

/** 409: somebody has decided that they need not. */
export class LetOff extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'let_off',
      message: 'This training was waived for this person. The person who waived it can end the waiver.',
    });
  }
}

/** 409: its progress would be lost to sight. */
export class EnrolmentBegun extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'enrolment_begun',
      message: 'You have already started this training. Ask your administrator to remove it.',
    });
  }
}

/** 409: others have assigned it. */
export class NotEnrolled extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'not_enrolled',
      message: 'You did not enrol in this training; it was assigned to you. Ask your administrator to remove it.',
    });
  }
}

/** 403: nobody decides about themselves, admins neither. */
export class DecidesOwn extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'decides_own',
      message: 'You cannot decide on your own request. Ask someone else to review it.',
    });
  }
}
