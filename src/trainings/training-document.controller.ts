import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { trainings } from '../contract/trainings.resource';
import { ApiRow } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import { Allow, CurrentTenant, VersionOf } from '../tenancy/access';
import { dtosOf } from '../tenancy/resources/resource-dtos';
import type { Tenant } from '../tenancy/tenant';
import { DocumentReadingService } from './document-reading.service';
import { DocumentsService } from './documents.service';
import { ApiPreview, previews } from './previews';
import { Training } from './training.entity';
import { AcknowledgedDto, DocumentDto, DocumentText, PagesSeen } from './trainings.dto';

const { row: TrainingRow } = dtosOf(Training);

@ApiTags('Trainings')
@Controller('api/trainings/:id')
@VersionOf(Training, 'training_id')
export class TrainingDocumentController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly reading: DocumentReadingService,
  ) {}

  /** What is to be read, and how far it was. For an assigned learner time counts from here; an admin gets a preview. */
  @Get('document')
  @Allow('admin', 'user')
  @ApiPreview()
  @ApiOkResponse({ type: DocumentDto })
  open(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Query('preview') preview?: string) {
    return this.reading.open(tenant, id, previews(preview));
  }

  /** A text; a PDF comes by an upload. Takes the place of what was to be read before. */
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

  /** Repeating it is harmless; an address has one page, which is seen by being opened. */
  @Post('document/pages')
  @HttpCode(200)
  @Allow('admin', 'user')
  @ApiOkResponse({ type: DocumentDto })
  see(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: PagesSeen) {
    return this.reading.see(tenant, id, body);
  }

  /** "I have read and understood this": once all pages were seen. Completes the training where nothing else is missing. */
  @Post('document/acknowledgement')
  @HttpCode(200)
  @Allow('admin', 'user')
  @ApiOkResponse({ type: AcknowledgedDto })
  acknowledge(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.reading.acknowledge(tenant, id);
  }
}
