/**
 * A file of questions as the bank would take it: each question judged by the rules of `POST /api/questions`, each thing that
 * is wrong told with its line. Nothing is looked up but by the caller.
 */
import { PROBLEMS_TOLD, type ExchangeProblem, type ImportFormat } from '../contract/question-exchange';
import { AppError } from '../platform/errors/app-error';
import { yieldToEventLoop } from '../platform/event-loop';
import { ValidationPipe } from '../platform/http/validation.pipe';
import { decoded } from './exchange/decoded';
import { isProblem, problem, type ExchangedQuestion, type TruthWords } from './exchange/exchanged';
import { formatOf, readingOf } from './exchange/formats';
import { keptOptions } from './question-options';
import type { KeptOption } from './question.entity';
import { QuestionWrite } from './questions.dto';

/** A question that can be kept as it is. */
export interface FitQuestion {
  readonly line: number;
  readonly id: string | null;
  /** The code of its skill. */
  readonly skill: string | null;
  /** The caller's to find. */
  skill_id: string | null;
  readonly given: Omit<ExchangedQuestion, 'line' | 'id' | 'skill'>;
  /** The same as the API takes it. */
  readonly body: QuestionWrite;
  /** As they are kept, without ids. */
  readonly options: readonly KeptOption[];
}

/** Problems as they are found: the first are told, all are counted. */
class Problems {
  private readonly found: ExchangeProblem[] = [];
  total = 0;

  add(...problems: readonly ExchangeProblem[]): void {
    this.total += problems.length;
    if (this.found.length < 2 * PROBLEMS_TOLD) this.found.push(...problems);
  }

  get told(): ExchangeProblem[] {
    return this.found.toSorted((a, b) => a.line - b.line).slice(0, PROBLEMS_TOLD);
  }
}

export interface ReadFile {
  readonly format: ImportFormat | null;
  readonly questions: readonly FitQuestion[];
  readonly problems: Problems;
}

const rules = new ValidationPipe();

/** @param named how the file is to be read; undefined: as it looks. @param words what true and false are called in the reader's language */
export async function questionsRead(
  bytes: Uint8Array,
  named: ImportFormat | undefined,
  words: TruthWords,
): Promise<ReadFile> {
  const problems = new Problems();
  const questions: FitQuestion[] = [];
  const text = decoded(bytes);
  const format = named ?? (typeof text === 'string' ? formatOf(text) : null);
  if (typeof text !== 'string') problems.add(text);
  else if (text.trim() === '') problems.add(problem(1, 'no_questions'));
  else if (!format) problems.add(problem(1, 'format_unknown'));
  else {
    for (const read of readingOf(format, text, words)) {
      await yieldToEventLoop();
      if (!read) continue;
      const judged = isProblem(read) ? [read] : await fit(read);
      if (Array.isArray(judged)) problems.add(...judged);
      else questions.push(judged);
    }
    if (!questions.length && !problems.total) problems.add(problem(1, 'no_questions'));
  }
  return { format, questions, problems };
}

async function fit(question: ExchangedQuestion): Promise<FitQuestion | ExchangeProblem[]> {
  const { line, id, skill, ...given } = question;
  try {
    const body = (await rules.transform(given, { type: 'body', metatype: QuestionWrite })) as QuestionWrite;
    return {
      line,
      id,
      skill,
      skill_id: null,
      given,
      body,
      options: keptOptions(given.kind, body.options, [], () => ''),
    };
  } catch (error) {
    if (!(error instanceof AppError) || !error.errors) throw error;
    return Object.entries(error.errors).flatMap(([field, reasons]) =>
      reasons.map(({ code, facts, message }) => ({ line, field, code, facts, message: `${field}: ${message}` })),
    );
  }
}
