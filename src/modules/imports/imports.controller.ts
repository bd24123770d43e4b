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
import { EXPORT_CONTENT_TYPES } from '../../contract/exports';
import { importRows } from '../../contract/import-rows';
import { FALLBACK_LANGUAGE } from '../../contract/languages';
import { ApiList } from '../../infrastructure/rest/api-list';
import { respondWithFile } from '../../common/rest/file-response';
import { IdParam } from '../../common/rest/id-param';
import { parseListQuery, type RawQuery } from '../../infrastructure/rest/list-query';
import { respondWithPage, type HeaderWriter } from '../../common/rest/page-response';
import { NotFoundError } from '../../common/errors/app-error';
import { TakesUpload } from '../../common/http/takes-upload';
import { isId } from '../../common/ids';
import { Allow, CurrentTenant, RequireApiKeyScope, VersionedRoute } from '../../tenancy/access.decorators';
import { JobStartedDto } from '../background-jobs/jobs.dto';
import type { Tenant } from '../../tenancy/tenant';
import { ImportDocumentsService } from './import-documents.service';
import { ImportFile } from './import-file.entity';
import { MissingImportFileError } from './import.errors';
import {
  ImportTemplateQuery,
  ImportDto,
  ImportMapping,
  ImportRowDto,
  ImportStart,
  ImportDocumentQuery,
  ImportUploadQuery,
} from './imports.dto';
import { ImportsService } from './imports.service';

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
@VersionedRoute(ImportFile, 'import_id')
@RequireApiKeyScope('import')
export class ImportsController {
  constructor(
    private readonly importsService: ImportsService,
    private readonly documents: ImportDocumentsService,
  ) {}

  @Get('template')
  @Allow('admin', 'api_key')
  @ApiOperation({ summary: 'Download an import template' })
  @ApiDocument('text/csv', EXPORT_CONTENT_TYPES.xlsx)
  async template(
    @CurrentTenant() tenant: Tenant,
    @Query() { resource, format = 'csv', lang = FALLBACK_LANGUAGE, csv_for }: ImportTemplateQuery,
    @Res({ passthrough: true }) answer: FastifyReply,
  ): Promise<Readable> {
    return respondWithFile(answer, await this.documents.template(tenant, resource, format, lang, csv_for));
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
  receive(@CurrentTenant() tenant: Tenant, @Query() upload: ImportUploadQuery, @Req() { body }: { body?: unknown }) {
    if (!(body instanceof Readable)) throw new MissingImportFileError();
    return this.importsService.receive(tenant, upload.resource, upload.file_name, body);
  }

  @Get(':id')
  @Allow('admin', 'api_key')
  @ApiOperation({ summary: 'Read an uploaded file and the progress of its import' })
  @ApiOkResponse({ type: ImportDto })
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.importsService.one(tenant, id);
  }

  @Post(':id/check')
  @HttpCode(200)
  @Allow('admin', 'api_key')
  @ApiOperation({ summary: 'Check the file with a column mapping; nothing is imported' })
  @ApiOkResponse({ type: ImportDto })
  check(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: ImportMapping) {
    return this.importsService.check(tenant, id, body);
  }

  @Get(':id/rows')
  @Allow('admin', 'api_key')
  @ApiOperation({ summary: 'List the rows with their outcome and reason' })
  @ApiList(importRows, ImportRowDto)
  async rows(
    @CurrentTenant() tenant: Tenant,
    // No pipe for the id: invalid list parameters must be reported before an unknown id.
    @Param('id') id: string,
    @Query() query: RawQuery,
    @Res({ passthrough: true }) answer: HeaderWriter,
  ) {
    const request = parseListQuery(importRows, query);
    if (!isId(id)) throw new NotFoundError();
    return respondWithPage(answer, await this.importsService.listRows(tenant, id, request as never));
  }

  @Get(':id/errors')
  @Allow('admin', 'api_key')
  @ApiOperation({
    summary: 'Download the rows that cannot be imported, with their reasons, to correct and upload again',
  })
  @ApiDocument('text/csv')
  async errors(
    @CurrentTenant() tenant: Tenant,
    // No pipe for the id, as in `rows`.
    @Param('id') id: string,
    @Query() { lang = FALLBACK_LANGUAGE, csv_for }: ImportDocumentQuery,
    @Res({ passthrough: true }) answer: FastifyReply,
  ): Promise<Readable> {
    if (!isId(id)) throw new NotFoundError();
    return respondWithFile(answer, await this.documents.errors(tenant, id, lang, csv_for));
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
    return this.importsService.start(tenant, id, mode, invite);
  }
}
