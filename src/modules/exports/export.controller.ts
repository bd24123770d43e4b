import { applyDecorators, Controller, Get, Inject, Query, Res, UseGuards, type Type } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import {
  SYNC_EXPORT_LIMITS,
  CSV_FOR_DESCRIPTION,
  exportableFields,
  LIST_FORMATS,
  type ExportFormat,
} from '../../contract/exports';
import type { JobStartedResponse } from '../../contract/job.responses';
import { LANGUAGE_CODES } from '../../contract/languages';
import { ApiFilters } from '../../infrastructure/rest/api-list';
import { respondWithFile, type DownloadFile } from '../../common/rest/file-response';
import { sortableNames, type RawQuery } from '../../infrastructure/rest/list-query';
import { SameSiteGuard } from '../../infrastructure/http/same-site.guard';
import { DATA_AS_OF_API_HEADERS } from '../../infrastructure/replica/data-as-of';
import { Allow, CurrentTenant, RequireApiKeyScope } from '../../tenancy/access.decorators';
import { ReadFromReplica } from '../../tenancy/replica-read.interceptor';
import type { ListRegistration } from '../../crud/list.registry';
import { JobStartedDto } from '../background-jobs/jobs.dto';
import { withClassName } from '../../crud/resource-dtos';
import type { Tenant } from '../../tenancy/tenant';
import { ListExportService } from './list-export.service';

/** Sends the file, or 202 with the job. */
export function answerExport(
  reply: FastifyReply,
  result: DownloadFile | JobStartedResponse,
): Readable | JobStartedResponse {
  if (!('job_id' in result)) return respondWithFile(reply, result);
  reply.status(202);
  return result;
}

/** A read with GET, but protected like a write, because each export is an audit event. */
export const ApiFile = (formats: readonly ExportFormat[], columns?: readonly string[]) =>
  applyDecorators(
    UseGuards(SameSiteGuard),
    ApiQuery({ name: 'format', required: false, enum: [...formats], description: 'Default: csv.' }),
    ApiQuery({
      name: 'lang',
      required: false,
      enum: [...LANGUAGE_CODES],
      description: 'Language of the headings and values; default: English.',
    }),
    ApiQuery({ name: 'csv_for', required: false, enum: [...LANGUAGE_CODES], description: CSV_FOR_DESCRIPTION }),
    ...(columns
      ? [
          ApiQuery({
            name: 'columns',
            required: false,
            schema: { type: 'string' },
            description: `Comma-separated, in the order of the columns: ${columns.join(', ')}.`,
          }),
        ]
      : []),
    ApiProduces(
      'text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ...(formats.includes('pdf') ? ['application/pdf'] : []),
    ),
    ApiOkResponse({
      description: 'The whole file; dates and times are in the organisation’s time zone.',
      schema: { type: 'string', format: 'binary' },
      headers: {
        'Repr-Digest': { description: 'The SHA-256 of the file (RFC 9530).', schema: { type: 'string' } },
        'X-Export-Rows': { description: 'Number of rows in the file.', schema: { type: 'integer' } },
        ...DATA_AS_OF_API_HEADERS,
      },
    }),
    ApiAcceptedResponse({
      type: JobStartedDto,
      description: `For more than ${SYNC_EXPORT_LIMITS.rows} rows or ${SYNC_EXPORT_LIMITS.cells} cells, and for reports too long for one document, signed-in users get a job.`,
    }),
  );

/** `GET /api/exports/{resource}`: export route of a list. */
export function createExportController(list: ListRegistration): Type<object> {
  const { definition } = list;

  @ApiTags('Exports')
  @Controller(`api/exports/${definition.name}`)
  @RequireApiKeyScope(`${definition.name}:read`, 'export')
  @ReadFromReplica()
  class ExportController {
    constructor(@Inject(ListExportService) private readonly exportService: ListExportService) {}

    @Get()
    @Allow(...definition.read)
    @ApiOperation({
      summary: `Export the filtered ${definition.name.replaceAll('-', ' ')}: all rows of the list`,
    })
    @ApiFilters(definition)
    @ApiQuery({
      name: '_sort',
      required: false,
      schema: { type: 'string' },
      description: `Comma-separated: ${['id', ...sortableNames(definition)].join(', ')}.`,
    })
    @ApiQuery({
      name: '_order',
      required: false,
      schema: { type: 'string' },
      description: 'asc or desc for each name of _sort.',
    })
    @ApiFile(LIST_FORMATS, exportableFields(definition))
    async download(
      @CurrentTenant() tenant: Tenant,
      @Query() query: RawQuery,
      @Res({ passthrough: true }) reply: FastifyReply,
    ): Promise<Readable | JobStartedResponse> {
      return answerExport(reply, await this.exportService.request(tenant, list, query));
    }
  }
  const nameParts = definition.name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return withClassName(`${nameParts.join('')}ExportController`, ExportController);
}
