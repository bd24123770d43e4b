import { AppError } from '../platform/errors/app-error';

export type AnswerFault =
  | 'question_repeated'
  | 'question_foreign'
  | 'option_repeated'
  | 'option_foreign'
  | 'too_many_options'
  | 'answer_part'
  | 'not_a_number'
  | 'match_foreign'
  | 'order_incomplete';

const messages: Record<AnswerFault, string> = {
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

/** The answers cannot be of this attempt; nothing of them is graded (domain.md, Rules that peers get wrong, 1). */
export class AnswersRefused extends AppError {
  constructor(
    private readonly fault: AnswerFault,
    private readonly subject: { question_id: string; option_id?: string; part?: string },
  ) {
    super({ kind: 'refused', code: fault, message: messages[fault], facts: { ...subject } });
  }

  /** The same refusal with other ids of the same things. */
  renameIds(rename: (id: string) => string): AnswersRefused {
    const { question_id, option_id, ...part } = this.subject;
    return new AnswersRefused(this.fault, {
      ...part,
      question_id: rename(question_id),
      ...(option_id && { option_id: rename(option_id) }),
    });
  }
}
