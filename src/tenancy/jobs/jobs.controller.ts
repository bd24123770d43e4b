import type { Readable } from 'node:stream';
import { Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiFoundResponse, ApiOkResponse, ApiOperation, ApiProduces } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { MADE_TYPES } from '../../contract/exports';
import type { FileLink } from '../../contract/job-answers';
import { jobRows } from '../../contract/job-rows';
import { jobs } from '../../contract/jobs.resource';
import { ApiList, ApiRow } from '../../platform/definitions/api-list';
import { answerFile } from '../../platform/definitions/file-answer';
import { IdParam } from '../../platform/definitions/id-param';
import { NotFound } from '../../platform/errors/app-error';
import { isId } from '../../platform/ids';
import { parseList, type RawQuery } from '../../platform/definitions/list-query';
import { answerPage, type Answer } from '../../platform/definitions/page-answer';
import { Allow, CurrentTenant, KeyScope, PlatformWrites } from '../access';
import { ResourceController, createReadController } from '../resources/crud-controller';
import type { Tenant } from '../tenant';
import { Job } from './job.entity';
import { FileLinkDto, JobDto, JobOutcomeDto } from './jobs.dto';
import { Jobs } from './jobs.service';

@ResourceController(Job)
export class JobsController extends createReadController(Job, Jobs, {
  row: JobDto,
  // Of the imports that the key itself started.
  also: { one: [Allow(...jobs.read, 'api_key'), KeyScope('import')] },
}) {
  @Get(':id/rows')
  @Allow(...jobs.read, 'api_key')
  @KeyScope('import')
  @ApiOperation({ summary: 'List the rows of a job: all changes, and the first ten thousand of the others' })
  @ApiList(jobRows, JobOutcomeDto)
  async rows(
    @CurrentTenant() tenant: Tenant,
    // What is asked is judged before whose it is: not by a pipe, which comes first.
    @Param('id') id: string,
    @Query() query: RawQuery,
    @Res({ passthrough: true }) answer: Answer,
  ) {
    const asked = parseList(jobRows, query);
    if (!isId(id)) throw new NotFound();
    return answerPage(answer, await this.service.rowsOf(tenant, id, asked));
  }

  @Get(':id/file')
  @Allow('admin', 'user')
  @ApiOperation({ summary: 'Download the file of a job, for the person who requested it; kept for seven days' })
  @ApiProduces(...MADE_TYPES)
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
    if (typeof file !== 'string') return answerFile(answer, file);
    answer.status(302).header('Location', file);
    return undefined;
  }

  @Get(':id/file-link')
  @Allow('admin', 'user')
  @ApiOperation({ summary: 'Get an address for downloading the file in a browser, without the API headers' })
  @ApiOkResponse({ type: FileLinkDto })
  async fileLink(@CurrentTenant() tenant: Tenant, @IdParam() id: string): Promise<FileLink> {
    return { url: await this.service.fileLink(tenant, id) };
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @Allow('admin', 'user', 'api_key')
  @KeyScope('import')
  @ApiOperation({ summary: 'Cancel a job after the current batch; completed changes stay and can be undone' })
  @ApiRow(JobDto)
  cancel(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.service.cancel(tenant, id);
  }

  @Post(':id/undo')
  @HttpCode(200)
  @Allow('admin', 'api_key')
  @KeyScope('import')
  @ApiOperation({ summary: 'Undo the changes of a job that were not changed since; its rows show what is left' })
  @ApiRow(JobDto)
  undo(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.service.undo(tenant, id);
  }

  @Post(':id/retry')
  @HttpCode(200)
  @Allow('platform')
  @PlatformWrites()
  @ApiOperation({ summary: 'Retry a failed or given-up job from where it stopped' })
  @ApiRow(JobDto)
  retry(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.service.retry(tenant, id);
  }
}
