import type { Readable } from 'node:stream';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiParam, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { FileStorage } from '../../infrastructure/files/file-storage';
import { Public } from '../../tenancy/access.decorators';
import { SessionsService } from '../../auth/sessions.service';
import { TenantFactory } from '../../tenancy/tenant.factory';
import { parseByteRange } from './byte-range';
import { buildMasterPlaylist } from './hls';
import { InvalidMediaLinkError, MediaLinkService, type LinkedMedia } from './media-link.service';
import { fileKey, mediaTypeOf } from './media-files';
import { streamKey } from './video-file.store';
import { VideoStreamService } from './video-stream.service';

/** Long enough to start; seeking later requests a new link and is checked again. */
const STORAGE_LINK_SECONDS = 300;
const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';
const FRAGMENT_TYPE = 'video/iso.segment';
const DOWNLOAD_NAME = 'document.pdf';
/** A PDF opened as a page must not run in our origin. */
const DOCUMENT_CSP = "default-src 'none'; sandbox";

/**
 * Serves uploaded videos (ranges or HLS), documents and captions while link, session, person and customer are valid.
 * Files in object storage are redirected to a short-lived link.
 */
@ApiTags('Media')
@Controller('media')
export class MediaController {
  constructor(
    private readonly links: MediaLinkService,
    private readonly fileStorage: FileStorage,
    private readonly streams: VideoStreamService,
    private readonly sessionsService: SessionsService,
    private readonly tenantFactory: TenantFactory,
  ) {}

  @Get(':token')
  @Public('the signed short link is the permission: a video element sends no headers')
  @ApiParam({
    name: 'token',
    description: 'From GET /api/trainings/{id}/video-link, or …/document, or …/captions.',
    example: 'AAAj',
  })
  @ApiProduces('video/mp4', 'video/webm', 'application/pdf', 'text/vtt')
  @ApiResponse({
    status: 200,
    description: 'The whole video, document or captions.',
    schema: { type: 'string', format: 'binary' },
  })
  @ApiResponse({
    status: 206,
    description: 'The requested range.',
    schema: { type: 'string', format: 'binary' },
  })
  @ApiResponse({ status: 302, description: 'Address in object storage, valid for five minutes.' })
  @ApiResponse({ status: 404, description: 'The link has expired or is not valid.' })
  @ApiResponse({ status: 416, description: 'The range cannot be satisfied.' })
  async play(@Param('token') token: string, @Req() request: MediaRequest, @Res() reply: MediaReply): Promise<void> {
    const { customer_id, file_id, format } = await this.verifyLink(token);
    if (format === 'pdf' || format === 'vtt') reply.header('Content-Security-Policy', DOCUMENT_CSP);
    await this.send(request, reply, { key: fileKey(customer_id, file_id, format), type: mediaTypeOf(format) });
  }

  @Get(':token/:name')
  @Public('the signed short link is the permission: a video element sends no headers')
  @ApiParam({ name: 'token', description: 'From GET /api/trainings/{id}/video-link.', example: 'AAAj' })
  @ApiParam({
    name: 'name',
    description: 'File name as given by `stream_url` or the playlist.',
    example: 'stream.m3u8',
  })
  @ApiProduces(PLAYLIST_TYPE, FRAGMENT_TYPE)
  @ApiResponse({
    status: 200,
    description: 'Playlist of the resolutions, or of the fragments of one.',
    schema: { type: 'string', format: 'binary' },
  })
  @ApiResponse({
    status: 206,
    description: 'The requested fragment.',
    schema: { type: 'string', format: 'binary' },
  })
  @ApiResponse({ status: 302, description: 'Address in object storage, valid for five minutes.' })
  @ApiResponse({ status: 404, description: 'The link has expired, or the stream does not exist.' })
  @ApiResponse({ status: 416, description: 'The range cannot be satisfied.' })
  async stream(
    @Param('token') token: string,
    @Param('name') name: string,
    @Req() request: MediaRequest,
    @Res() reply: MediaReply,
  ): Promise<void> {
    const { customer_id, file_id } = await this.verifyLink(token);
    const tenant = await this.tenantFactory.forSystem(customer_id);
    const streams = await this.streams.findByFile(tenant, file_id);
    const stream = streams.find(({ stream_id }) => name.startsWith(`${stream_id}.`));
    if (stream && name === `${stream.stream_id}.m4s`)
      return this.send(request, reply, { key: streamKey(customer_id, stream.stream_id), type: FRAGMENT_TYPE });
    const isMasterPlaylist = name === 'stream.m3u8' && streams.length > 0;
    if (!isMasterPlaylist && (!stream || name !== `${stream.stream_id}.m3u8`)) throw new InvalidMediaLinkError();
    const playlist = isMasterPlaylist
      ? buildMasterPlaylist(streams)
      : await this.streams.playlistOf(tenant, stream!.stream_id);
    reply.type(PLAYLIST_TYPE).header('Cache-Control', 'private, no-cache').send(playlist);
  }

  /** @throws InvalidMediaLinkError */
  private async verifyLink(token: string): Promise<LinkedMedia> {
    const media = this.links.verify(token);
    if (!(await this.sessionsService.isValidForLink(media.session_id, media.customer_id)))
      throw new InvalidMediaLinkError();
    return media;
  }

  private async send({ headers }: MediaRequest, reply: MediaReply, { key, type }: StoredMedia): Promise<void> {
    const isDocument = type === 'application/pdf';
    // Captions are fetched by the page itself, so a redirect to another origin could fail.
    const isText = type.startsWith('text/');
    const storageUrl = isText
      ? null
      : await this.fileStorage.createReadUrl(key, STORAGE_LINK_SECONDS, isDocument ? DOWNLOAD_NAME : undefined);
    if (storageUrl !== null) {
      reply.status(302).header('Location', storageUrl).header('Cache-Control', 'no-store').send();
      return;
    }
    const size = (await this.fileStorage.head(key))?.bytes ?? null;
    if (size === null) throw new InvalidMediaLinkError();
    // A file never changes under its key, so the key serves as ETag.
    const etag = `"${key.slice(key.lastIndexOf('/') + 1)}"`;
    const canResume = headers['if-range'] === undefined || headers['if-range'] === etag;
    const range = parseByteRange(canResume ? headers.range : undefined, size);
    reply.header('Accept-Ranges', 'bytes').header('Cache-Control', 'private, max-age=3600').header('ETag', etag);
    if (range === null) {
      reply.status(416).header('Content-Range', `bytes */${size}`).send();
      return;
    }
    const part = range === 'whole' ? { start: 0, end: size - 1 } : range;
    if (range !== 'whole') reply.status(206).header('Content-Range', `bytes ${part.start}-${part.end}/${size}`);
    reply
      .type(type)
      .header('Content-Length', part.end - part.start + 1)
      .header('Content-Disposition', isDocument ? `attachment; filename="${DOWNLOAD_NAME}"` : 'inline')
      .send(await this.fileStorage.get(key, part));
  }
}

interface MediaRequest {
  headers: { range?: string; 'if-range'?: string };
}
interface MediaReply {
  status(code: number): MediaReply;
  header(name: string, value: string | number): MediaReply;
  type(value: string): MediaReply;
  send(body?: Readable | string): unknown;
}
interface StoredMedia {
  key: string;
  type: string;
}
