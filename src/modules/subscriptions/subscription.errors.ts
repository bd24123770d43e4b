import { AppError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';

/** 409: no free seat in the plan. */
export class PlanLimitReachedError extends AppError {
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

/** The package does not exist or is archived. */
export class PackageNotOfferedError extends AppError {
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

export class PackageNameTakenError extends AppError {
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

/** 409: the subscription is history; another one is current. */
export class SubscriptionOverError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'subscription_over',
      message: 'This subscription is no longer current. Reload the page and change the current one.',
    });
  }
}

/** 409: a concurrent change won. */
export class PlanChangedError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'plan_changed_meanwhile',
      message: 'Someone else has just changed this subscription. Reload the page and review it before you try again.',
    });
  }
}

/** 409 with counts: customers have or had the package. Subscriptions are never moved to another package. */
export class PackageInUseError extends AppError {
  constructor(name: string, subscribers: number, past_subscribers: number) {
    super({
      kind: 'conflict',
      code: 'in_use',
      message: `${name} has ${subscribers} subscriptions in force and ${past_subscribers} of the past. Archive it instead.`,
      facts: { what: 'subscription package', subscribers, past_subscribers },
    });
  }
}
