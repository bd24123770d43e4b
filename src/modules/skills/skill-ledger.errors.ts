import { AppError, InvalidFieldsError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';

/** Only admins record counting evidence; other users record only their own self-ratings. */
export class EvidenceRecordingNotAllowedError extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'not_yours_to_record',
      message: 'You can only rate yourself (kind "self"). Other evidence is recorded by an admin.',
    });
  }
}

/** No account signs off its own evidence, not even an admin. */
export class OwnEvidenceSignOffError extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'signs_off_own',
      message: 'You cannot sign off your own evidence. Ask someone else to review it.',
    });
  }
}

/** The skill requires sign-off by an admin. */
export class SignOffNotAllowedError extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'not_yours_to_sign_off',
      message: 'Only an admin can sign off evidence for this skill.',
    });
  }
}

export class EndBeforeStartError extends InvalidFieldsError {
  constructor(field: 'valid_until' | 'to_date', from: string) {
    super({ [field]: [fieldError('before_first_day', `This is before the first day (${from}).`, { from })] });
  }
}

/** @throws EndBeforeStartError */
export function refuseEndBeforeStart(from_date: string, to_date: string | null | undefined): void {
  if (to_date && to_date < from_date) throw new EndBeforeStartError('to_date', from_date);
}

export class DuplicateTargetDateError extends InvalidFieldsError {
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

/** A grid cell without a holder, with two holders, or with an invalid level. */
export class InvalidGridCellsError extends InvalidFieldsError {}
