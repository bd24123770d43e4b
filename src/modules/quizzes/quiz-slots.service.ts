import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { QuizSlotResponse } from '../../contract/attempt.responses';
import { DRAWS_MAX, SLOTS_MAX } from '../../contract/quizzes.resource';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { isForeignKeyViolation, TransactionManager } from '../../infrastructure/database/transaction-manager';
import { InvalidFieldsError, NotFoundError } from '../../common/errors/app-error';
import { Skill } from '../skills/skill.entity';
import { SkillsService } from '../skills/skills.service';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { ReassignmentsService, repointReferences } from '../../tenancy/reassignments.service';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { QUIZ_CHANGED } from '../trainings/training.events';
import type { DrawnQuestion } from './paper';
import { drawQuestions, hasMissingQuestions, type ResolvedSlot } from './quiz-question-selection';
import { Question } from './question.entity';
import { QuizDraw } from './quiz-draw.entity';
import { NotEnoughQuestionsError } from './quiz.errors';
import { QuizPaperService } from './quiz-paper.service';
import { QuizSlot } from './quiz-slot.entity';
import { Quiz } from './quiz.entity';
import type { SlotsWrite } from './quizzes.dto';
import { QuizzesService } from './quizzes.service';
import { fieldError, type FieldErrors } from '../../common/errors/field-error';

/** The slots of a quiz: fixed questions and random draws, in order, with points. */
@Injectable()
export class QuizSlotsService implements OnModuleInit {
  constructor(
    @InjectTenantRepository(Quiz) private readonly quizzes: TenantRepository<Quiz>,
    @InjectTenantRepository(QuizSlot) private readonly slots: TenantRepository<QuizSlot>,
    @InjectTenantRepository(QuizDraw) private readonly draws: TenantRepository<QuizDraw>,
    @InjectTenantRepository(Question) private readonly questions: TenantRepository<Question>,
    private readonly quizzesService: QuizzesService,
    private readonly papers: QuizPaperService,
    private readonly skills: SkillsService,
    private readonly reassignmentsService: ReassignmentsService,
    private readonly eventBus: DomainEventBus,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
  ) {}

  onModuleInit(): void {
    this.reassignmentsService.registerReferences(Skill, {
      move: async (tenant, from, skill_id, batch) => ({
        quiz_draw: await repointReferences(tenant, this.draws, 'quiz_id', { skill_id: from }, { skill_id }, batch),
      }),
    });
  }

  /** @throws NotFoundError */
  async list(tenant: Tenant, quiz_id: string): Promise<QuizSlotResponse[]> {
    await this.quizzesService.record(tenant, quiz_id);
    return toPlacedQuestions(await this.papers.loadSlots(tenant, quiz_id));
  }

  /**
   * Replaces all slots; running attempts keep their questions. Increments the version of the quiz first, so that two
   * editors do not mix their lists. @throws NotFoundError, StaleRecordError, InvalidFieldsError
   */
  async replace(tenant: Tenant, quiz_id: string, body: SlotsWrite): Promise<QuizSlotResponse[]> {
    validateSlots(body.slots);
    requireUniqueQuestions(body.slots);
    try {
      await this.transactions.run(() => this.saveSlots(tenant, quiz_id, body));
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      throw new InvalidFieldsError(await this.findUnknownReference(tenant, body.slots));
    }
    return this.list(tenant, quiz_id);
  }

  /** Names an unknown skill, else a question that was deleted meanwhile. */
  private async findUnknownReference(tenant: Tenant, slots: SlotsWrite['slots']): Promise<FieldErrors> {
    const skillCodes = await this.skills.codes(tenant);
    const index = slots.findIndex(({ draw }) => draw?.skill_id && !skillCodes.has(draw.skill_id));
    return index < 0
      ? { slots: [fieldError('reference', 'Choose existing questions and skills.')] }
      : { [`slots.${index}.draw.skill_id`]: [fieldError('reference', 'Choose an existing skill.')] };
  }

  /** The questions of an attempt started now, with the points of their slots. @throws NotEnoughQuestionsError */
  async selectQuestions(tenant: Tenant, quiz_id: string, preferred?: readonly string[]): Promise<DrawnQuestion[]> {
    const drawResult = drawQuestions(await this.papers.loadSlots(tenant, quiz_id, preferred), preferred);
    if (hasMissingQuestions(drawResult)) throw new NotEnoughQuestionsError();
    return drawResult.questions;
  }

  private async saveSlots(tenant: Tenant, quiz_id: string, body: SlotsWrite): Promise<void> {
    const questionsById = await this.loadQuestions(tenant, body.slots);
    const rows = body.slots.map((input, at) => ({ quiz_id, slot: at + 1, ...toSlotFields(input, questionsById) }));
    const fixedRows = rows.filter((row) => 'question_id' in row);
    const drawRows = rows.filter((row) => 'draw_count' in row);
    const change = {
      question_count: fixedRows.length + drawRows.reduce((sum, { draw_count }) => sum + draw_count, 0),
      total_points:
        fixedRows.reduce((sum, { points }) => sum + points, 0) +
        drawRows.reduce((sum, { points, draw_count }) => sum + points * draw_count, 0),
    };
    if (!(await this.quizzes.updateVersioned(tenant, { quiz_id }, change, body.row_version)))
      throw new NotFoundError('quiz');
    const slotsBefore = await this.slots.find(tenant, { quiz_id }, { order: [['slot', 'asc']] });
    const drawsBefore = await this.draws.find(tenant, { quiz_id }, { order: [['slot', 'asc']] });
    requireActiveQuestions(body.slots, questionsById, new Set(slotsBefore.map(({ question_id }) => question_id)));
    await this.slots.remove(tenant, { quiz_id });
    await this.slots.insert(tenant, fixedRows);
    if (drawsBefore.length) await this.draws.remove(tenant, { quiz_id });
    if (drawRows.length) await this.draws.insert(tenant, drawRows);
    const before = [...slotsBefore, ...drawsBefore].toSorted((a, b) => a.slot - b.slot).map(toAuditSlot);
    const { training_id } = await this.quizzesService.record(tenant, quiz_id);
    await this.eventBus.publish(QUIZ_CHANGED, tenant, { training_id });
    await this.audit.record(
      buildAuditEntry(tenant, 'quiz.slots', quiz_id, { slots: before }, { slots: rows.map(toAuditSlot) }),
    );
  }

  private async loadQuestions(tenant: Tenant, slots: SlotsWrite['slots']): Promise<Map<string, Question>> {
    const records = await this.questions.find(tenant, { question_id: slots.flatMap((slot) => slot.question_id ?? []) });
    const questionsById = new Map(records.map((record) => [record.question_id, record]));
    const index = slots.findIndex(({ question_id }) => question_id && !questionsById.has(question_id));
    if (index >= 0)
      throw new InvalidFieldsError({
        [`slots.${index}.question_id`]: [fieldError('reference', 'Choose an existing question.')],
      });
    return questionsById;
  }
}

/** A slot for the audit trail. */
const toAuditSlot = (slot: FixedSlotFields | DrawSlotFields) => {
  const { points } = slot;
  if ('question_id' in slot) return { question_id: slot.question_id, points };
  const { draw_count: count, tag, skill_id, difficulty } = slot;
  return { draw: { count, tag, skill_id, difficulty }, points };
};

type FixedSlotFields = Pick<QuizSlot, 'question_id' | 'points'>;
type DrawSlotFields = Pick<QuizDraw, 'draw_count' | 'points' | 'tag' | 'skill_id' | 'difficulty'>;
type SlotInput = SlotsWrite['slots'][number];

function toSlotFields(
  { question_id, points, draw }: SlotInput,
  questionsById: ReadonlyMap<string, Question>,
): FixedSlotFields | DrawSlotFields {
  if (question_id) return { question_id, points: points ?? questionsById.get(question_id)!.points };
  const { count, tag, skill_id, difficulty } = draw!;
  return {
    draw_count: count,
    points: points ?? 1,
    tag: tag?.trim() || null,
    skill_id: skill_id ?? null,
    difficulty: difficulty ?? null,
  };
}

function toPlacedQuestions(slots: readonly ResolvedSlot[]): QuizSlotResponse[] {
  const { missing } = drawQuestions(slots);
  return slots.map((slot, at) => {
    const { points, question, draw } = slot;
    const { question_id = null, kind = null, text = null } = question ?? {};
    return {
      slot: at + 1,
      question_id,
      points,
      kind,
      text,
      draw: draw && { ...draw, missing: missing.get(slot) ?? 0 },
    };
  });
}

/** Requires a question or draw criteria per slot, and limits their number. */
function validateSlots(slots: SlotsWrite['slots']): void {
  slots.forEach(({ question_id, draw }, at) => {
    if (!question_id === !draw)
      throw new InvalidFieldsError({
        [`slots.${at}.question_id`]: [
          fieldError('question_or_draw', 'Send a question_id or the criteria of a random draw.'),
        ],
      });
    if (draw && !draw.tag?.trim() && !draw.skill_id && !draw.difficulty)
      throw new InvalidFieldsError({
        [`slots.${at}.draw`]: [fieldError('draw_from', 'Choose a tag, a skill or a difficulty to draw from.')],
      });
  });
  if (slots.filter(({ draw }) => draw).length > DRAWS_MAX)
    throw new InvalidFieldsError({
      slots: [fieldError('too_many', `At most ${DRAWS_MAX} random draws.`, { count: DRAWS_MAX })],
    });
  if (slots.reduce((sum, { draw }) => sum + (draw?.count ?? 1), 0) > SLOTS_MAX)
    throw new InvalidFieldsError({
      slots: [fieldError('too_many', `At most ${SLOTS_MAX} questions.`, { count: SLOTS_MAX })],
    });
}

function requireUniqueQuestions(slots: SlotsWrite['slots']): void {
  const usedIds = new Set<string>();
  slots.forEach(({ question_id }, at) => {
    if (!question_id) return;
    if (usedIds.has(question_id))
      throw new InvalidFieldsError({
        [`slots.${at}.question_id`]: [fieldError('twice', 'This question is in the quiz twice.')],
      });
    usedIds.add(question_id);
  });
}

/** An archived question may stay in the quiz but cannot be added. */
function requireActiveQuestions(
  slots: SlotsWrite['slots'],
  questionsById: ReadonlyMap<string, Question>,
  previousIds: ReadonlySet<string>,
): void {
  slots.forEach(({ question_id }, at) => {
    if (question_id && questionsById.get(question_id)!.status === 'archived' && !previousIds.has(question_id)) {
      throw new InvalidFieldsError({
        [`slots.${at}.question_id`]: [fieldError('archived', 'This question is archived. Restore it first.')],
      });
    }
  });
}
