import { AppError, InvalidFields } from './app-error';
import { fieldError } from './field-error';

/** Ids that a refusal names; the others are left to guess. */
const SHOWN = 20;

/** A key of the organisation's is given already. */
export class Taken extends InvalidFields {
  constructor(field: string, value: string, noun: string) {
    super({
      [field]: [fieldError('taken', `"${value}" is taken by another ${noun}. Choose another one.`, { value })],
    });
  }
}

/** The field names nothing of this organisation. */
export class UnknownReference extends InvalidFields {
  constructor(field: string) {
    super({ [field]: [fieldError('reference', 'Choose an existing entry.')] });
  }
}

/** The ids that name nothing here that can be taken. @param whose `Unknown or archived skills` */
export class UnknownAmong extends InvalidFields {
  constructor(field: string, whose: string, ids: readonly string[]) {
    const named = ids.slice(0, SHOWN);
    const message = `${whose}: ${named.join(', ')}${ids.length > SHOWN ? ', …' : ''}.`;
    super({ [field]: [fieldError('unavailable', message, { count: ids.length, ids: named })] });
  }
}

export class OwnAncestor extends InvalidFields {
  constructor(field: string) {
    super({ [field]: [fieldError('below_itself', 'An entry cannot be below itself.')] });
  }
}

/** 409 with counts: something still refers to the record. */
export class StillInUse extends AppError {
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

export class WrongStatus extends AppError {
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
export class Stale extends AppError {
  constructor(current: number) {
    super({
      kind: 'stale',
      code: 'stale',
      message: 'Someone else changed this record in the meantime. Review the current version and try again.',
      facts: { row_version: current },
    });
  }
}
