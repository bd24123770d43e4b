import type { Readable } from 'node:stream';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiParam, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { NotFound } from '../platform/errors/app-error';
import { Public } from '../tenancy/access';
import { Sessions } from '../tenancy/sessions';
import { Tenants } from '../tenancy/tenants';
import { ProofLinkDead } from './assessment.errors';
import { ProofFiles, type ProofFile } from './proof-files';
import { mediaTypeOf } from './proof-format';
import { ProofLinks } from './proof-links';
import { ProofsService } from './proofs.service';

/** A file of a stranger's, in our origin: shown as a picture, or saved; never a page. */
const PROOF_CSP = "default-src 'none'; sandbox";

/**
 * Files that prove evidence, for an `<img>` or to be saved: as long as the link lives, the session that asked for it, and the
 * file itself. They pass through us wherever they lie: they are small, and a page shows pictures of its own origin only.
 */
@ApiTags('Media')
@Controller('media/proofs')
export class ProofController {
  constructor(
    private readonly links: ProofLinks,
    private readonly proofs: ProofsService,
    private readonly files: ProofFiles,
    private readonly sessions: Sessions,
    private readonly tenants: Tenants,
  ) {}

  @Get(':token')
  @Public('the signed short link is the permission: a picture in a page sends no headers')
  @ApiParam({ name: 'token', description: 'From GET /api/skill-evidence/{id}/proofs.', example: 'AAAj' })
  @ApiProduces('application/pdf', 'image/jpeg', 'image/png')
  @ApiResponse({ status: 200, description: 'The file.', schema: { type: 'string', format: 'binary' } })
  @ApiResponse({ status: 404, description: 'The link has expired or is not valid.' })
  async show(@Param('token') token: string, @Res() reply: ProofReply): Promise<void> {
    const file = await this.opened(token);
    const bytes = await this.files.bytes(file);
    if (bytes === null) throw new ProofLinkDead();
    const { format } = file;
    reply
      .type(mediaTypeOf(format))
      .header('Content-Security-Policy', PROOF_CSP)
      .header('Cache-Control', 'no-store')
      .header('Content-Length', bytes)
      .header('Content-Disposition', `${format === 'pdf' ? 'attachment' : 'inline'}; filename="proof.${format}"`)
      .send(await this.files.get(file));
  }

  /** @throws ProofLinkDead */
  private async opened(token: string): Promise<ProofFile> {
    const { customer_id, session_id, proof_id } = this.links.open(token);
    if (!(await this.sessions.isStillIn(session_id, customer_id))) throw new ProofLinkDead();
    const tenant = await this.tenants.forSystem(customer_id);
    return this.proofs.linked(tenant, proof_id).catch((error: unknown) => {
      throw error instanceof NotFound ? new ProofLinkDead() : error;
    });
  }
}

interface ProofReply {
  header(name: string, value: string | number): ProofReply;
  type(value: string): ProofReply;
  send(body: Readable): unknown;
}
