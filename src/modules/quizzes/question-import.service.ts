import { Injectable } from '@nestjs/common';
import {
  EXCHANGE_QUESTIONS_LISTED_MAX,
  type ExchangeState,
  type QuestionImportResponse,
  type ImportFormat,
} from '../../contract/question-exchange';
import type { Language } from '../../contract/languages';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { SkillsService } from '../skills/skills.service';
import { LedgerLocks } from '../staff/ledger-locks';
import type { Tenant } from '../../tenancy/tenant';
import { problem } from './exchange/exchanged-question';
import { ExistingQuestionsQuery } from './existing-questions.query';
import { FRACTION_SCALE } from './paper';
import { QuestionImportError } from './question-exchange.errors';
import { readQuestionFile, type ValidQuestion, type QuestionFile } from './question-file-reader';
import { QuestionsService } from './questions.service';
import { loadTruthLabels } from './truth-labels';

export interface QuestionImportOptions {
  /** undefined: detected from the file. */
  readonly format?: ImportFormat | undefined;
  /** Returns what would be created without creating it. */
  readonly dry_run: boolean;
  /** Language of the labels true and false for formats that only mark them. */
  readonly language: Language;
}

/** Lock id: serializes imports into one bank, so that each sees the questions of the other. */
const BANK_LOCK_ID = '00000000-0000-7000-8000-000000000001';

/** Imports all questions of a file into the bank, or none. */
@Injectable()
export class QuestionImportService {
  constructor(
    private readonly questions: QuestionsService,
    private readonly existingQuestions: ExistingQuestionsQuery,
    private readonly skills: SkillsService,
    private readonly locks: LedgerLocks,
    private readonly transactions: TransactionManager,
  ) {}

  /** @throws QuestionImportError with a reason per line; a dry run returns the reasons instead */
  async import(tenant: Tenant, bytes: Uint8Array, options: QuestionImportOptions): Promise<QuestionImportResponse> {
    const file = await readQuestionFile(bytes, options.format, await loadTruthLabels(options.language));
    await this.resolveSkills(tenant, file);
    const { questions, problems } = file;
    if (options.dry_run)
      return toImportAnswer(file, options, await this.existingQuestions.findStates(tenant, questions));
    if (problems.total) throw new QuestionImportError(problems.listed, problems.total);
    const states = await this.transactions.run(async () => {
      await this.locks.acquire(tenant, [BANK_LOCK_ID]);
      const currentStates = await this.existingQuestions.findStates(tenant, questions);
      const newQuestions = questions.filter((_, at) => currentStates[at] === 'new');
      if (newQuestions.length)
        await this.questions.createMany(
          tenant,
          newQuestions.map(({ body, skill_id }) => ({ ...body, skill_id })),
        );
      return currentStates;
    });
    return toImportAnswer(file, options, states);
  }

  private async resolveSkills(tenant: Tenant, { questions, problems }: QuestionFile): Promise<void> {
    const codes = questions.flatMap(({ skill }) => skill ?? []);
    const findSkillId = codes.length ? await this.skills.idsByCode(tenant, codes) : null;
    for (const question of questions) {
      const { line, skill } = question;
      if (!skill) continue;
      question.skill_id = findSkillId?.(skill) ?? null;
      if (!question.skill_id) problems.add(problem(line, 'skill_unknown', { skill: skill.slice(0, 40) }));
    }
  }
}

function toImportAnswer(
  { format, questions, problems }: QuestionFile,
  { dry_run }: QuestionImportOptions,
  states: readonly ExchangeState[],
): QuestionImportResponse {
  const count = (state: ExchangeState) => states.filter((each) => each === state).length;
  return {
    format,
    dry_run,
    found: questions.length,
    created: count('new'),
    unchanged: count('unchanged'),
    different: count('different'),
    repeated: count('repeated'),
    problems_total: problems.total,
    problems: problems.listed,
    questions: questions
      .slice(0, EXCHANGE_QUESTIONS_LISTED_MAX)
      .map((question, at) => toImportRow(question, states[at]!)),
  };
}

const toImportRow = (
  { line, fields, options }: ValidQuestion,
  state: ExchangeState,
): QuestionImportResponse['questions'][number] => ({
  line,
  state,
  kind: fields.kind,
  text: fields.text,
  points: fields.points,
  options: options.map(({ text, fraction, match, tolerance }) => ({
    text,
    fraction: fraction / FRACTION_SCALE,
    ...(match !== undefined && { match }),
    ...(tolerance !== undefined && { tolerance }),
  })),
});
