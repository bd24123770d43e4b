import { AppError } from '../platform/errors/app-error';

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
