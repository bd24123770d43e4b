import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { QuestionOptionRow, QuestionRow, questions } from '../../contract/questions.resource';
import { rowOf } from '../../common/rest/row';
import { newId } from '../../common/ids';
import { Skill } from '../skills/skill.entity';
import { repointReferences, type ReassignmentHooks } from '../../tenancy/reassignments.service';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { ResourceService } from '../../crud/resource.service';
import type { Tenant } from '../../tenancy/tenant';
import type { QuestionKind } from './graded-question';
import { FRACTION_SCALE } from './paper';
import { toStoredOptions } from './question-options';
import { Question, type StoredOption } from './question.entity';
import type { QuestionChange, QuestionWrite } from './questions.dto';
import { QuestionReassignmentService } from './question-reassignment.service';
import { QuizPaperService } from './quiz-paper.service';

const toOptionRow = (option: StoredOption): QuestionOptionRow => ({
  ...option,
  fraction: option.fraction / FRACTION_SCALE,
});

/** The question bank. Attempts hold copies, so no change here changes an attempt. */
@Injectable()
export class QuestionsService
  extends ResourceService<Question, typeof questions, QuestionRow, QuestionWrite, QuestionChange>
  implements OnModuleInit
{
  constructor(
    @InjectResourceContext(Question) parts: ResourceContext<Question>,
    private readonly reassignment: QuestionReassignmentService,
    private readonly papers: QuizPaperService,
  ) {
    super(parts);
  }

  onModuleInit(): void {
    const { reassignmentsService: reassignments, records } = this.context;
    reassignments.registerReferences(Skill, {
      move: async (tenant, from, skill_id, batch) => ({
        question: await repointReferences(tenant, records, 'question_id', { skill_id: from }, { skill_id }, batch),
      }),
    });
  }

  protected override row(_tenant: Tenant, record: Question): QuestionRow {
    return { ...rowOf(this.definition, record), options: record.options.map(toOptionRow) };
  }

  /** @throws InvalidFieldsError on invalid options */
  protected override buildNewRecord(fields: Partial<Question>, body: QuestionWrite): Partial<Question> {
    const options = toStoredOptions(body.kind as QuestionKind, body.options, [], this.makeId);
    return { ...super.buildNewRecord(fields, body), options };
  }

  /** @throws InvalidFieldsError */
  protected override async beforeChange(_: Tenant, before: Question, fields: Partial<Question>, body: QuestionChange) {
    const kind = (fields.kind ?? before.kind) as QuestionKind;
    if (!body.options && kind === before.kind) return fields;
    const options = body.options ?? before.options.map(toOptionRow);
    return { ...fields, options: toStoredOptions(kind, options, before.options, this.makeId) };
  }

  /** @throws ChecklistIncompleteError if a draw of a published quiz would lack questions */
  protected override async afterChange(tenant: Tenant, before: Question, change: Partial<Question>): Promise<void> {
    const { skill_id, difficulty, tags } = change;
    const isDrawUnaffected =
      (skill_id === undefined || skill_id === before.skill_id) &&
      (difficulty === undefined || difficulty === before.difficulty) &&
      (tags === undefined || tags === before.tags);
    if (!isDrawUnaffected) await this.papers.requireEnoughDraws(tenant, before);
  }

  /** @throws ChecklistIncompleteError */
  protected override async afterArchiveChange(tenant: Tenant, question_id: string): Promise<void> {
    const record = await this.record(tenant, question_id);
    if (record.status === 'archived') await this.papers.requireEnoughDraws(tenant, record);
  }

  /** @throws ChecklistIncompleteError */
  protected override async afterRemove(tenant: Tenant, removed: Question): Promise<void> {
    await this.papers.requireEnoughDraws(tenant, removed);
  }

  protected override countReferences(tenant: Tenant, question_id: string): Promise<Record<string, number>> {
    return this.reassignment.countUsage(tenant, question_id);
  }

  /** Applies to quizzes without attempts only. */
  protected override reassignmentHooks(): ReassignmentHooks {
    return { move: (tenant, from, to, batch) => this.reassignment.replaceInQuizzes(tenant, from, to, batch) };
  }

  private readonly makeId = (): string => newId(this.context.clock.now());
}
