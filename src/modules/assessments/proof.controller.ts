import type { Readable } from 'node:stream';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiParam, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { NotFoundError } from '../../common/errors/app-error';
import { Public } from '../../tenancy/access.decorators';
import { SessionsService } from '../../auth/sessions.service';
import { TenantFactory } from '../../tenancy/tenant.factory';
import { InvalidProofLinkError } from './assessment.errors';
import { ProofFileStore, type ProofFile } from './proof-file.store';
import { mediaTypeOf } from './proof-format';
import { ProofLinksService } from './proof-links.service';
import { ProofsService } from './proofs.service';

/** The file is untrusted and served from our origin: never run it as a page. */
const PROOF_CSP = "default-src 'none'; sandbox";

/**
 * Serves proof files to `<img>` and downloads while the link, its session and the file exist. Always proxied: files are
 * small, and pages may load images from their own origin only.
 */
@ApiTags('Media')
@Controller('media/proofs')
export class ProofController {
  constructor(
    private readonly links: ProofLinksService,
    private readonly proofs: ProofsService,
    private readonly files: ProofFileStore,
    private readonly sessionsService: SessionsService,
    private readonly tenantFactory: TenantFactory,
  ) {}

  @Get(':token')
  @Public('the signed short link is the permission: a picture in a page sends no headers')
  @ApiParam({ name: 'token', description: 'From GET /api/skill-evidence/{id}/proofs.', example: 'AAAj' })
  @ApiProduces('application/pdf', 'image/jpeg', 'image/png')
  @ApiResponse({ status: 200, description: 'The file.', schema: { type: 'string', format: 'binary' } })
  @ApiResponse({ status: 404, description: 'The link has expired or is not valid.' })
  async show(@Param('token') token: string, @Res() reply: ProofReply): Promise<void> {
    const file = await this.resolveToken(token);
    const bytes = await this.files.bytes(file);
    if (bytes === null) throw new InvalidProofLinkError();
    const { format } = file;
    reply
      .type(mediaTypeOf(format))
      .header('Content-Security-Policy', PROOF_CSP)
      .header('Cache-Control', 'no-store')
      .header('Content-Length', bytes)
      .header('Content-Disposition', `${format === 'pdf' ? 'attachment' : 'inline'}; filename="proof.${format}"`)
      .send(await this.files.get(file));
  }

  /** @throws InvalidProofLinkError */
  private async resolveToken(token: string): Promise<ProofFile> {
    const { customer_id, session_id, proof_id } = this.links.verify(token);
    if (!(await this.sessionsService.isValidForLink(session_id, customer_id))) throw new InvalidProofLinkError();
    const tenant = await this.tenantFactory.forSystem(customer_id);
    return this.proofs.findLinkedFile(tenant, proof_id).catch((error: unknown) => {
      throw error instanceof NotFoundError ? new InvalidProofLinkError() : error;
    });
  }
}

interface ProofReply {
  header(name: string, value: string | number): ProofReply;
  type(value: string): ProofReply;
  send(body: Readable): unknown;
}
