import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Put, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { quizzes } from '../contract/quizzes.resource';
import { ApiList, ApiRow } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import { parseList, type RawQuery } from '../platform/definitions/list-query';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { Allow, AlsoWhenExpired, CurrentTenant, VersionOf } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { QuizPreviewService } from './quiz-preview.service';
import { QuizSlotsService } from './quiz-slots.service';
import { Quiz } from './quiz.entity';
import {
  QuizChange,
  QuizPreviewDto,
  QuizRowDto,
  QuizWrite,
  SlotRow,
  SlotsWrite,
  TriedAnswersDto,
  TryAnswers,
} from './quizzes.dto';
import { QuizzesService } from './quizzes.service';

@ApiTags('Quizzes')
@Controller('api/quizzes')
@VersionOf(Quiz, 'quiz_id')
export class QuizzesRest {
  constructor(
    private readonly quizzes: QuizzesService,
    private readonly slots: QuizSlotsService,
    private readonly previews: QuizPreviewService,
  ) {}

  @Get()
  @Allow(...quizzes.read)
  @ApiList(quizzes, QuizRowDto)
  async list(@CurrentTenant() tenant: Tenant, @Query() query: RawQuery, @Res({ passthrough: true }) answer: Answer) {
    return answerPage(answer, await this.quizzes.list(tenant, parseList(quizzes, query)));
  }

  @Get(':id')
  @Allow(...quizzes.read)
  @ApiRow(QuizRowDto)
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.quizzes.one(tenant, id);
  }

  @Post()
  @Allow(...quizzes.write)
  @ApiRow(QuizRowDto, 201)
  create(@CurrentTenant() tenant: Tenant, @Body() body: QuizWrite) {
    return this.quizzes.create(tenant, body);
  }

  @Patch(':id')
  @Allow(...quizzes.write)
  @ApiRow(QuizRowDto)
  change(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: QuizChange) {
    return this.quizzes.change(tenant, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow(...quizzes.write)
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.quizzes.remove(tenant, id);
  }

  /** It starts no new attempt from then on; running ones may finish. */
  @Post(':id/archive')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(QuizRowDto)
  archive(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.quizzes.setStatus(tenant, id, 'archived');
  }

  @Post(':id/restore')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(QuizRowDto)
  restore(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.quizzes.setStatus(tenant, id, 'active');
  }

  /** The questions in their order, with what each is worth in this quiz. */
  @Get(':id/slots')
  @Allow('admin')
  @ApiOkResponse({ type: SlotRow, isArray: true })
  slotsOf(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.slots.of(tenant, id);
  }

  /** Replaces them all; running attempts keep the questions they began with. */
  @Put(':id/slots')
  @Allow('admin')
  @ApiOkResponse({ type: SlotRow, isArray: true })
  replaceSlots(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: SlotsWrite) {
    return this.slots.replace(tenant, id, body);
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
