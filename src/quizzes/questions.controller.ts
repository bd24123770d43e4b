import type { Readable } from 'node:stream';
import { Body, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { ImportAnswer } from '../contract/question-exchange';
import { questions } from '../contract/questions.resource';
import { answerFile } from '../platform/definitions/file-answer';
import { IdParam } from '../platform/definitions/id-param';
import type { RawQuery } from '../platform/definitions/list-query';
import { Allow, CurrentTenant, DryRun } from '../tenancy/access';
import { ReadsReplica } from '../tenancy/reads-replica.interceptor';
import { ResourceController, createCrudController } from '../tenancy/resources/crud-controller';
import type { Tenant } from '../tenancy/tenant';
import { withUpload, type UploadRequest } from '../trainings/uploaded-video';
import { ApiQuestionExport, ApiQuestionImport, askedImport, bytesOf } from './question-exchange.dto';
import { QuestionExport } from './question-export.service';
import { QuestionImport } from './question-import.service';
import { Question } from './question.entity';
import { QuestionChange, QuestionRegradedDto, QuestionRowDto, QuestionWrite, RegradeBody } from './questions.dto';
import { QuestionsService } from './questions.service';
import { RegradeService } from './regrade.service';

@ResourceController(Question)
export class QuestionsController extends createCrudController(Question, QuestionsService, {
  write: QuestionWrite,
  change: QuestionChange,
  row: QuestionRowDto,
  archived: 'Archive a question; it stays in its quizzes but cannot be added to others',
}) {
  constructor(
    service: QuestionsService,
    private readonly imports: QuestionImport,
    private readonly exports: QuestionExport,
    private readonly regrading: RegradeService,
  ) {
    super(service);
  }

  @Post('import')
  @HttpCode(200)
  @Allow(...questions.write)
  @ApiOperation({ summary: 'Import a file of questions (GIFT, Aiken, Moodle XML, CSV): all of them, or none' })
  @ApiQuestionImport()
  import(
    @CurrentTenant() tenant: Tenant,
    @Req() request: UploadRequest,
    @Query('format') format?: string,
    @Query('dry_run') dry_run?: string,
    @Query('lang') lang?: string,
  ): Promise<ImportAnswer> {
    const asked = askedImport(format, dry_run, lang);
    return withUpload(request, async (file) => this.imports.import(tenant, await bytesOf(file), asked), 'questions');
  }

  /**
   * Grades submitted attempts by the question as it is now, with the points and the pass mark that they began with. Answers what
   * changes; a job changes it. Scores only rise, unless `lower` is sent.
   */
  @Post(':id/regrade')
  @HttpCode(200)
  @Allow('admin')
  @DryRun()
  @ApiOkResponse({ type: QuestionRegradedDto })
  regrade(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() { reason, lower = false }: RegradeBody) {
    return this.regrading.regrade(tenant, id, { reason, lower });
  }

  @Get('export')
  @Allow(...questions.read)
  @ReadsReplica()
  @ApiOperation({ summary: 'Export the filtered questions as a file that can be imported again' })
  @ApiQuestionExport()
  async export(
    @CurrentTenant() tenant: Tenant,
    @Query() query: RawQuery,
    @Res({ passthrough: true }) answer: FastifyReply,
  ): Promise<Readable> {
    return answerFile(answer, await this.exports.export(tenant, query));
  }
}
