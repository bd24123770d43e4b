import type { Readable } from 'node:stream';
import { Body, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { QuestionImportResponse } from '../../contract/question-exchange';
import { questions } from '../../contract/questions.resource';
import { respondWithFile } from '../../common/rest/file-response';
import { IdParam } from '../../common/rest/id-param';
import type { RawQuery } from '../../infrastructure/rest/list-query';
import { Allow, CurrentTenant, DryRun } from '../../tenancy/access.decorators';
import { ReadFromReplica } from '../../tenancy/replica-read.interceptor';
import { ResourceController, createCrudController } from '../../crud/crud-controller';
import type { Tenant } from '../../tenancy/tenant';
import { handleMultipartUpload, type UploadRequest } from '../trainings/upload-stream';
import { ApiQuestionExport, ApiQuestionImport, parseImportOptions, readUpload } from './question-exchange.dto';
import { QuestionExportService } from './question-export.service';
import { QuestionImportService } from './question-import.service';
import { Question } from './question.entity';
import { QuestionChange, QuestionRegradedDto, QuestionRowDto, QuestionWrite, RegradeBody } from './questions.dto';
import { QuestionsService } from './questions.service';
import { RegradeService } from './regrade.service';

@ResourceController(Question)
export class QuestionsController extends createCrudController(Question, QuestionsService, {
  write: QuestionWrite,
  change: QuestionChange,
  row: QuestionRowDto,
  archiveSummary: 'Archive a question; it stays in its quizzes but cannot be added to others',
}) {
  constructor(
    service: QuestionsService,
    private readonly importService: QuestionImportService,
    private readonly exportService: QuestionExportService,
    private readonly regradeService: RegradeService,
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
  ): Promise<QuestionImportResponse> {
    const options = parseImportOptions(format, dry_run, lang);
    return handleMultipartUpload(
      request,
      async (file) => this.importService.import(tenant, await readUpload(file), options),
      'questions',
    );
  }

  /**
   * Grades submitted attempts by the current question, with the points and the pass mark of the attempt. Returns the
   * changes; a job applies them. Scores only rise, unless `lower` is sent.
   */
  @Post(':id/regrade')
  @HttpCode(200)
  @Allow('admin')
  @DryRun()
  @ApiOkResponse({ type: QuestionRegradedDto })
  regrade(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() { reason, lower = false }: RegradeBody) {
    return this.regradeService.regrade(tenant, id, { reason, lower });
  }

  @Get('export')
  @Allow(...questions.read)
  @ReadFromReplica()
  @ApiOperation({ summary: 'Export the filtered questions as a file that can be imported again' })
  @ApiQuestionExport()
  async export(
    @CurrentTenant() tenant: Tenant,
    @Query() query: RawQuery,
    @Res({ passthrough: true }) answer: FastifyReply,
  ): Promise<Readable> {
    return respondWithFile(answer, await this.exportService.export(tenant, query));
  }
}
