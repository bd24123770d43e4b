import type { Readable } from 'node:stream';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiParam, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '../tenancy/access';
import { Tenants } from '../tenancy/tenants';
import { byteRange } from './byte-range';
import { MediaLinkDead, MediaLinks } from './media-links';
import { VideoFiles } from './video-files';

interface MediaRequest {
  headers: { range?: string; 'if-range'?: string };
}
interface MediaReply {
  status(code: number): MediaReply;
  header(name: string, value: string | number): MediaReply;
  type(value: string): MediaReply;
  send(body?: Readable): unknown;
}

/**
 * Uploaded videos for a `<video>` element: whole or in ranges, as long as the link lives and its organisation
 * is neither suspended nor closed: one statement.
 */
@ApiTags('Media')
@Controller('media')
export class MediaController {
  constructor(
    private readonly links: MediaLinks,
    private readonly files: VideoFiles,
    private readonly tenants: Tenants,
  ) {}

  @Get(':token')
  @Public('the signed short link is the permission: a video element sends no headers')
  @ApiParam({ name: 'token', description: 'From GET /api/trainings/{id}/video-link.', example: 'AAAj' })
  @ApiProduces('video/mp4', 'video/webm')
  @ApiResponse({ status: 200, description: 'The whole video.', schema: { type: 'string', format: 'binary' } })
  @ApiResponse({
    status: 206,
    description: 'The range that was asked for.',
    schema: { type: 'string', format: 'binary' },
  })
  @ApiResponse({ status: 404, description: 'The link is over, or it never was one.' })
  @ApiResponse({ status: 416, description: 'Nothing of the range is there.' })
  async play(@Param('token') token: string, @Req() request: MediaRequest, @Res() reply: MediaReply): Promise<void> {
    const { customer_id, file_id, format } = this.links.open(token);
    if (!(await this.tenants.isOpen(customer_id))) throw new MediaLinkDead();
    const size = await this.files.size(customer_id, file_id, format);
    if (size === null) throw new MediaLinkDead();
    // A file never changes under its id, so the id says whether a half-loaded one may be continued.
    const etag = `"${file_id}"`;
    const continues = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
    const range = byteRange(continues ? request.headers.range : undefined, size);
    reply.header('Accept-Ranges', 'bytes').header('Cache-Control', 'private, max-age=3600').header('ETag', etag);
    if (range === null) {
      reply.status(416).header('Content-Range', `bytes */${size}`).send();
      return;
    }
    const part = range === 'whole' ? { start: 0, end: size - 1 } : range;
    if (range !== 'whole') reply.status(206).header('Content-Range', `bytes ${part.start}-${part.end}/${size}`);
    reply
      .type(`video/${format}`)
      .header('Content-Length', part.end - part.start + 1)
      .header('Content-Disposition', 'inline')
      .send(this.files.read(customer_id, file_id, format, part));
  }
}
