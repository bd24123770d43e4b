import { Controller, Delete, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { IdParam } from '../platform/definitions/id-param';
import { TakesUpload } from '../platform/http/takes-upload';
import { EvidenceRecord } from '../skills/evidence.entity';
import { Allow, CurrentTenant, VersionOf } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { withUpload, type UploadRequest } from '../trainings/uploaded-video';
import { ProofsDto } from './assessments.dto';
import { ProofsService } from './proofs.service';

@ApiTags('Skill evidence')
@Controller('api/skill-evidence/:id/proofs')
@VersionOf(EvidenceRecord, 'evidence_id')
@Allow('admin', 'user')
export class EvidenceProofsController {
  constructor(private readonly proofs: ProofsService) {}

  /** Each with a link by which a browser reads it; for the person, the line above, and admins. */
  @Get()
  @ApiOkResponse({ type: ProofsDto })
  list(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.proofs.list(tenant, id);
  }

  /** A PDF, JPEG or PNG of at most 10 MB, told by its first bytes. Sent twice it is there once. */
  @Post()
  @HttpCode(200)
  @TakesUpload()
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
  })
  @ApiOkResponse({ type: ProofsDto })
  add(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Req() request: UploadRequest) {
    return withUpload(request, (source, name) => this.proofs.add(tenant, id, { name, source }), 'file');
  }

  @Delete(':proof_id')
  @ApiParam({ name: 'proof_id', description: 'Which of its files.' })
  @ApiOkResponse({ type: ProofsDto })
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @IdParam('proof_id') proof_id: string) {
    return this.proofs.remove(tenant, id, proof_id);
  }
}
