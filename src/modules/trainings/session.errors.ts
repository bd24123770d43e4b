import { AppError, InvalidFieldsError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';
import { UnavailableReferencesError } from '../../common/errors/record.errors';

export class SessionNotStartedError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'session_not_begun',
      message: 'The session has not started yet. You can mark attendance once it starts.',
    });
  }
}

/** Bookings close when the session starts. */
export class SessionStartedError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'session_begun',
      message: 'The session has started. Bookings can no longer be changed. Ask the person who plans it.',
    });
  }
}

/** Booking oneself requires an open assignment. */
export class NoOpenAssignmentError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'training_not_to_do',
      message: 'You have no open assignment for this training. Ask your administrator to assign it to you.',
    });
  }
}

/** Evidence and certificate depend on it; void the evidence instead. */
export class AttendanceCountedError extends AppError {
  constructor(count: number) {
    super({
      kind: 'conflict',
      code: 'attendance_counted',
      message: `This attendance completed the training for ${count} of them. Void the evidence of the completion instead.`,
      facts: { count },
    });
  }
}

export class NotBookedError extends UnavailableReferencesError {
  constructor(ids: readonly string[]) {
    super('staff_id', 'Without a seat in this session', ids);
  }
}

/** The assignment was waived. */
export class NotAssignableError extends InvalidFieldsError {
  constructor(count: number) {
    super({
      staff_id: [
        fieldError('not_assignable', `This training was waived for ${count} of them. Leave them out.`, { count }),
      ],
    });
  }
}

export class SessionOverlapError extends InvalidFieldsError {
  constructor(field: 'staff_id' | 'starts_at', count: number) {
    super({
      [field]: [
        fieldError(
          'session_overlaps',
          `${count} of the people are in another session of this training at that time. Choose another one.`,
          { count },
        ),
      ],
    });
  }
}
