/**
 * Reads a file of questions and validates each by the rules of `POST /api/questions`; problems carry their line. No
 * database access.
 */
import {
  EXCHANGE_PROBLEMS_LISTED_MAX,
  type ExchangeProblem,
  type ImportFormat,
} from '../../contract/question-exchange';
import { AppError } from '../../common/errors/app-error';
import { yieldToEventLoop } from '../../common/event-loop';
import { DtoValidationPipe } from '../../common/http/dto-validation.pipe';
import { decodeQuestionFile } from './exchange/file-decoding';
import { isProblem, problem, type ExchangedQuestion, type TruthLabels } from './exchange/exchanged-question';
import { detectFormat, readQuestions } from './exchange/formats';
import { toStoredOptions } from './question-options';
import type { StoredOption } from './question.entity';
import { QuestionWrite } from './questions.dto';

/** A question that passed validation. */
export interface ValidQuestion {
  readonly line: number;
  readonly id: string | null;
  /** The code of its skill. */
  readonly skill: string | null;
  /** Set by the caller. */
  skill_id: string | null;
  readonly fields: Omit<ExchangedQuestion, 'line' | 'id' | 'skill'>;
  /** The request body of the API. */
  readonly body: QuestionWrite;
  /** As stored, without ids. */
  readonly options: readonly StoredOption[];
}

/** Collects problems: lists the first ones, counts all. */
class ProblemCollector {
  private readonly entries: ExchangeProblem[] = [];
  total = 0;

  add(...problems: readonly ExchangeProblem[]): void {
    this.total += problems.length;
    if (this.entries.length < 2 * EXCHANGE_PROBLEMS_LISTED_MAX) this.entries.push(...problems);
  }

  get listed(): ExchangeProblem[] {
    return this.entries.toSorted((a, b) => a.line - b.line).slice(0, EXCHANGE_PROBLEMS_LISTED_MAX);
  }
}

export interface QuestionFile {
  readonly format: ImportFormat | null;
  readonly questions: readonly ValidQuestion[];
  readonly problems: ProblemCollector;
}

const rules = new DtoValidationPipe();

/** @param givenFormat undefined: detected @param labels of true and false in the language of the user */
export async function readQuestionFile(
  bytes: Uint8Array,
  givenFormat: ImportFormat | undefined,
  labels: TruthLabels,
): Promise<QuestionFile> {
  const problemCollector = new ProblemCollector();
  const questions: ValidQuestion[] = [];
  const text = decodeQuestionFile(bytes);
  const format = givenFormat ?? (typeof text === 'string' ? detectFormat(text) : null);
  if (typeof text !== 'string') problemCollector.add(text);
  else if (text.trim() === '') problemCollector.add(problem(1, 'no_questions'));
  else if (!format) problemCollector.add(problem(1, 'format_unknown'));
  else {
    for (const parsed of readQuestions(format, text, labels)) {
      await yieldToEventLoop();
      if (!parsed) continue;
      const result = isProblem(parsed) ? [parsed] : await validateQuestion(parsed);
      if (Array.isArray(result)) problemCollector.add(...result);
      else questions.push(result);
    }
    if (!questions.length && !problemCollector.total) problemCollector.add(problem(1, 'no_questions'));
  }
  return { format, questions, problems: problemCollector };
}

async function validateQuestion(question: ExchangedQuestion): Promise<ValidQuestion | ExchangeProblem[]> {
  const { line, id, skill, ...fields } = question;
  try {
    const body = (await rules.transform(fields, { type: 'body', metatype: QuestionWrite })) as QuestionWrite;
    return {
      line,
      id,
      skill,
      skill_id: null,
      fields,
      body,
      options: toStoredOptions(fields.kind, body.options, [], () => ''),
    };
  } catch (error) {
    if (!(error instanceof AppError) || !error.errors) throw error;
    return Object.entries(error.errors).flatMap(([field, reasons]) =>
      reasons.map(({ code, facts, message }) => ({ line, field, code, facts, message: `${field}: ${message}` })),
    );
  }
}
