import type { Readable } from 'node:stream';
import { Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiFoundResponse, ApiOkResponse, ApiOperation, ApiProduces } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { JOB_FILE_CONTENT_TYPES } from '../../contract/exports';
import type { FileLinkResponse } from '../../contract/job.responses';
import { jobRows } from '../../contract/job-rows';
import { jobs } from '../../contract/jobs.resource';
import { ApiList, ApiRow } from '../../infrastructure/rest/api-list';
import { respondWithFile } from '../../common/rest/file-response';
import { IdParam } from '../../common/rest/id-param';
import { NotFoundError } from '../../common/errors/app-error';
import { isId } from '../../common/ids';
import { parseListQuery, type RawQuery } from '../../infrastructure/rest/list-query';
import { respondWithPage, type HeaderWriter } from '../../common/rest/page-response';
import { Allow, CurrentTenant, RequireApiKeyScope, AllowPlatformWrites } from '../../tenancy/access.decorators';
import { ResourceController, createReadController } from '../../crud/crud-controller';
import type { Tenant } from '../../tenancy/tenant';
import { Job } from './job.entity';
import { FileLinkDto, JobDto, JobOutcomeDto } from './jobs.dto';
import { JobsService } from './jobs.service';

@ResourceController(Job)
export class JobsController extends createReadController(Job, JobsService, {
  row: JobDto,
  // API keys see only imports that they started.
  extraDecorators: { one: [Allow(...jobs.read, 'api_key'), RequireApiKeyScope('import')] },
}) {
  @Get(':id/rows')
  @Allow(...jobs.read, 'api_key')
  @RequireApiKeyScope('import')
  @ApiOperation({ summary: 'List the rows of a job: all changes, and the first ten thousand of the others' })
  @ApiList(jobRows, JobOutcomeDto)
  async rows(
    @CurrentTenant() tenant: Tenant,
    // Not validated by a pipe, because a pipe would run before the query is parsed.
    @Param('id') id: string,
    @Query() query: RawQuery,
    @Res({ passthrough: true }) answer: HeaderWriter,
  ) {
    const request = parseListQuery(jobRows, query);
    if (!isId(id)) throw new NotFoundError();
    return respondWithPage(answer, await this.service.rowsOf(tenant, id, request));
  }

  @Get(':id/file')
  @Allow('admin', 'user')
  @ApiOperation({ summary: 'Download the file of a job, for the person who requested it; kept for seven days' })
  @ApiProduces(...JOB_FILE_CONTENT_TYPES)
  @ApiOkResponse({
    description: 'The whole file.',
    schema: { type: 'string', format: 'binary' },
    headers: {
      'Repr-Digest': { description: 'The SHA-256 of the file (RFC 9530).', schema: { type: 'string' } },
      'X-Export-Rows': { description: 'Number of rows in the file.', schema: { type: 'integer' } },
    },
  })
  @ApiFoundResponse({ description: 'Address in object storage, valid for five minutes.' })
  async file(
    @CurrentTenant() tenant: Tenant,
    @IdParam() id: string,
    @Res({ passthrough: true }) answer: FastifyReply,
  ): Promise<Readable | undefined> {
    const file = await this.service.file(tenant, id);
    answer.header('Cache-Control', 'no-store');
    if (typeof file !== 'string') return respondWithFile(answer, file);
    answer.status(302).header('Location', file);
    return undefined;
  }

  @Get(':id/file-link')
  @Allow('admin', 'user')
  @ApiOperation({ summary: 'Get an address for downloading the file in a browser, without the API headers' })
  @ApiOkResponse({ type: FileLinkDto })
  async fileLink(@CurrentTenant() tenant: Tenant, @IdParam() id: string): Promise<FileLinkResponse> {
    return { url: await this.service.fileLink(tenant, id) };
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @Allow('admin', 'user', 'api_key')
  @RequireApiKeyScope('import')
  @ApiOperation({ summary: 'Cancel a job after the current batch; completed changes stay and can be undone' })
  @ApiRow(JobDto)
  cancel(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.service.cancel(tenant, id);
  }

  @Post(':id/undo')
  @HttpCode(200)
  @Allow('admin', 'api_key')
  @RequireApiKeyScope('import')
  @ApiOperation({ summary: 'Undo the changes of a job that were not changed since; its rows show what is left' })
  @ApiRow(JobDto)
  undo(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.service.undo(tenant, id);
  }

  @Post(':id/retry')
  @HttpCode(200)
  @Allow('platform')
  @AllowPlatformWrites()
  @ApiOperation({ summary: 'Retry a failed or given-up job from where it stopped' })
  @ApiRow(JobDto)
  retry(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.service.retry(tenant, id);
  }
}
