import { AppError, InvalidFieldsError } from './app-error';
import { fieldError } from './field-error';

/** Most ids listed in an error. */
const LISTED_IDS_MAX = 20;

/** Another record of the customer has this unique value. */
export class ValueTakenError extends InvalidFieldsError {
  constructor(field: string, value: string, noun: string) {
    super({
      [field]: [fieldError('taken', `"${value}" is taken by another ${noun}. Choose another one.`, { value })],
    });
  }
}

/** The referenced record does not exist in this customer. */
export class UnknownReferenceError extends InvalidFieldsError {
  constructor(field: string) {
    super({ [field]: [fieldError('reference', 'Choose an existing entry.')] });
  }
}

/** Some of the ids do not exist or cannot be used. @param subject start of the message: `Unknown or archived skills` */
export class UnavailableReferencesError extends InvalidFieldsError {
  constructor(field: string, subject: string, ids: readonly string[]) {
    const listedIds = ids.slice(0, LISTED_IDS_MAX);
    const message = `${subject}: ${listedIds.join(', ')}${ids.length > LISTED_IDS_MAX ? ', …' : ''}.`;
    super({ [field]: [fieldError('unavailable', message, { count: ids.length, ids: listedIds })] });
  }
}

export class OwnAncestorError extends InvalidFieldsError {
  constructor(field: string) {
    super({ [field]: [fieldError('below_itself', 'An entry cannot be below itself.')] });
  }
}

/** 409 with the number of references to the record, by kind. */
export class StillInUseError extends AppError {
  constructor(what: string, counts: Readonly<Record<string, number>>) {
    const uses = Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ');
    super({
      kind: 'conflict',
      code: 'in_use',
      message: `This ${what} is in use${uses ? ` (${uses})` : ''} and cannot be deleted.`,
      facts: { what, ...counts },
    });
  }
}

export class WrongStatusError extends AppError {
  constructor(command: string, status: string) {
    super({
      kind: 'conflict',
      code: 'wrong_status',
      message: `${command} is not possible while the status is "${status}".`,
      facts: { command, status },
    });
  }
}

/** The record changed since the client read it. */
export class StaleRecordError extends AppError {
  constructor(current: number) {
    super({
      kind: 'stale',
      code: 'stale',
      message: 'Someone else changed this record in the meantime. Review the current version and try again.',
      facts: { row_version: current },
    });
  }
}
