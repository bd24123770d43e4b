import { AppError, InvalidFields } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';

/** Only an admin records what counts; self-ratings are each person's own. */
export class NotYoursToRecord extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'not_yours_to_record',
      message: 'You can only rate yourself (kind "self"). Other evidence is recorded by an admin.',
    });
  }
}

/** Nobody decides about their own evidence: admins neither. */
export class SignsOffOwn extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'signs_off_own',
      message: 'You cannot sign off your own evidence. Ask someone else to review it.',
    });
  }
}

/** The skill says that an admin signs it off. */
export class NotYoursToSignOff extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'not_yours_to_sign_off',
      message: 'Only an admin can sign off evidence for this skill.',
    });
  }
}

export class EndsBeforeItBegins extends InvalidFields {
  constructor(field: 'valid_until' | 'to_date', from: string) {
    super({ [field]: [fieldError('before_first_day', `This is before the first day (${from}).`, { from })] });
  }
}

/** @throws EndsBeforeItBegins */
export function refuseEarlyEnd(from_date: string, to_date: string | null | undefined): void {
  if (to_date && to_date < from_date) throw new EndsBeforeItBegins('to_date', from_date);
}

export class AlreadyDatedSo extends InvalidFields {
  constructor(from_date: string) {
    super({
      from_date: [
        fieldError('target_from', `There is already a target from ${from_date}. Edit that one.`, {
          from: from_date,
        }),
      ],
    });
  }
}

/** A cell of the grid that names nobody, both, or what does not exist. */
export class UnknownCells extends InvalidFields {}
