import { AppError, InvalidFields } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';
import { UnknownAmong } from '../platform/errors/record-errors';

/** Attendance is marked from its beginning on. */
export class SessionNotBegun extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'session_not_begun',
      message: 'The session has not started yet. You can mark attendance once it starts.',
    });
  }
}

/** Places are taken and left until it begins. */
export class SessionBegun extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'session_begun',
      message: 'The session has started. Bookings can no longer be changed. Ask the person who plans it.',
    });
  }
}

/** Whoever takes a place has the training to do. */
export class TrainingNotToDo extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'training_not_to_do',
      message: 'You have no open assignment for this training. Ask your administrator to assign it to you.',
    });
  }
}

/** Evidence and certificate rest on it: what was recorded wrongly is taken back by voiding the evidence. */
export class AttendanceCounted extends AppError {
  constructor(count: number) {
    super({
      kind: 'conflict',
      code: 'attendance_counted',
      message: `This attendance completed the training for ${count} of them. Void the evidence of the completion instead.`,
      facts: { count },
    });
  }
}

/** Who has no seat in the session. */
export class NotBooked extends UnknownAmong {
  constructor(ids: readonly string[]) {
    super('staff_id', 'Without a seat in this session', ids);
  }
}

/** They were let off the training, so it cannot be assigned to them. */
export class NotAssignable extends InvalidFields {
  constructor(count: number) {
    super({
      staff_id: [
        fieldError('not_assignable', `This training was waived for ${count} of them. Leave them out.`, { count }),
      ],
    });
  }
}

/** Nobody can be in two rooms at once. */
export class SessionOverlaps extends InvalidFields {
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
