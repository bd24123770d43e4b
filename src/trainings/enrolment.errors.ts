import { AppError } from '../platform/errors/app-error';

/** 409: a training that nobody can begin any more, or not yet. */
export class TrainingNotOffered extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'training_not_offered',
      message: 'This training is not offered now: it has to be published.',
    });
  }
}

/** 409: it is assigned by others only. */
export class EnrolmentClosed extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'enrolment_closed',
      message: 'Nobody enrols in this training themselves. Ask your administrator to assign it to you.',
    });
  }
}

/** 409: whoever enrols is one of the staff. */
export class NobodyToEnrol extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'nobody_to_enrol',
      message: 'Your account has no staff record, so there is nobody to enrol. Ask your administrator for one.',
    });
  }
}

/** 409: what is completed is begun anew when it has to be renewed, or by whoever assigns it. */
export class AlreadyCompleted extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'already_completed',
      message: 'This training is completed and still counts. It opens again when it has to be renewed.',
    });
  }
}

/** 409: somebody has decided that they need not. */
export class LetOff extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'let_off',
      message: 'They were let off this training. Whoever did so can ask for it again.',
    });
  }
}

/** 409: its progress would be lost to sight. */
export class EnrolmentBegun extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'enrolment_begun',
      message: 'You have begun this training already. Ask your administrator to remove it.',
    });
  }
}

/** 409: others have assigned it. */
export class NotEnrolled extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'not_enrolled',
      message: 'You did not enrol in this training: it was assigned to you. Ask your administrator to remove it.',
    });
  }
}

/** 403: nobody decides about themselves, admins neither. */
export class DecidesOwn extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'decides_own',
      message: 'Nobody decides about their own request. Ask somebody else to look at it.',
    });
  }
}
