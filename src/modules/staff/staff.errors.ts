import { InvalidFieldsError } from '../../common/errors/app-error';
import { UnavailableReferencesError } from '../../common/errors/record.errors';
import { fieldError } from '../../common/errors/field-error';

export class StaffCodeTakenError extends InvalidFieldsError {
  constructor(code: string) {
    super({
      staff_code: [fieldError('taken', `The staff code "${code}" is taken. Choose another one.`, { value: code })],
    });
  }
}

/** @param cycle names, from the new manager up */
export class ManagerCycleError extends InvalidFieldsError {
  constructor(cycle: readonly string[]) {
    super({
      manager_id:
        cycle.length === 1
          ? [fieldError('own_manager', 'People cannot be their own manager. Choose someone else.')]
          : [
              fieldError(
                'manager_circle',
                `This would create a loop: ${[...cycle, cycle[0]].join(' → ')}. Choose someone who does not report to this person.`,
                { names: [...cycle, cycle[0] ?? ''] },
              ),
            ],
    });
  }
}

/** The new manager reports to the replaced one. */
export class ManagerInOwnTeamError extends InvalidFieldsError {
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

/** Suspended, left or anonymised. */
export class NotEmployedError extends InvalidFieldsError {
  constructor(field: string) {
    super({
      [field]: [fieldError('not_working_here', 'This person is not currently employed. Choose someone who is.')],
    });
  }
}

export class UnknownStaffError extends UnavailableReferencesError {
  constructor(ids: readonly string[]) {
    super('staff_id', 'Unknown or inactive staff', ids);
  }
}
