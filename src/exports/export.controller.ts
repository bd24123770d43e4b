import { applyDecorators, Controller, Get, Inject, Query, Res, UseGuards, type Type } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { AT_ONCE, CSV_FOR_DESCRIPTION, exportableFields, LIST_FORMATS, type ExportFormat } from '../contract/exports';
import type { JobStarted } from '../contract/job-answers';
import { LANGUAGE_CODES } from '../contract/languages';
import { ApiFilters } from '../platform/definitions/api-list';
import { answerFile, type WholeFile } from '../platform/definitions/file-answer';
import { sortsOf, type RawQuery } from '../platform/definitions/list-query';
import { SameSiteGuard } from '../platform/http/same-site.guard';
import { AS_OF_HEADERS } from '../platform/replica/data-as-of';
import { Allow, CurrentTenant, KeyScope } from '../tenancy/access';
import { ReadsReplica } from '../tenancy/reads-replica.interceptor';
import type { List } from '../tenancy/resources/lists';
import { JobStartedDto } from '../tenancy/jobs/jobs.dto';
import { named } from '../tenancy/resources/resource-dtos';
import type { Tenant } from '../tenancy/tenant';
import { ListExport } from './list-export';

/** The file, or the job that makes it. */
export function answerExport(answer: FastifyReply, made: WholeFile | JobStarted): Readable | JobStarted {
  if (!('job_id' in made)) return answerFile(answer, made);
  answer.status(202);
  return made;
}

/** A GET, because it reads; guarded like one that changes something, because the log tells of it. */
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
        ...AS_OF_HEADERS,
      },
    }),
    ApiAcceptedResponse({
      type: JobStartedDto,
      description: `For more than ${AT_ONCE.rows} rows or ${AT_ONCE.cells} cells, and for reports too long for one document, signed-in users get a job.`,
    }),
  );

/** `GET /api/exports/{resource}`: the route of a list's export. */
export function exportController(list: List): Type<object> {
  const { definition } = list;

  @ApiTags('Exports')
  @Controller(`api/exports/${definition.name}`)
  @KeyScope(`${definition.name}:read`, 'export')
  @ReadsReplica()
  class ExportController {
    constructor(@Inject(ListExport) private readonly exporting: ListExport) {}

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
      description: `Comma-separated: ${['id', ...sortsOf(definition)].join(', ')}.`,
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
      @Res({ passthrough: true }) answer: FastifyReply,
    ): Promise<Readable | JobStarted> {
      return answerExport(answer, await this.exporting.order(tenant, list, query));
    }
  }
  const words = definition.name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return named(`${words.join('')}ExportController`, ExportController);
}
