import { AppError, InvalidFields } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';

/** Only an admin records what counts; self-ratings are each person's own. */
export class NotYoursToRecord extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'not_yours_to_record',
      message: 'You may rate yourself (kind "self"); everything else is recorded by an admin.',
    });
  }
}

/** Nobody decides about their own evidence: admins neither. */
export class SignsOffOwn extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'signs_off_own',
      message: 'Nobody signs off their own evidence. Ask somebody else to look at it.',
    });
  }
}

/** The skill says that an admin signs it off. */
export class NotYoursToSignOff extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'not_yours_to_sign_off',
      message: 'Evidence of this skill is signed off by an admin.',
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
        fieldError('target_from', `There is a target from ${from_date} on already. Change that one.`, {
          from: from_date,
        }),
      ],
    });
  }
}

/** A cell of the grid that names nobody, both, or what does not exist. */
export class UnknownCells extends InvalidFields {}
