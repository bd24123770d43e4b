/** Aiken format: a question, its lettered options, and a line with the letter of the one right answer. */
import { EXCHANGE_QUESTIONS_MAX, QUESTION_LENGTH_MAX } from '../../../contract/question-exchange';
import {
  DEFAULT_GRADING,
  normalizeLineBreaks,
  problem,
  tooLong,
  tooMany,
  type ReadResult,
  type ReadResults,
} from './exchanged-question';

const OPTION = /^\s*([A-Z])[.)]\s*(.*)$/;
const ANSWER = /^\s*ANSWER\s*:\s*(.*?)\s*$/i;

interface OpenQuestion {
  readonly line: number;
  readonly text: string[];
  readonly options: { readonly letter: string; text: string }[];
  length: number;
}

export function* readAiken(text: string): ReadResults {
  let openQuestion: OpenQuestion | null = null;
  let isAfterEmptyLine = true;
  let [lineNumber, count] = [0, 0];
  for (const line of text.split(/\r\n|\n|\r/)) {
    lineNumber += 1;
    const answer = ANSWER.exec(line);
    const option = openQuestion?.text.length ? OPTION.exec(line) : null;
    if (line.trim() === '') {
      isAfterEmptyLine = true;
      yield null;
      continue;
    }
    if (answer) {
      const result = closeQuestion(
        openQuestion ?? { line: lineNumber, text: [], options: [], length: 0 },
        answer[1]!,
        lineNumber,
      );
      if ('options' in result && ++count > EXCHANGE_QUESTIONS_MAX) return yield tooMany(result.line);
      yield result;
      openQuestion = null;
    } else if (openQuestion && option) openQuestion.options.push({ letter: option[1]!, text: option[2]! });
    else if (openQuestion?.options.length && isAfterEmptyLine) {
      // A new question starts before the previous one got its answer.
      yield problem(openQuestion.line, 'answer_missing');
      openQuestion = { line: lineNumber, text: [line.trim()], options: [], length: 0 };
    } else if (openQuestion?.options.length) openQuestion.options.at(-1)!.text += `\n${line.trim()}`;
    else if (openQuestion) openQuestion.text.push(line.trim());
    else openQuestion = { line: lineNumber, text: [line.trim()], options: [], length: 0 };
    isAfterEmptyLine = false;
    if (openQuestion && (openQuestion.length += line.length) > QUESTION_LENGTH_MAX)
      return yield tooLong(openQuestion.line);
  }
  if (openQuestion) yield problem(openQuestion.line, 'answer_missing');
}

function closeQuestion({ line, text, options }: OpenQuestion, answer: string, at: number): ReadResult {
  const right = options.findIndex(({ letter }) => letter === answer.toUpperCase());
  if (right < 0) return problem(at, 'answer_unknown', { answer: answer.slice(0, 40) });
  return {
    line,
    id: null,
    kind: 'single',
    text: normalizeLineBreaks(text.join('\n')),
    points: 1,
    tags: null,
    skill: null,
    grading: DEFAULT_GRADING,
    difficulty: null,
    feedback: null,
    explanation: null,
    options: options.map((option, index) => ({
      text: normalizeLineBreaks(option.text),
      fraction: index === right ? 1 : 0,
      feedback: null,
    })),
  };
}
