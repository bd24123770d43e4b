import { Controller, Delete, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { IdParam } from '../../common/rest/id-param';
import { TakesUpload } from '../../common/http/takes-upload';
import { EvidenceRecord } from '../skills/evidence.entity';
import { Allow, CurrentTenant, VersionedRoute } from '../../tenancy/access.decorators';
import type { Tenant } from '../../tenancy/tenant';
import { handleMultipartUpload, type UploadRequest } from '../trainings/upload-stream';
import { ProofsDto } from './assessments.dto';
import { ProofsService } from './proofs.service';

@ApiTags('Skill evidence')
@Controller('api/skill-evidence/:id/proofs')
@VersionedRoute(EvidenceRecord, 'evidence_id')
@Allow('admin', 'user')
export class EvidenceProofsController {
  constructor(private readonly proofs: ProofsService) {}

  /** Files of the evidence with short-lived links; for the person, their reporting line, and admins. */
  @Get()
  @ApiOkResponse({ type: ProofsDto })
  list(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.proofs.list(tenant, id);
  }

  /** Adds a PDF, JPEG or PNG of at most 10 MB, detected by its first bytes. A repeated upload is stored once. */
  @Post()
  @HttpCode(200)
  @TakesUpload()
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
  })
  @ApiOkResponse({ type: ProofsDto })
  add(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Req() request: UploadRequest) {
    return handleMultipartUpload(request, (source, name) => this.proofs.add(tenant, id, { name, source }), 'file');
  }

  @Delete(':proof_id')
  @ApiParam({ name: 'proof_id', description: 'Which of its files.' })
  @ApiOkResponse({ type: ProofsDto })
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @IdParam('proof_id') proof_id: string) {
    return this.proofs.remove(tenant, id, proof_id);
  }
}
