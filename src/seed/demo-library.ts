import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config';
import { QuestionsService } from '../quizzes/questions.service';
import { QuizSlotsService } from '../quizzes/quiz-slots.service';
import { QuizzesService } from '../quizzes/quizzes.service';
import type { GivenAnswer } from '../quizzes/grading';
import { SkillsService } from '../skills/skills.service';
import type { Tenant } from '../tenancy/tenant';
import { CategoriesService } from '../trainings/categories.service';
import { PublishingService } from '../trainings/publishing.service';
import { TrainingSkillsService } from '../trainings/training-skills.service';
import { TrainingsService } from '../trainings/trainings.service';
import { VideosService } from '../trainings/videos.service';
import type { DemoCategory, DemoQuestion, DemoQuiz, DemoSkill, DemoTraining } from './demo-content';
import type { Course } from './learning-story';

interface KnownQuestion {
  question_id: string;
  right: string[];
  wrong: string[];
}
export interface KnownTraining {
  training_id: string;
  course: Course;
  questions: KnownQuestion[];
}

/** What was made, by the codes under which the demo's content is written down. */
export class Shelf {
  readonly skills = new Map<string, string>();
  readonly trainings = new Map<string, KnownTraining>();

  skill(code: string): string {
    return known(this.skills.get(code), code);
  }

  training(code: string): KnownTraining {
    return known(this.trainings.get(code), code);
  }

  get courses(): Course[] {
    return [...this.trainings.values()].map(({ course }) => course);
  }

  /** What somebody chooses who knows the questions marked as right, and no others; those beyond `right` are left open. */
  answers(code: string, right: readonly boolean[]): GivenAnswer[] {
    const { questions } = this.training(code);
    return right.map((knows, at) => {
      const question = questions[at]!;
      return { question_id: question.question_id, option_id: knows ? question.right : question.wrong.slice(0, 1) };
    });
  }
}

/** Skills, categories, trainings, videos and quizzes of a demo organisation, through the services an author would use. */
@Injectable()
export class DemoLibrary {
  constructor(
    private readonly skills: SkillsService,
    private readonly categories: CategoriesService,
    private readonly trainings: TrainingsService,
    private readonly mapping: TrainingSkillsService,
    private readonly videos: VideosService,
    private readonly publishing: PublishingService,
    private readonly quizzes: QuizzesService,
    private readonly questions: QuestionsService,
    private readonly slots: QuizSlotsService,
    private readonly config: Config,
  ) {}

  /** @param published_at UTC milliseconds: before anybody learnt from it */
  async fill(
    tenant: Tenant,
    content: { skills: readonly DemoSkill[]; categories: readonly DemoCategory[]; trainings: readonly DemoTraining[] },
    published_at: number,
  ): Promise<Shelf> {
    const shelf = new Shelf();
    const rows = await this.skills.createMany(tenant, content.skills.map(skillBody));
    for (const { skill_code, skill_id } of rows) shelf.skills.set(skill_code, skill_id);
    const places = await this.makeCategories(tenant, content.categories);
    const months = new Map(content.skills.map((skill) => [skill.code, skill.months ?? null]));
    for (const each of content.trainings) {
      shelf.trainings.set(
        each.code,
        await this.makeTraining(tenant, shelf, known(places.get(each.category), each.category), each, months),
      );
      if (each.status !== 'draft')
        await this.publishing.publish(tenant, shelf.training(each.code).training_id, published_at);
    }
    return shelf;
  }

  private async makeCategories(tenant: Tenant, given: readonly DemoCategory[]): Promise<Map<string, string>> {
    const made = new Map<string, string>();
    for (const [position, { parent, ...each }] of given.entries()) {
      const parent_id = parent ? known(made.get(parent), parent) : null;
      made.set(each.code, (await this.categories.create(tenant, { ...each, parent_id, position })).category_id);
    }
    return made;
  }

  private async makeTraining(
    tenant: Tenant,
    shelf: Shelf,
    category_id: string,
    each: DemoTraining,
    months: ReadonlyMap<string, number | null>,
  ): Promise<KnownTraining> {
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
      skill_id: shelf.skill(skill),
      min_score,
      level,
    }));
    if (bands.length) await this.mapping.replace(tenant, training_id, bands);
    // After the skills, each of which lasts as long as it says itself.
    const lasts = shortest(each.bands.map(({ skill }) => months.get(skill) ?? null));
    if (lasts !== null) await this.trainings.change(tenant, training_id, { validity_months: lasts });
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
      months: lasts,
    };
    return {
      training_id,
      course,
      questions: each.quiz ? await this.makeQuiz(tenant, shelf, training_id, each, each.quiz) : [],
    };
  }

  private async makeQuiz(tenant: Tenant, shelf: Shelf, training_id: string, each: DemoTraining, quiz: DemoQuiz) {
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
    const skill_id = each.bands[0] ? shelf.skill(each.bands[0].skill) : null;
    const made: KnownQuestion[] = [];
    for (const question of quiz.questions) made.push(await this.makeQuestion(tenant, question, skill_id, each.code));
    await this.slots.replace(tenant, quiz_id, { slots: made.map(({ question_id }) => ({ question_id })) });
    return made;
  }

  private async makeQuestion(
    tenant: Tenant,
    question: DemoQuestion,
    skill_id: string | null,
    code: string,
  ): Promise<KnownQuestion> {
    const { kind, text, explanation } = question;
    const options = question.options.map((option) => ({ text: option.text, fraction: option.right ? 1 : 0 }));
    const made = await this.questions.create(tenant, {
      kind,
      text,
      explanation,
      skill_id,
      tags: code.toLowerCase(),
      options,
    });
    const ids = (right: boolean) =>
      made.options.filter(({ fraction }) => fraction > 0 === right).map(({ option_id }) => option_id);
    return { question_id: made.question_id, right: ids(true), wrong: ids(false) };
  }
}

const PASS_MARK = 80;
const DAY_MINUTES = 1440;

const skillBody = (skill: DemoSkill) => ({
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

function shortest(months: readonly (number | null)[]): number | null {
  const given = months.filter((each) => each !== null);
  return given.length ? Math.min(...given) : null;
}

function known<T>(value: T | undefined, code: string): T {
  if (value === undefined) throw new Error(`The demo names ${code}, which it does not have`);
  return value;
}
