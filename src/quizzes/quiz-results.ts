import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Announcements } from '../tenancy/announcements';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import {
  HAS_QUIZ,
  PASSED_ASSIGNMENTS,
  PASSED_QUIZ,
  QUIZ_ATTEMPTS,
  QUIZ_STATE,
  type CycleOf,
  type PassedQuiz,
} from '../trainings/training.events';
import { AttemptHead } from './attempt.entity';
import { MARKS_PER_POINT } from './graded-question';
import { QuizPapers } from './quiz-papers';
import { Quiz } from './quiz.entity';

/** What trainings ask about quizzes (trainings/training.events.ts). */
@Injectable()
export class QuizResults implements OnModuleInit {
  constructor(
    @Records(Quiz) private readonly quizzes: TenantRepository<Quiz>,
    @Records(AttemptHead) private readonly attempts: TenantRepository<AttemptHead>,
    private readonly papers: QuizPapers,
    private readonly announcements: Announcements,
  ) {}

  onModuleInit(): void {
    this.announcements.answer(HAS_QUIZ, (tenant, { training_id }) => this.hasQuiz(tenant, training_id));
    this.announcements.answer(QUIZ_STATE, (tenant, { training_id }) => this.papers.stateOf(tenant, training_id));
    this.announcements.answer(PASSED_QUIZ, (tenant, cycle) => this.passedIn(tenant, cycle));
    this.announcements.answer(PASSED_ASSIGNMENTS, (tenant, { assignment_id }) =>
      this.findPassed(tenant, assignment_id),
    );
    this.announcements.answer(QUIZ_ATTEMPTS, (tenant, cycle) => this.countAttempts(tenant, cycle));
  }

  /** A quiz that can be taken: archived, or without questions, it could never be passed. */
  async hasQuiz(tenant: Tenant, training_id: string): Promise<boolean> {
    return (await this.quizzes.count(tenant, { training_id, status: 'active', question_count: { gt: 0 } })) > 0;
  }

  /** Ids of the given assignments that have a passed attempt. */
  async findPassed(tenant: Tenant, assignment_id: readonly string[]): Promise<ReadonlySet<string>> {
    const passed = { assignment_id: [...assignment_id], status: 'submitted', result: 'passed' };
    return new Set((await this.attempts.find(tenant, passed)).map((attempt) => attempt.assignment_id));
  }

  private async countAttempts(tenant: Tenant, { assignment_id, staff_id, training_id }: CycleOf) {
    const quiz = await this.quizzes.one(tenant, { training_id, status: 'active' });
    if (!quiz) return null;
    const { quiz_id, attempts_allowed: allowed } = quiz;
    const used = await this.attempts.count(tenant, { staff_id, quiz_id, assignment_id, status: { ne: 'voided' } });
    return { allowed, used };
  }

  /** The first pass of the cycle: a later attempt takes nothing back (reports.md §2). */
  async passedIn(tenant: Tenant, { assignment_id, staff_id }: CycleOf): Promise<PassedQuiz | null> {
    const [first] = await this.attempts.find(
      tenant,
      { staff_id, assignment_id, status: 'submitted', result: 'passed' },
      {
        order: [
          ['submitted_at', 'asc'],
          ['attempt_no', 'asc'],
        ],
        limit: 1,
      },
    );
    return first ? passedQuiz(first) : null;
  }
}

/**
 * Whole points; where an answer was partly right both in the smallest decimal part of a point that makes them whole
 * (2.5 of 5 is 25 of 50), for only their ratio decides, and whole marks would outgrow a column.
 */
export function passedQuiz({ attempt_id, correct_marks, total_marks, submitted_at }: PassedAttempt): PassedQuiz {
  let unit = MARKS_PER_POINT;
  while (correct_marks! % unit !== 0) unit /= 10;
  return { attempt_id, correct: correct_marks! / unit, total: total_marks! / unit, passed_at: submitted_at! };
}

type PassedAttempt = Pick<AttemptHead, 'attempt_id' | 'correct_marks' | 'total_marks' | 'submitted_at'>;
