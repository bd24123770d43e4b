import { Readable } from 'node:stream';
import { applyDecorators, Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { FILE_TYPES } from '../contract/exports';
import { importRows } from '../contract/import-rows';
import { FALLBACK } from '../contract/languages';
import { ApiList } from '../platform/definitions/api-list';
import { answerFile } from '../platform/definitions/file-answer';
import { IdParam } from '../platform/definitions/id-param';
import { parseList, type RawQuery } from '../platform/definitions/list-query';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { NotFound } from '../platform/errors/app-error';
import { TakesUpload } from '../platform/http/takes-upload';
import { isId } from '../platform/ids';
import { Allow, CurrentTenant, KeyScope, VersionOf } from '../tenancy/access';
import { JobStartedDto } from '../tenancy/jobs/jobs.dto';
import type { Tenant } from '../tenancy/tenant';
import { ImportDocuments } from './import-documents';
import { ImportFile } from './import-file.entity';
import { NoImportFile } from './import.errors';
import {
  AskedTemplate,
  ImportDto,
  ImportMapping,
  ImportRowDto,
  ImportStart,
  InLanguage,
  SentImport,
} from './imports.dto';
import { Imports } from './imports.service';

const ApiDocument = (...types: readonly string[]) =>
  applyDecorators(
    ApiProduces(...types),
    ApiOkResponse({
      description: 'The whole file.',
      schema: { type: 'string', format: 'binary' },
      headers: {
        'Repr-Digest': { description: 'The SHA-256 of the file (RFC 9530).', schema: { type: 'string' } },
        'X-Export-Rows': { description: 'Number of rows in the file.', schema: { type: 'integer' } },
      },
    }),
  );

@ApiTags('Imports')
@Controller('api/imports')
@VersionOf(ImportFile, 'import_id')
@KeyScope('import')
export class ImportsController {
  constructor(
    private readonly imports: Imports,
    private readonly documents: ImportDocuments,
  ) {}

  @Get('template')
  @Allow('admin', 'api_key')
  @ApiOperation({ summary: 'Download an import template' })
  @ApiDocument('text/csv', FILE_TYPES.xlsx)
  async template(
    @CurrentTenant() tenant: Tenant,
    @Query() { resource, format = 'csv', lang = FALLBACK, csv_for }: AskedTemplate,
    @Res({ passthrough: true }) answer: FastifyReply,
  ): Promise<Readable> {
    return answerFile(answer, await this.documents.template(tenant, resource, format, lang, csv_for));
  }

  @Post()
  @Allow('admin', 'api_key')
  @TakesUpload()
  @ApiOperation({
    summary: 'Upload a CSV or XLSX file; returns its columns and their mapping. Nothing is imported yet',
  })
  @ApiConsumes('application/octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiCreatedResponse({ type: ImportDto })
  receive(@CurrentTenant() tenant: Tenant, @Query() sent: SentImport, @Req() { body }: { body?: unknown }) {
    if (!(body instanceof Readable)) throw new NoImportFile();
    return this.imports.receive(tenant, sent.resource, sent.file_name, body);
  }

  @Get(':id')
  @Allow('admin', 'api_key')
  @ApiOperation({ summary: 'Read an uploaded file and the progress of its import' })
  @ApiOkResponse({ type: ImportDto })
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.imports.one(tenant, id);
  }

  @Post(':id/check')
  @HttpCode(200)
  @Allow('admin', 'api_key')
  @ApiOperation({ summary: 'Check the file with a column mapping; nothing is imported' })
  @ApiOkResponse({ type: ImportDto })
  check(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: ImportMapping) {
    return this.imports.check(tenant, id, body);
  }

  @Get(':id/rows')
  @Allow('admin', 'api_key')
  @ApiOperation({ summary: 'List the rows with their outcome and reason' })
  @ApiList(importRows, ImportRowDto)
  async rows(
    @CurrentTenant() tenant: Tenant,
    // What is asked is judged before whose it is: not by a pipe, which comes first.
    @Param('id') id: string,
    @Query() query: RawQuery,
    @Res({ passthrough: true }) answer: Answer,
  ) {
    const asked = parseList(importRows, query);
    if (!isId(id)) throw new NotFound();
    return answerPage(answer, await this.imports.rowsOf(tenant, id, asked as never));
  }

  @Get(':id/errors')
  @Allow('admin', 'api_key')
  @ApiOperation({
    summary: 'Download the rows that cannot be imported, with their reasons, to correct and upload again',
  })
  @ApiDocument('text/csv')
  async errors(
    @CurrentTenant() tenant: Tenant,
    // As above.
    @Param('id') id: string,
    @Query() { lang = FALLBACK, csv_for }: InLanguage,
    @Res({ passthrough: true }) answer: FastifyReply,
  ): Promise<Readable> {
    if (!isId(id)) throw new NotFound();
    return answerFile(answer, await this.documents.errors(tenant, id, lang, csv_for));
  }

  @Post(':id/start')
  @HttpCode(202)
  @Allow('admin', 'api_key')
  @ApiOperation({
    summary: 'Import the checked file, as a job that can be undone for 24 hours; safe to repeat',
  })
  @ApiAcceptedResponse({ type: JobStartedDto })
  start(
    @CurrentTenant() tenant: Tenant,
    @IdParam() id: string,
    @Body() { mode = 'valid', invite = false }: ImportStart,
  ) {
    return this.imports.start(tenant, id, mode, invite);
  }
}
