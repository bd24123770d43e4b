import { AppError } from '../../common/errors/app-error';

export type AnswerErrorCode =
  | 'question_repeated'
  | 'question_foreign'
  | 'option_repeated'
  | 'option_foreign'
  | 'too_many_options'
  | 'answer_part'
  | 'not_a_number'
  | 'match_foreign'
  | 'order_incomplete';

const messages: Record<AnswerErrorCode, string> = {
  question_repeated: 'A question was answered twice. Send each question once.',
  question_foreign: 'A question does not belong to this attempt. Reload the quiz and answer again.',
  option_repeated: 'An option was chosen twice. Send each option once.',
  option_foreign: 'An option does not belong to its question. Reload the quiz and answer again.',
  too_many_options: 'Choose only one option for this question.',
  answer_part: 'A question was answered in the wrong format. See `part` for the property to use.',
  not_a_number: 'An answer is not a number. Use digits, for example 3.5.',
  match_foreign: 'A matched text does not belong to its question. Reload the quiz and answer again.',
  order_incomplete: 'Put all items of the question in order, or none.',
};

/** The answers do not fit the attempt; none of them is graded (docs/domain.md). */
export class InvalidAnswersError extends AppError {
  constructor(
    private readonly errorCode: AnswerErrorCode,
    private readonly subject: { question_id: string; option_id?: string; part?: string },
  ) {
    super({ kind: 'refused', code: errorCode, message: messages[errorCode], facts: { ...subject } });
  }

  /** The same error with translated ids. */
  renameIds(rename: (id: string) => string): InvalidAnswersError {
    const { question_id, option_id, ...part } = this.subject;
    return new InvalidAnswersError(this.errorCode, {
      ...part,
      question_id: rename(question_id),
      ...(option_id && { option_id: rename(option_id) }),
    });
  }
}
