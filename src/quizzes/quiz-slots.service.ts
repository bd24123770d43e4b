import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { PlacedQuestion } from '../contract/attempt-answers';
import { DRAWS_MAX, SLOTS_MAX } from '../contract/quizzes.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { isForeignKeyRefusal, Transactions } from '../platform/database/transactions';
import { InvalidFields, NotFound } from '../platform/errors/app-error';
import { Skill } from '../skills/skill.entity';
import { SkillsService } from '../skills/skills.service';
import { Announcements } from '../tenancy/announcements';
import { auditEntry } from '../tenancy/audit-entry';
import { Reassignments, repoint } from '../tenancy/reassignments';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { QUIZ_CHANGED } from '../trainings/training.events';
import type { DrawnQuestion } from './paper';
import { drawnFrom, isShort, type Placed } from './placed-questions';
import { Question } from './question.entity';
import { QuizDraw } from './quiz-draw.entity';
import { TooFewToDraw } from './quiz.errors';
import { QuizPapers } from './quiz-papers';
import { QuizSlot } from './quiz-slot.entity';
import { Quiz } from './quiz.entity';
import type { SlotsWrite } from './quizzes.dto';
import { QuizzesService } from './quizzes.service';
import { fieldError, type FieldErrors } from '../platform/errors/field-error';

/** Which questions a quiz asks, or draws from the bank, in which order, for how many points. */
@Injectable()
export class QuizSlotsService implements OnModuleInit {
  constructor(
    @Records(Quiz) private readonly quizzes: TenantRepository<Quiz>,
    @Records(QuizSlot) private readonly slots: TenantRepository<QuizSlot>,
    @Records(QuizDraw) private readonly draws: TenantRepository<QuizDraw>,
    @Records(Question) private readonly questions: TenantRepository<Question>,
    private readonly service: QuizzesService,
    private readonly papers: QuizPapers,
    private readonly skills: SkillsService,
    private readonly reassignments: Reassignments,
    private readonly announcements: Announcements,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
  ) {}

  onModuleInit(): void {
    this.reassignments.alsoMoves(Skill, {
      move: async (tenant, from, skill_id, batch) => ({
        quiz_draw: await repoint(tenant, this.draws, 'quiz_id', { skill_id: from }, { skill_id }, batch),
      }),
    });
  }

  /** @throws NotFound */
  async of(tenant: Tenant, quiz_id: string): Promise<PlacedQuestion[]> {
    await this.service.record(tenant, quiz_id);
    return placesAnswered(await this.papers.placesOf(tenant, quiz_id));
  }

  /**
   * All places in their order; running attempts keep their questions. The quiz's version is counted up first, so that two
   * editors do not mix their lists. @throws NotFound, Stale, InvalidFields
   */
  async replace(tenant: Tenant, quiz_id: string, body: SlotsWrite): Promise<PlacedQuestion[]> {
    refuseHalfSaid(body.slots);
    refuseRepeated(body.slots);
    try {
      await this.transactions.run(() => this.keep(tenant, quiz_id, body));
    } catch (error) {
      if (!isForeignKeyRefusal(error)) throw error;
      throw new InvalidFields(await this.unknownIn(tenant, body.slots));
    }
    return this.of(tenant, quiz_id);
  }

  /** A skill that there is not; else somebody has just deleted one of the questions. */
  private async unknownIn(tenant: Tenant, slots: SlotsWrite['slots']): Promise<FieldErrors> {
    const known = await this.skills.codes(tenant);
    const at = slots.findIndex(({ draw }) => draw?.skill_id && !known.has(draw.skill_id));
    return at < 0
      ? { slots: [fieldError('reference', 'Choose existing questions and skills.')] }
      : { [`slots.${at}.draw.skill_id`]: [fieldError('reference', 'Choose an existing skill.')] };
  }

  /** As they would be asked if somebody began now, worth what they are worth there. @throws TooFewToDraw */
  async drawn(tenant: Tenant, quiz_id: string, first?: readonly string[]): Promise<DrawnQuestion[]> {
    const drawn = drawnFrom(await this.papers.placesOf(tenant, quiz_id, first), first);
    if (isShort(drawn)) throw new TooFewToDraw();
    return drawn.questions;
  }

  private async keep(tenant: Tenant, quiz_id: string, body: SlotsWrite): Promise<void> {
    const known = await this.known(tenant, body.slots);
    const rows = body.slots.map((given, at) => ({ quiz_id, slot: at + 1, ...placeOf(given, known) }));
    const fixed = rows.filter((row) => 'question_id' in row);
    const draws = rows.filter((row) => 'draw_count' in row);
    const change = {
      question_count: fixed.length + draws.reduce((sum, { draw_count }) => sum + draw_count, 0),
      total_points:
        fixed.reduce((sum, { points }) => sum + points, 0) +
        draws.reduce((sum, { points, draw_count }) => sum + points * draw_count, 0),
    };
    if (!(await this.quizzes.change(tenant, { quiz_id }, change, body.row_version))) throw new NotFound('quiz');
    const was = await this.slots.find(tenant, { quiz_id }, { order: [['slot', 'asc']] });
    const wereDrawn = await this.draws.find(tenant, { quiz_id }, { order: [['slot', 'asc']] });
    refuseArchived(body.slots, known, new Set(was.map(({ question_id }) => question_id)));
    await this.slots.remove(tenant, { quiz_id });
    await this.slots.insert(tenant, fixed);
    if (wereDrawn.length) await this.draws.remove(tenant, { quiz_id });
    if (draws.length) await this.draws.insert(tenant, draws);
    const before = [...was, ...wereDrawn].toSorted((a, b) => a.slot - b.slot).map(asked);
    const { training_id } = await this.service.record(tenant, quiz_id);
    await this.announcements.publish(QUIZ_CHANGED, tenant, { training_id });
    await this.audit.record(auditEntry(tenant, 'quiz.slots', quiz_id, { slots: before }, { slots: rows.map(asked) }));
  }

  private async known(tenant: Tenant, slots: SlotsWrite['slots']): Promise<Map<string, Question>> {
    const found = await this.questions.find(tenant, { question_id: slots.flatMap((slot) => slot.question_id ?? []) });
    const known = new Map(found.map((record) => [record.question_id, record]));
    const at = slots.findIndex(({ question_id }) => question_id && !known.has(question_id));
    if (at >= 0)
      throw new InvalidFields({
        [`slots.${at}.question_id`]: [fieldError('reference', 'Choose an existing question.')],
      });
    return known;
  }
}

/** Everything that is said of it: a question with its points, or what is drawn. */
const asked = (place: FixedPlace | DrawnPlace) => {
  const { points } = place;
  if ('question_id' in place) return { question_id: place.question_id, points };
  const { draw_count: count, tag, skill_id, difficulty } = place;
  return { draw: { count, tag, skill_id, difficulty }, points };
};

type FixedPlace = Pick<QuizSlot, 'question_id' | 'points'>;
type DrawnPlace = Pick<QuizDraw, 'draw_count' | 'points' | 'tag' | 'skill_id' | 'difficulty'>;
type Given = SlotsWrite['slots'][number];

function placeOf({ question_id, points, draw }: Given, known: ReadonlyMap<string, Question>): FixedPlace | DrawnPlace {
  if (question_id) return { question_id, points: points ?? known.get(question_id)!.points };
  const { count, tag, skill_id, difficulty } = draw!;
  return {
    ...{ draw_count: count, points: points ?? 1, tag: tag?.trim() || null },
    ...{ skill_id: skill_id ?? null, difficulty: difficulty ?? null },
  };
}

function placesAnswered(places: readonly Placed[]): PlacedQuestion[] {
  const { missing } = drawnFrom(places);
  return places.map((place, at) => {
    const { points, question, draw } = place;
    const { question_id = null, kind = null, text = null } = question ?? {};
    return {
      ...{ slot: at + 1, question_id, points, kind, text },
      draw: draw && { ...draw, missing: missing.get(place) ?? 0 },
    };
  });
}

/** Each place has a question or a draw, and a draw says from what; all of them together are not too many. */
function refuseHalfSaid(slots: SlotsWrite['slots']): void {
  slots.forEach(({ question_id, draw }, at) => {
    if (!question_id === !draw)
      throw new InvalidFields({
        [`slots.${at}.question_id`]: [
          fieldError('question_or_draw', 'Send a question_id or the criteria of a random draw.'),
        ],
      });
    if (draw && !draw.tag?.trim() && !draw.skill_id && !draw.difficulty)
      throw new InvalidFields({
        [`slots.${at}.draw`]: [fieldError('draw_from', 'Choose a tag, a skill or a difficulty to draw from.')],
      });
  });
  if (slots.filter(({ draw }) => draw).length > DRAWS_MAX)
    throw new InvalidFields({
      slots: [fieldError('too_many', `At most ${DRAWS_MAX} random draws.`, { count: DRAWS_MAX })],
    });
  if (slots.reduce((sum, { draw }) => sum + (draw?.count ?? 1), 0) > SLOTS_MAX)
    throw new InvalidFields({
      slots: [fieldError('too_many', `At most ${SLOTS_MAX} questions.`, { count: SLOTS_MAX })],
    });
}

function refuseRepeated(slots: SlotsWrite['slots']): void {
  const seen = new Set<string>();
  slots.forEach(({ question_id }, at) => {
    if (!question_id) return;
    if (seen.has(question_id))
      throw new InvalidFields({
        [`slots.${at}.question_id`]: [fieldError('twice', 'This question is in the quiz twice.')],
      });
    seen.add(question_id);
  });
}

/** What was archived meanwhile may stay where it is, but is added nowhere. */
function refuseArchived(
  slots: SlotsWrite['slots'],
  known: ReadonlyMap<string, Question>,
  wereAsked: ReadonlySet<string>,
): void {
  slots.forEach(({ question_id }, at) => {
    if (question_id && known.get(question_id)!.status === 'archived' && !wereAsked.has(question_id)) {
      throw new InvalidFields({
        [`slots.${at}.question_id`]: [fieldError('archived', 'This question is archived. Restore it first.')],
      });
    }
  });
}
