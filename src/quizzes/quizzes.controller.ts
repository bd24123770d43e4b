import { Body, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { IdParam } from '../platform/definitions/id-param';
import { Allow, AlsoWhenExpired, CurrentTenant, DryRun } from '../tenancy/access';
import { ResourceController, createCrudController } from '../tenancy/resources/crud-controller';
import type { Tenant } from '../tenancy/tenant';
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
  archived: 'Archive a quiz; no new attempts can be started, running ones can be finished',
}) {
  constructor(
    quizzes: QuizzesService,
    private readonly slots: QuizSlotsService,
    private readonly previews: QuizPreviewService,
    private readonly times: ExtraTimeService,
  ) {
    super(quizzes);
  }

  /** The questions in their order, with what each is worth in this quiz. */
  @Get(':id/slots')
  @Allow('admin')
  @ApiOkResponse({ type: SlotRowDto, isArray: true })
  slotsOf(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.slots.of(tenant, id);
  }

  /** Replaces them all; running attempts keep the questions they began with. */
  @Put(':id/slots')
  @Allow('admin')
  @ApiOkResponse({ type: SlotRowDto, isArray: true })
  replaceSlots(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: SlotsWrite) {
    return this.slots.replace(tenant, id, body);
  }

  /** Who has longer: an admin sees everybody’s, whoever else their own. */
  @Get(':id/extra-times')
  @Allow('admin', 'user')
  @ApiOkResponse({ type: ExtraTimesDto })
  extraTimes(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.times.of(tenant, id);
  }

  /** For the attempts that they begin, and for the one that they are in the middle of. 409 `no_time_limit`: nothing to add to. */
  @Post(':id/extra-time')
  @HttpCode(200)
  @Allow('admin')
  @ApiOkResponse({ type: ExtraTimeGivenDto })
  giveTime(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: ExtraTimeWrite) {
    return this.times.give(tenant, id, body);
  }

  /** As a learner would meet it, without an attempt. */
  @Get(':id/preview')
  @Allow('admin')
  @ApiOkResponse({ type: QuizPreviewDto })
  preview(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.previews.preview(tenant, id);
  }

  /** "What would this answer score?" Nothing is kept. */
  @Post(':id/try')
  @HttpCode(200)
  @Allow('admin')
  @AlsoWhenExpired('looks only: nothing is kept')
  @ApiOkResponse({ type: TriedAnswersDto })
  tryOut(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: TryAnswers) {
    return this.previews.tryOut(tenant, id, body.answers);
  }
}
