import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { QuestionOptionRow, QuestionRow, questions } from '../contract/questions.resource';
import { rowOf } from '../platform/definitions/row';
import { newId } from '../platform/ids';
import { Skill } from '../skills/skill.entity';
import { repoint, type Replacing } from '../tenancy/reassignments';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { ResourceService } from '../tenancy/resources/resource-service';
import type { Tenant } from '../tenancy/tenant';
import type { QuestionKind } from './graded-question';
import { FRACTION_SCALE } from './paper';
import { keptOptions } from './question-options';
import { Question, type KeptOption } from './question.entity';
import type { QuestionChange, QuestionWrite } from './questions.dto';
import { QuestionsReplaced } from './questions-replaced';
import { QuizPapers } from './quiz-papers';

const shownOption = (option: KeptOption): QuestionOptionRow => ({
  ...option,
  fraction: option.fraction / FRACTION_SCALE,
});

/** The bank of questions with their options. Attempts hold copies, so nothing here changes an attempt. */
@Injectable()
export class QuestionsService
  extends ResourceService<Question, typeof questions, QuestionRow, QuestionWrite, QuestionChange>
  implements OnModuleInit
{
  constructor(
    @PartsOf(Question) parts: ResourceParts<Question>,
    private readonly replaced: QuestionsReplaced,
    private readonly papers: QuizPapers,
  ) {
    super(parts);
  }

  onModuleInit(): void {
    const { reassignments, records } = this.parts;
    reassignments.alsoMoves(Skill, {
      move: async (tenant, from, skill_id, batch) => ({
        question: await repoint(tenant, records, 'question_id', { skill_id: from }, { skill_id }, batch),
      }),
    });
  }

  protected override row(_tenant: Tenant, record: Question): QuestionRow {
    return { ...rowOf(this.definition, record), options: record.options.map(shownOption) };
  }

  /** @throws InvalidFields on options that cannot be asked */
  protected override begun(given: Partial<Question>, body: QuestionWrite): Partial<Question> {
    const options = keptOptions(body.kind as QuestionKind, body.options, [], this.makeId);
    return { ...super.begun(given, body), options };
  }

  /** @throws InvalidFields */
  protected override async beforeChange(_: Tenant, was: Question, given: Partial<Question>, body: QuestionChange) {
    const kind = (given.kind ?? was.kind) as QuestionKind;
    if (!body.options && kind === was.kind) return given;
    const options = body.options ?? was.options.map(shownOption);
    return { ...given, options: keptOptions(kind, options, was.options, this.makeId) };
  }

  /** @throws ChecklistOpen if a draw of a published quiz would lack questions */
  protected override async afterChange(tenant: Tenant, was: Question, change: Partial<Question>): Promise<void> {
    const { skill_id, difficulty, tags } = change;
    const keepsDrawCriteria =
      (skill_id === undefined || skill_id === was.skill_id) &&
      (difficulty === undefined || difficulty === was.difficulty) &&
      (tags === undefined || tags === was.tags);
    if (!keepsDrawCriteria) await this.papers.requireEnoughDraws(tenant, was);
  }

  /** @throws ChecklistOpen */
  protected override async afterArchiveChange(tenant: Tenant, question_id: string): Promise<void> {
    const record = await this.record(tenant, question_id);
    if (record.status === 'archived') await this.papers.requireEnoughDraws(tenant, record);
  }

  /** @throws ChecklistOpen */
  protected override async afterRemove(tenant: Tenant, was: Question): Promise<void> {
    await this.papers.requireEnoughDraws(tenant, was);
  }

  /** The quizzes that ask it. */
  protected override usesOf(tenant: Tenant, question_id: string): Promise<Record<string, number>> {
    return this.replaced.countsOf(tenant, question_id);
  }

  /** In the quizzes that nobody has attempted the other one is asked. */
  protected override replacing(): Replacing {
    return { move: (tenant, from, to, batch) => this.replaced.move(tenant, from, to, batch) };
  }

  private readonly makeId = (): string => newId(this.parts.clock.now());
}
