import type { SheetQuestion } from '@contract/attempt-answers';
import type { Given } from './given';

/** What an answer of any kind is given by. */
export interface AnswerProps {
  readonly question: SheetQuestion;
  readonly given: Given;
  readonly disabled: boolean;
  /** @param rest milliseconds to wait for more before it is sent */
  readonly give: (given: Given, rest?: number) => void;
  /** Enter in a line of text. */
  readonly done?: () => void;
}
