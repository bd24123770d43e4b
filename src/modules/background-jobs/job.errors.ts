import type { JobState } from '../../contract/jobs.resource';
import { AppError } from '../../common/errors/app-error';

/** The job has ended or is being undone. */
export class JobNotOpenError extends AppError {
  constructor(state: JobState) {
    super({
      kind: 'conflict',
      code: 'job_not_open',
      message: 'This job has already ended. There is nothing to cancel.',
      facts: { state },
    });
  }
}

export class JobNotUndoableError extends AppError {
  constructor(state: JobState) {
    super({
      kind: 'conflict',
      code: 'job_not_undoable',
      message: 'This job cannot be undone: it changed nothing, is still running, or the time limit has passed.',
      facts: { state },
    });
  }
}

export class JobNotRetryableError extends AppError {
  constructor(state: JobState) {
    super({
      kind: 'conflict',
      code: 'job_not_retried',
      message: 'Only failed or given-up jobs can be retried.',
      facts: { state },
    });
  }
}

/** Error codes of jobs that were given up: lost worker processes, or an unexpected error. */
export const GIVE_UP_CODES = { lost: 'worker_lost', fault: 'internal_error' } as const;

/** Another process owns the job. */
export class LeaseLostError extends Error {}

/** The job creates no file or is not done. */
export class JobHasNoFileError extends AppError {
  constructor(state: JobState) {
    super({
      kind: 'conflict',
      code: 'job_no_file',
      message: 'This job has no file: it is not done, or does not create one.',
      facts: { state },
    });
  }
}

/** Expired after seven days, or missing in the storage. */
export class ResultGoneError extends AppError {
  constructor() {
    super({
      kind: 'missing',
      code: 'result_gone',
      message: 'This file is no longer available. Export it again.',
    });
  }
}

/** Role or visible rows of the user differ from those when the file was made. */
export class ResultAccessChangedError extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'result_of_other_role',
      message: 'Your access has changed since this file was created. Export it again.',
    });
  }
}
