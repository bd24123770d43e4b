import { AppError } from '../platform/errors/app-error';

export type AnswerFault =
  'question_repeated' | 'question_foreign' | 'option_repeated' | 'option_foreign' | 'too_many_options';

const messages: Record<AnswerFault, string> = {
  question_repeated: 'A question is answered twice. Send each question once.',
  question_foreign: 'A question does not belong to this attempt. Reload the quiz and answer again.',
  option_repeated: 'An option is chosen twice. Send each option once.',
  option_foreign: 'An option does not belong to its question. Reload the quiz and answer again.',
  too_many_options: 'Only one option may be chosen for this question.',
};

/** The answers cannot be of this attempt; nothing of them is graded (domain.md, Rules that peers get wrong, 1). */
export class AnswersRefused extends AppError {
  constructor(fault: AnswerFault, facts: { question_id: string; option_id?: string }) {
    super({ kind: 'refused', code: fault, message: messages[fault], facts: { ...facts } });
  }
}
