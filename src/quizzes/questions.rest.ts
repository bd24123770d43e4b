import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { questions } from '../contract/questions.resource';
import { ApiList, ApiRow } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import { parseList, type RawQuery } from '../platform/definitions/list-query';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { Allow, CurrentTenant, VersionOf } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { Question } from './question.entity';
import { QuestionChange, QuestionRowDto, QuestionWrite } from './questions.dto';
import { QuestionsService } from './questions.service';

@ApiTags('Questions')
@Controller('api/questions')
@VersionOf(Question, 'question_id')
export class QuestionsRest {
  constructor(private readonly questions: QuestionsService) {}

  @Get()
  @Allow(...questions.read)
  @ApiList(questions, QuestionRowDto)
  async list(@CurrentTenant() tenant: Tenant, @Query() query: RawQuery, @Res({ passthrough: true }) answer: Answer) {
    return answerPage(answer, await this.questions.list(tenant, parseList(questions, query)));
  }

  @Get(':id')
  @Allow(...questions.read)
  @ApiRow(QuestionRowDto)
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.questions.one(tenant, id);
  }

  @Post()
  @Allow(...questions.write)
  @ApiRow(QuestionRowDto, 201)
  create(@CurrentTenant() tenant: Tenant, @Body() body: QuestionWrite) {
    return this.questions.create(tenant, body);
  }

  /** Attempts hold copies of their questions and are not touched. */
  @Patch(':id')
  @Allow(...questions.write)
  @ApiRow(QuestionRowDto)
  change(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: QuestionChange) {
    return this.questions.change(tenant, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow(...questions.write)
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.questions.remove(tenant, id);
  }

  /** Stays in the quizzes that ask it, and is offered to no other. */
  @Post(':id/archive')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(QuestionRowDto)
  archive(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.questions.setStatus(tenant, id, 'archived');
  }

  @Post(':id/restore')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(QuestionRowDto)
  restore(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.questions.setStatus(tenant, id, 'active');
  }
}
