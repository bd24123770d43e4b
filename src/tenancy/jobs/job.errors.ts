import type { JobState } from '../../contract/jobs.resource';
import { AppError } from '../../platform/errors/app-error';

/** It has come to its end, or is being taken back already. */
export class JobNotOpen extends AppError {
  constructor(state: JobState) {
    super({
      kind: 'conflict',
      code: 'job_not_open',
      message: 'This job has already ended. There is nothing to cancel.',
      facts: { state },
    });
  }
}

export class JobNotUndoable extends AppError {
  constructor(state: JobState) {
    super({
      kind: 'conflict',
      code: 'job_not_undoable',
      message: 'This job cannot be undone: it changed nothing, is still running, or the time limit has passed.',
      facts: { state },
    });
  }
}

export class JobNotRetried extends AppError {
  constructor(state: JobState) {
    super({
      kind: 'conflict',
      code: 'job_not_retried',
      message: 'Only failed or given-up jobs can be retried.',
      facts: { state },
    });
  }
}

/** What a job says that was given up: its last process ended in its middle, again and again, or there was a fault of ours. */
export const GIVEN_UP = { lost: 'worker_lost', fault: 'internal_error' } as const;

/** Its lease ended, and somebody else has it. */
export class LeaseLost extends Error {}

/** Of another kind, or it has not come to its end. */
export class JobHasNoFile extends AppError {
  constructor(state: JobState) {
    super({
      kind: 'conflict',
      code: 'job_no_file',
      message: 'This job has no file: it is not done, or does not create one.',
      facts: { state },
    });
  }
}

/** Seven days are over, or the storage has lost it. */
export class ResultGone extends AppError {
  constructor() {
    super({
      kind: 'missing',
      code: 'result_gone',
      message: 'This file is no longer available. Export it again.',
    });
  }
}

/** Another role or another line of staff than when it was made. */
export class ResultOfOtherEyes extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'result_of_other_role',
      message: 'Your access has changed since this file was created. Export it again.',
    });
  }
}
