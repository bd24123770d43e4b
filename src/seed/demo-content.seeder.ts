import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '../infrastructure/config/config';
import { QuestionsService } from '../modules/quizzes/questions.service';
import { QuizSlotsService } from '../modules/quizzes/quiz-slots.service';
import { QuizzesService } from '../modules/quizzes/quizzes.service';
import type { AnswerInput } from '../modules/quizzes/grading';
import { SkillsService } from '../modules/skills/skills.service';
import type { Tenant } from '../tenancy/tenant';
import { CategoriesService } from '../modules/trainings/categories.service';
import { PublishingService } from '../modules/trainings/publishing.service';
import { TrainingSkillsService } from '../modules/trainings/training-skills.service';
import { TrainingsService } from '../modules/trainings/trainings.service';
import { VideosService } from '../modules/trainings/videos.service';
import type { DemoCategory, DemoQuestion, DemoQuiz, DemoSkill, DemoTraining } from './demo-content';
import type { Course } from './learning-story';

interface DemoQuestionRecord {
  question_id: string;
  right: string[];
  wrong: string[];
}
export interface DemoTrainingRecord {
  training_id: string;
  course: Course;
  questions: DemoQuestionRecord[];
}

/** Created skills and trainings by their code in the demo content. */
export class DemoCatalogue {
  readonly skills = new Map<string, string>();
  readonly trainings = new Map<string, DemoTrainingRecord>();

  skill(code: string): string {
    return requireKnown(this.skills.get(code), code);
  }

  training(code: string): DemoTrainingRecord {
    return requireKnown(this.trainings.get(code), code);
  }

  get courses(): Course[] {
    return [...this.trainings.values()].map(({ course }) => course);
  }

  /** Answers with these questions right and the others wrong; questions beyond `right` stay open. */
  chooseAnswers(code: string, right: readonly boolean[]): AnswerInput[] {
    const { questions } = this.training(code);
    return right.map((isRight, at) => {
      const question = questions[at]!;
      return { question_id: question.question_id, option_id: isRight ? question.right : question.wrong.slice(0, 1) };
    });
  }
}

/** Creates skills, categories, trainings, videos and quizzes through the regular services. */
@Injectable()
export class DemoContentSeeder {
  constructor(
    private readonly skills: SkillsService,
    private readonly categories: CategoriesService,
    private readonly trainings: TrainingsService,
    private readonly trainingSkills: TrainingSkillsService,
    private readonly videos: VideosService,
    private readonly publishing: PublishingService,
    private readonly quizzes: QuizzesService,
    private readonly questions: QuestionsService,
    private readonly slots: QuizSlotsService,
    private readonly config: Config,
  ) {}

  /** @param published_at UTC milliseconds; must precede the first completion */
  async createContent(
    tenant: Tenant,
    content: { skills: readonly DemoSkill[]; categories: readonly DemoCategory[]; trainings: readonly DemoTraining[] },
    published_at: number,
  ): Promise<DemoCatalogue> {
    const catalogue = new DemoCatalogue();
    const rows = await this.skills.createMany(tenant, content.skills.map(toSkillBody));
    for (const { skill_code, skill_id } of rows) catalogue.skills.set(skill_code, skill_id);
    const categoryIds = await this.createCategories(tenant, content.categories);
    const months = new Map(content.skills.map((skill) => [skill.code, skill.months ?? null]));
    for (const each of content.trainings) {
      catalogue.trainings.set(
        each.code,
        await this.createTraining(
          tenant,
          catalogue,
          requireKnown(categoryIds.get(each.category), each.category),
          each,
          months,
        ),
      );
      if (each.status !== 'draft')
        await this.publishing.publish(tenant, catalogue.training(each.code).training_id, published_at);
    }
    return catalogue;
  }

  private async createCategories(tenant: Tenant, content: readonly DemoCategory[]): Promise<Map<string, string>> {
    const categoryIds = new Map<string, string>();
    for (const [position, { parent, ...each }] of content.entries()) {
      const parent_id = parent ? requireKnown(categoryIds.get(parent), parent) : null;
      categoryIds.set(each.code, (await this.categories.create(tenant, { ...each, parent_id, position })).category_id);
    }
    return categoryIds;
  }

  private async createTraining(
    tenant: Tenant,
    catalogue: DemoCatalogue,
    category_id: string,
    each: DemoTraining,
    months: ReadonlyMap<string, number | null>,
  ): Promise<DemoTrainingRecord> {
    const { training_id } = await this.trainings.create(tenant, {
      code: each.code,
      title: each.title,
      category_id,
      type: each.type,
      description: each.description,
      estimated_minutes: each.minutes,
      requires_quiz: each.quiz !== undefined,
      ...(each.page && { source_url: `${this.config.publicUrl}/demo/${each.page}.html` }),
      ...(each.due_days && { due_days: each.due_days }),
      ...(each.enrolment && { enrolment: each.enrolment }),
    });
    const bands = each.bands.map(({ skill, min_score = 0, level }) => ({
      skill_id: catalogue.skill(skill),
      min_score,
      level,
    }));
    if (bands.length) await this.trainingSkills.replace(tenant, training_id, bands);
    // After the skills, whose validity comes first.
    const validityMonths = shortestValidity(each.bands.map(({ skill }) => months.get(skill) ?? null));
    if (validityMonths !== null) await this.trainings.change(tenant, training_id, { validity_months: validityMonths });
    const video = each.clip
      ? await this.videos.upload(tenant, training_id, createReadStream(join(__dirname, 'clips', each.clip)))
      : null;
    const course: Course = {
      code: each.code,
      questions: each.quiz?.questions.length ?? 0,
      pass_mark: each.quiz?.pass_mark ?? PASS_MARK,
      attempts_allowed: each.quiz?.attempts_allowed ?? null,
      pause_days: Math.ceil((each.quiz?.pause_minutes ?? 0) / DAY_MINUTES),
      video_ms: video?.video_duration_ms ?? null,
      due_days: each.due_days ?? 30,
      launched: each.launched ?? null,
      months: validityMonths,
    };
    return {
      training_id,
      course,
      questions: each.quiz ? await this.createQuiz(tenant, catalogue, training_id, each, each.quiz) : [],
    };
  }

  private async createQuiz(
    tenant: Tenant,
    catalogue: DemoCatalogue,
    training_id: string,
    each: DemoTraining,
    quiz: DemoQuiz,
  ) {
    const { quiz_id } = await this.quizzes.create(tenant, {
      training_id,
      title: quiz.title,
      pass_mark: quiz.pass_mark ?? PASS_MARK,
      shuffle_options: true,
      time_limit_minutes: quiz.time_limit_minutes ?? null,
      attempts_allowed: quiz.attempts_allowed ?? null,
      review: 'after_submit',
      pause_minutes: quiz.pause_minutes ?? 0,
    });
    const skill_id = each.bands[0] ? catalogue.skill(each.bands[0].skill) : null;
    const records: DemoQuestionRecord[] = [];
    for (const question of quiz.questions)
      records.push(await this.createQuestion(tenant, question, skill_id, each.code));
    await this.slots.replace(tenant, quiz_id, { slots: records.map(({ question_id }) => ({ question_id })) });
    return records;
  }

  private async createQuestion(
    tenant: Tenant,
    question: DemoQuestion,
    skill_id: string | null,
    code: string,
  ): Promise<DemoQuestionRecord> {
    const { kind, text, explanation } = question;
    const options = question.options.map((option) => ({ text: option.text, fraction: option.right ? 1 : 0 }));
    const created = await this.questions.create(tenant, {
      kind,
      text,
      explanation,
      skill_id,
      tags: code.toLowerCase(),
      options,
    });
    const ids = (right: boolean) =>
      created.options.filter(({ fraction }) => fraction > 0 === right).map(({ option_id }) => option_id);
    return { question_id: created.question_id, right: ids(true), wrong: ids(false) };
  }
}

const PASS_MARK = 80;
const DAY_MINUTES = 1440;

const toSkillBody = (skill: DemoSkill) => ({
  skill_code: skill.code,
  name: skill.name,
  skill_group: skill.group,
  min_level: skill.min_level,
  required_headcount: skill.headcount,
  validity_months: skill.months ?? null,
  requires_signoff: skill.signoff !== undefined,
  signoff_by: skill.signoff ?? 'admin',
  critical: skill.critical ?? false,
  description: skill.description,
});

function shortestValidity(months: readonly (number | null)[]): number | null {
  const finite = months.filter((each) => each !== null);
  return finite.length ? Math.min(...finite) : null;
}

function requireKnown<T>(value: T | undefined, code: string): T {
  if (value === undefined) throw new Error(`Unknown code in the demo content: ${code}`);
  return value;
}
