import { AppError, InvalidFields } from '../platform/errors/app-error';

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

export class EndsBeforeItBegins extends InvalidFields {
  constructor(field: 'valid_until' | 'to_date', from: string) {
    super({ [field]: [`This is before the first day (${from}).`] });
  }
}

export class AlreadyDatedSo extends InvalidFields {
  constructor(from_date: string) {
    super({ from_date: [`There is a target from ${from_date} on already. Change that one.`] });
  }
}

/** A cell of the grid that names nobody, both, or what does not exist. */
export class UnknownCells extends InvalidFields {
  constructor(errors: Readonly<Record<string, readonly string[]>>) {
    super(errors);
  }
}
