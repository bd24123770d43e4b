import { Injectable } from '@nestjs/common';
import {
  QUESTIONS_SHOWN,
  type ExchangeState,
  type ImportAnswer,
  type ImportFormat,
} from '../contract/question-exchange';
import type { Language } from '../contract/languages';
import { Transactions } from '../platform/database/transactions';
import { SkillsService } from '../skills/skills.service';
import { LedgerLocks } from '../staff/ledger-locks';
import type { Tenant } from '../tenancy/tenant';
import { problem } from './exchange/exchanged';
import { KnownQuestions } from './known-questions';
import { FRACTION_SCALE } from './paper';
import { QuestionsRefused } from './question-exchange.errors';
import { questionsRead, type FitQuestion, type ReadFile } from './questions-read';
import { QuestionsService } from './questions.service';
import { truthWords } from './truth-words';

export interface AskedImport {
  /** Left out: as the file looks. */
  readonly format?: ImportFormat | undefined;
  /** Answers what would be done, and does nothing. */
  readonly dry_run: boolean;
  /** What true and false are called in it where a file has only marks for them. */
  readonly language: Language;
}

/** No person and no role: two imports into one bank wait for each other, or each would find nothing of the other's. */
const BANK = '00000000-0000-7000-8000-000000000001';

/** Questions of a file become questions of the bank: all of them, or none. */
@Injectable()
export class QuestionImport {
  constructor(
    private readonly questions: QuestionsService,
    private readonly known: KnownQuestions,
    private readonly skills: SkillsService,
    private readonly locks: LedgerLocks,
    private readonly transactions: Transactions,
  ) {}

  /** @throws QuestionsRefused with a reason for each line, unless it is a dry run, which answers them */
  async import(tenant: Tenant, bytes: Uint8Array, asked: AskedImport): Promise<ImportAnswer> {
    const read = await questionsRead(bytes, asked.format, await truthWords(asked.language));
    await this.findSkills(tenant, read);
    const { questions, problems } = read;
    if (asked.dry_run) return answerOf(read, asked, await this.known.statesOf(tenant, questions));
    if (problems.total) throw new QuestionsRefused(problems.told, problems.total);
    const states = await this.transactions.run(async () => {
      await this.locks.take(tenant, [BANK]);
      const found = await this.known.statesOf(tenant, questions);
      const fresh = questions.filter((_, at) => found[at] === 'new');
      if (fresh.length)
        await this.questions.createMany(
          tenant,
          fresh.map(({ body, skill_id }) => ({ ...body, skill_id })),
        );
      return found;
    });
    return answerOf(read, asked, states);
  }

  private async findSkills(tenant: Tenant, { questions, problems }: ReadFile): Promise<void> {
    const codes = questions.flatMap(({ skill }) => skill ?? []);
    const found = codes.length ? await this.skills.idsByCode(tenant, codes) : null;
    for (const question of questions) {
      const { line, skill } = question;
      if (!skill) continue;
      question.skill_id = found?.(skill) ?? null;
      if (!question.skill_id) problems.add(problem(line, 'skill_unknown', { skill: skill.slice(0, 40) }));
    }
  }
}

function answerOf(
  { format, questions, problems }: ReadFile,
  { dry_run }: AskedImport,
  states: readonly ExchangeState[],
): ImportAnswer {
  const count = (state: ExchangeState) => states.filter((each) => each === state).length;
  return {
    ...{ format, dry_run, found: questions.length, created: count('new'), unchanged: count('unchanged') },
    ...{ different: count('different'), repeated: count('repeated') },
    problems_total: problems.total,
    problems: problems.told,
    questions: questions.slice(0, QUESTIONS_SHOWN).map((question, at) => rowOf(question, states[at]!)),
  };
}

const rowOf = ({ line, given, options }: FitQuestion, state: ExchangeState): ImportAnswer['questions'][number] => ({
  ...{ line, state, kind: given.kind, text: given.text, points: given.points },
  options: options.map(({ text, fraction, match, tolerance }) => ({
    ...{ text, fraction: fraction / FRACTION_SCALE },
    ...(match !== undefined && { match }),
    ...(tolerance !== undefined && { tolerance }),
  })),
});
