import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import {
  HAS_QUIZ,
  PASSED_ASSIGNMENTS,
  PASSED_QUIZ,
  QUIZ_ATTEMPTS,
  QUIZ_STATE,
  type AssignmentCycle,
  type PassedQuiz,
} from '../trainings/training.events';
import { AttemptHead } from './attempt.entity';
import { MARKS_PER_POINT } from './graded-question';
import { QuizPaperService } from './quiz-paper.service';
import { Quiz } from './quiz.entity';

/** Answers the queries of trainings about quizzes (modules/trainings/training.events.ts). */
@Injectable()
export class QuizResultsService implements OnModuleInit {
  constructor(
    @InjectTenantRepository(Quiz) private readonly quizzes: TenantRepository<Quiz>,
    @InjectTenantRepository(AttemptHead) private readonly attempts: TenantRepository<AttemptHead>,
    private readonly papers: QuizPaperService,
    private readonly eventBus: DomainEventBus,
  ) {}

  onModuleInit(): void {
    this.eventBus.registerQueryHandler(HAS_QUIZ, (tenant, { training_id }) => this.hasQuiz(tenant, training_id));
    this.eventBus.registerQueryHandler(QUIZ_STATE, (tenant, { training_id }) =>
      this.papers.findReadiness(tenant, training_id),
    );
    this.eventBus.registerQueryHandler(PASSED_QUIZ, (tenant, cycle) => this.findFirstPass(tenant, cycle));
    this.eventBus.registerQueryHandler(PASSED_ASSIGNMENTS, (tenant, { assignment_id }) =>
      this.findPassedAssignments(tenant, assignment_id),
    );
    this.eventBus.registerQueryHandler(QUIZ_ATTEMPTS, (tenant, cycle) => this.countAttempts(tenant, cycle));
  }

  /** Whether there is an active quiz with questions: others can never be passed. */
  async hasQuiz(tenant: Tenant, training_id: string): Promise<boolean> {
    return (await this.quizzes.count(tenant, { training_id, status: 'active', question_count: { gt: 0 } })) > 0;
  }

  /** The assignments that have a passed attempt. */
  async findPassedAssignments(tenant: Tenant, assignment_id: readonly string[]): Promise<ReadonlySet<string>> {
    const where = { assignment_id: [...assignment_id], status: 'submitted', result: 'passed' };
    return new Set((await this.attempts.find(tenant, where)).map((attempt) => attempt.assignment_id));
  }

  private async countAttempts(tenant: Tenant, { assignment_id, staff_id, training_id }: AssignmentCycle) {
    const quiz = await this.quizzes.findOne(tenant, { training_id, status: 'active' });
    if (!quiz) return null;
    const { quiz_id, attempts_allowed: allowed } = quiz;
    const used = await this.attempts.count(tenant, { staff_id, quiz_id, assignment_id, status: { ne: 'voided' } });
    return { allowed, used };
  }

  /** The first pass of the cycle: a later attempt takes nothing back (docs/domain.md). */
  async findFirstPass(tenant: Tenant, { assignment_id, staff_id }: AssignmentCycle): Promise<PassedQuiz | null> {
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
    return first ? toPassedQuiz(first) : null;
  }
}

/**
 * Points as integers. After a partly right answer both numbers are scaled by the smallest power of ten that makes them
 * whole (2.5 of 5 becomes 25 of 50): only their ratio counts, and marks would exceed the column.
 */
export function toPassedQuiz({ attempt_id, correct_marks, total_marks, submitted_at }: PassedAttempt): PassedQuiz {
  let unit = MARKS_PER_POINT;
  while (correct_marks! % unit !== 0) unit /= 10;
  return { attempt_id, correct: correct_marks! / unit, total: total_marks! / unit, passed_at: submitted_at! };
}

type PassedAttempt = Pick<AttemptHead, 'attempt_id' | 'correct_marks' | 'total_marks' | 'submitted_at'>;
