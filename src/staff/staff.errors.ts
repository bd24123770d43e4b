import { AppError, InvalidFields } from '../platform/errors/app-error';

export class StaffCodeTaken extends InvalidFields {
  constructor(code: string) {
    super({ staff_code: [`The staff code "${code}" is taken. Choose another one.`] });
  }
}

export class PlaceNameTaken extends InvalidFields {
  constructor(name: string) {
    super({ name: [`"${name}" exists already.`] });
  }
}

/** department_id, job_role_id or manager_id names nothing of this organisation. */
export class UnknownReference extends InvalidFields {
  constructor(field: string) {
    super({ [field]: ['Choose an existing entry.'] });
  }
}

export class OwnAncestor extends InvalidFields {
  constructor(field: string) {
    super({ [field]: ['An entry cannot stand below itself.'] });
  }
}

/** Somebody would stand below themselves. @param circle the people of it, from the new manager up */
export class ManagerCircle extends InvalidFields {
  constructor(circle: readonly string[]) {
    super({
      manager_id:
        circle.length === 1
          ? ['Nobody is their own manager. Choose somebody else.']
          : [`This would be a circle: ${[...circle, circle[0]].join(' → ')}. Choose somebody who is not below them.`],
    });
  }
}

/** 409 with counts: something still refers to the record. */
export class StillInUse extends AppError {
  constructor(what: string, counts: Readonly<Record<string, number>>) {
    const told = Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ');
    super({
      kind: 'conflict',
      code: 'in_use',
      message: `This ${what} is in use${told ? ` (${told})` : ''} and cannot be deleted.`,
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

/** The ids that name nobody here, or nobody active. */
export class StaffUnknown extends InvalidFields {
  constructor(ids: readonly string[]) {
    super({ staff_id: [`Unknown or inactive staff: ${ids.slice(0, 20).join(', ')}${ids.length > 20 ? ', …' : ''}.`] });
  }
}
