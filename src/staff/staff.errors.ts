import { InvalidFields } from '../platform/errors/app-error';
import { UnknownAmong } from '../platform/errors/record-errors';
import { fieldError } from '../platform/errors/field-error';

export class StaffCodeTaken extends InvalidFields {
  constructor(code: string) {
    super({
      staff_code: [fieldError('taken', `The staff code "${code}" is taken. Choose another one.`, { value: code })],
    });
  }
}

/** Somebody would stand below themselves. @param circle the people of it, from the new manager up */
export class ManagerCircle extends InvalidFields {
  constructor(circle: readonly string[]) {
    super({
      manager_id:
        circle.length === 1
          ? [fieldError('own_manager', 'People cannot be their own manager. Choose someone else.')]
          : [
              fieldError(
                'manager_circle',
                `This would create a loop: ${[...circle, circle[0]].join(' → ')}. Choose someone who does not report to this person.`,
                { names: [...circle, circle[0] ?? ''] },
              ),
            ],
    });
  }
}

/** Whoever is to take a manager's place stands below them: the team would stand below itself. */
export class InOwnTeam extends InvalidFields {
  constructor(field: string, name: string) {
    super({
      [field]: [
        fieldError(
          'in_own_team',
          `${name} reports to this person, so this would create a loop. Give ${name} another manager first, or choose someone else.`,
          { name },
        ),
      ],
    });
  }
}

/** Suspended, or gone. */
export class NotWorkingHere extends InvalidFields {
  constructor(field: string) {
    super({
      [field]: [fieldError('not_working_here', 'This person is not currently employed. Choose someone who is.')],
    });
  }
}

/** The ids that name nobody here, or nobody active. */
export class StaffUnknown extends UnknownAmong {
  constructor(ids: readonly string[]) {
    super('staff_id', 'Unknown or inactive staff', ids);
  }
}
