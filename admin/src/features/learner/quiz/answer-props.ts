import type { SheetQuestion } from '@contract/attempt.responses';
import type { PartialAnswer } from './partial-answer';

/** Props of every answer input. */
export interface AnswerProps {
  readonly question: SheetQuestion;
  readonly answer: PartialAnswer;
  readonly disabled: boolean;
  /** @param delayMs waits for further typing before the answer is sent */
  readonly onAnswer: (answer: PartialAnswer, delayMs?: number) => void;
  /** Enter was pressed in a text input. */
  readonly onEnter?: () => void;
}
