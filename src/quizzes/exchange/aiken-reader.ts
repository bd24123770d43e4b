/** Aiken: a question, its options behind letters, and the line that says which is right. One right answer each. */
import { EXCHANGE_QUESTIONS_MAX, QUESTION_LENGTH_MAX } from '../../contract/question-exchange';
import { DEFAULT_GRADING, plainText, problem, tooLong, tooMany, type Read, type Reading } from './exchanged';

const OPTION = /^\s*([A-Z])[.)]\s*(.*)$/;
const ANSWER = /^\s*ANSWER\s*:\s*(.*?)\s*$/i;

interface Begun {
  readonly line: number;
  readonly text: string[];
  readonly options: { readonly letter: string; text: string }[];
  length: number;
}

export function* readAiken(text: string): Reading {
  let begun: Begun | null = null;
  let isAfterGap = true;
  let [number, count] = [0, 0];
  for (const line of text.split(/\r\n|\n|\r/)) {
    number += 1;
    const answer = ANSWER.exec(line);
    const option = begun?.text.length ? OPTION.exec(line) : null;
    if (line.trim() === '') {
      isAfterGap = true;
      yield null;
      continue;
    }
    if (answer) {
      const read = finished(begun ?? { line: number, text: [], options: [], length: 0 }, answer[1]!, number);
      if ('options' in read && ++count > EXCHANGE_QUESTIONS_MAX) return yield tooMany(read.line);
      yield read;
      begun = null;
    } else if (begun && option) begun.options.push({ letter: option[1]!, text: option[2]! });
    else if (begun?.options.length && isAfterGap) {
      // The next question stands here, and the one before was never answered.
      yield problem(begun.line, 'answer_missing');
      begun = { line: number, text: [line.trim()], options: [], length: 0 };
    } else if (begun?.options.length) begun.options.at(-1)!.text += `\n${line.trim()}`;
    else if (begun) begun.text.push(line.trim());
    else begun = { line: number, text: [line.trim()], options: [], length: 0 };
    isAfterGap = false;
    if (begun && (begun.length += line.length) > QUESTION_LENGTH_MAX) return yield tooLong(begun.line);
  }
  if (begun) yield problem(begun.line, 'answer_missing');
}

function finished({ line, text, options }: Begun, answer: string, at: number): Read {
  const right = options.findIndex(({ letter }) => letter === answer.toUpperCase());
  if (right < 0) return problem(at, 'answer_unknown', { answer: answer.slice(0, 40) });
  return {
    ...{ line, id: null, kind: 'single', text: plainText(text.join('\n')), points: 1, tags: null, skill: null },
    ...{ grading: DEFAULT_GRADING, difficulty: null, feedback: null, explanation: null },
    options: options.map((option, index) => ({
      text: plainText(option.text),
      fraction: index === right ? 1 : 0,
      feedback: null,
    })),
  };
}
