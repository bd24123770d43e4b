import { AppError } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';

/** 409: the plan's seats are taken. Says how many there are and what to do. */
export class PlanLimitReached extends AppError {
  constructor(kind: 'staff' | 'training', limit: number, used: number) {
    const what = kind === 'staff' ? 'staff members' : 'trainings';
    super({
      kind: 'conflict',
      code: 'plan_limit_reached',
      message: `Your plan allows ${limit} ${what} and ${used} are in use. Free a place or change the plan.`,
      facts: { kind, limit, used },
    });
  }
}

/** No such package, or one that is no longer offered. */
export class PackageNotOffered extends AppError {
  constructor() {
    const message = 'Please Select Subscription Package!';
    super({
      kind: 'invalid',
      code: 'package_not_offered',
      message,
      errors: { subscription_id: [fieldError('package_not_offered', message)] },
    });
  }
}

export class PackageNameTaken extends AppError {
  constructor(name: string) {
    const message = `A package named "${name}" already exists.`;
    super({
      kind: 'conflict',
      code: 'package_name_taken',
      message,
      errors: { subscription_name: [fieldError('package_name_taken', message, { name })] },
      facts: { name },
    });
  }
}

/** 409: the subscription named is history; another one is in force. */
export class SubscriptionOver extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'subscription_over',
      message: 'This subscription is no longer current. Reload the page and change the current one.',
    });
  }
}

/** 409: somebody else was faster. */
export class PlanChangedMeanwhile extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'plan_changed_meanwhile',
      message: 'Someone else has just changed this subscription. Reload the page and review it before you try again.',
    });
  }
}

/**
 * 409 with counts: organisations have or had it. What somebody pays, for how long and for how much is agreed with them, and
 * another package would be another agreement: none of it passes to another one by deleting this one.
 */
export class PackageInUse extends AppError {
  constructor(name: string, subscribers: number, past_subscribers: number) {
    super({
      kind: 'conflict',
      code: 'in_use',
      message: `${name} has ${subscribers} subscriptions in force and ${past_subscribers} of the past. Archive it instead.`,
      facts: { what: 'subscription package', subscribers, past_subscribers },
    });
  }
}
