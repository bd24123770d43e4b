import { Body, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { IdParam } from '../../common/rest/id-param';
import { Allow, AllowWhenExpired, CurrentTenant, DryRun } from '../../tenancy/access.decorators';
import { ResourceController, createCrudController } from '../../crud/crud-controller';
import type { Tenant } from '../../tenancy/tenant';
import { ExtraTimeService } from './extra-time.service';
import { QuizPreviewService } from './quiz-preview.service';
import { QuizSlotsService } from './quiz-slots.service';
import { Quiz } from './quiz.entity';
import {
  ExtraTimeGivenDto,
  ExtraTimesDto,
  ExtraTimeWrite,
  QuizPreviewDto,
  SlotRowDto,
  SlotsWrite,
  TriedAnswersDto,
  TryAnswers,
} from './quizzes.dto';
import { QuizzesService } from './quizzes.service';

@ResourceController(Quiz)
@DryRun('effects')
export class QuizzesController extends createCrudController(Quiz, QuizzesService, {
  archiveSummary: 'Archive a quiz; no new attempts can be started, running ones can be finished',
}) {
  constructor(
    quizzes: QuizzesService,
    private readonly slots: QuizSlotsService,
    private readonly previews: QuizPreviewService,
    private readonly extraTimeService: ExtraTimeService,
  ) {
    super(quizzes);
  }

  /** The questions in their order, with their points in this quiz. */
  @Get(':id/slots')
  @Allow('admin')
  @ApiOkResponse({ type: SlotRowDto, isArray: true })
  slotsOf(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.slots.list(tenant, id);
  }

  /** Replaces all questions; running attempts keep theirs. */
  @Put(':id/slots')
  @Allow('admin')
  @ApiOkResponse({ type: SlotRowDto, isArray: true })
  replaceSlots(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: SlotsWrite) {
    return this.slots.replace(tenant, id, body);
  }

  /** Extra time at the quiz: admins see all entries, other users their own. */
  @Get(':id/extra-times')
  @Allow('admin', 'user')
  @ApiOkResponse({ type: ExtraTimesDto })
  extraTimes(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.extraTimeService.list(tenant, id);
  }

  /** Sets extra time for future attempts and a running one. 409 `no_time_limit`: the quiz has no limit. */
  @Post(':id/extra-time')
  @HttpCode(200)
  @Allow('admin')
  @ApiOkResponse({ type: ExtraTimeGivenDto })
  giveTime(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: ExtraTimeWrite) {
    return this.extraTimeService.give(tenant, id, body);
  }

  /** The quiz as a learner sees it, without an attempt. */
  @Get(':id/preview')
  @Allow('admin')
  @ApiOkResponse({ type: QuizPreviewDto })
  preview(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.previews.preview(tenant, id);
  }

  /** Grades answers without storing them. */
  @Post(':id/try')
  @HttpCode(200)
  @Allow('admin')
  @AllowWhenExpired('does not store anything')
  @ApiOkResponse({ type: TriedAnswersDto })
  tryOut(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: TryAnswers) {
    return this.previews.tryOut(tenant, id, body.answers);
  }
}
