import { EXCHANGE_BYTES_MAX, EXCHANGE_QUESTIONS_MAX, type ExchangeProblem } from '../../contract/question-exchange';
import { AppError } from '../../common/errors/app-error';
import { fieldError, type FieldErrors } from '../../common/errors/field-error';

/** Nothing was imported; lists the problems by line. */
export class QuestionImportError extends AppError {
  constructor(problems: readonly ExchangeProblem[], total: number) {
    const errors: Record<string, FieldErrors[string][number][]> = {};
    for (const { line, message } of problems) {
      const error = fieldError('import_line', `Line ${line}: ${message}`, { line });
      (errors[`line_${line}`] ??= []).push(error);
    }
    super({
      kind: 'invalid',
      code: 'questions_refused',
      message: 'Nothing was imported. Correct the listed lines, then send the file again.',
      errors,
      facts: { count: total },
    });
  }
}

export class QuestionFileTooLargeError extends AppError {
  constructor() {
    const megabytes = EXCHANGE_BYTES_MAX / 1_000_000;
    super({
      kind: 'too_large',
      code: 'question_file_too_large',
      message: `A question file can be up to ${megabytes} MB. Split it.`,
      facts: { megabytes },
    });
  }
}

export class TooManyQuestionsError extends AppError {
  constructor() {
    super({
      kind: 'refused',
      code: 'too_many_questions',
      message: `A file can have up to ${EXCHANGE_QUESTIONS_MAX} questions. Filter the list, then export again.`,
      facts: { limit: EXCHANGE_QUESTIONS_MAX },
    });
  }
}
