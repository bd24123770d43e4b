import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { trainings } from '../../contract/trainings.resource';
import { ApiRow } from '../../infrastructure/rest/api-list';
import { IdParam } from '../../common/rest/id-param';
import { Allow, CurrentTenant, VersionedRoute } from '../../tenancy/access.decorators';
import { getResourceDtos } from '../../crud/resource-dtos';
import type { Tenant } from '../../tenancy/tenant';
import { DocumentReadingService } from './document-reading.service';
import { DocumentsService } from './documents.service';
import { ApiPreview, parsePreview } from './video-query-params';
import { Training } from './training.entity';
import { AcknowledgedDto, DocumentDto, DocumentText, PagesSeen } from './trainings.dto';

const { row: TrainingRow } = getResourceDtos(Training);

@ApiTags('Trainings')
@Controller('api/trainings/:id')
@VersionedRoute(Training, 'training_id')
export class TrainingDocumentController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly reading: DocumentReadingService,
  ) {}

  /**
   * Returns the document and the reading progress. Starts counting time for an assigned learner; admins get a preview
   */
  @Get('document')
  @Allow('admin', 'user')
  @ApiPreview()
  @ApiOkResponse({ type: DocumentDto })
  open(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Query('preview') preview?: string) {
    return this.reading.open(tenant, id, parsePreview(preview));
  }

  /** Replaces the document by a text; PDFs are uploaded */
  @Put('document')
  @Allow(...trainings.write)
  @ApiRow(TrainingRow)
  write(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: DocumentText) {
    return this.documents.write(tenant, id, body.text);
  }

  @Delete('document')
  @Allow(...trainings.write)
  @ApiRow(TrainingRow)
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.documents.remove(tenant, id);
  }

  /** Reports seen pages; repeating is harmless. An address counts as one page, seen when opened */
  @Post('document/pages')
  @HttpCode(200)
  @Allow('admin', 'user')
  @ApiOkResponse({ type: DocumentDto })
  see(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: PagesSeen) {
    return this.reading.recordPages(tenant, id, body);
  }

  /** Records "I have read and understood this" after all pages were seen; may complete the training */
  @Post('document/acknowledgement')
  @HttpCode(200)
  @Allow('admin', 'user')
  @ApiOkResponse({ type: AcknowledgedDto })
  acknowledge(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.reading.acknowledge(tenant, id);
  }
}
