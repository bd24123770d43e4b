import type { Readable } from 'node:stream';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiParam, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Files } from '../platform/files/files';
import { Public } from '../tenancy/access';
import { Sessions } from '../tenancy/sessions';
import { Tenants } from '../tenancy/tenants';
import { byteRange } from './byte-range';
import { choicesOf } from './hls';
import { MediaLinkDead, MediaLinks, type LinkedMedia } from './media-links';
import { fileKey, mediaTypeOf } from './stored-files';
import { streamKey } from './video-files';
import { VideoStreams } from './video-streams';

/** What a player takes to begin; whoever seeks later comes here again, and is looked at again. */
const STORAGE_LINK_SECONDS = 300;
const LIST = 'application/vnd.apple.mpegurl';
const FRAGMENTS = 'video/iso.segment';
const SAVED_AS = 'document.pdf';
/** A PDF is handed to our reader, or saved: opened as a page of ours it would stand in our origin. */
const DOCUMENT_CSP = "default-src 'none'; sandbox";

/**
 * Uploaded videos for a `<video>` element: whole or in ranges, or as HLS; documents for the reader. As long as the link lives
 * and so does the session that asked for it, its person and its organisation: one statement. What lies in object storage is
 * fetched there, by a link of minutes.
 */
@ApiTags('Media')
@Controller('media')
export class MediaController {
  constructor(
    private readonly links: MediaLinks,
    private readonly files: Files,
    private readonly streams: VideoStreams,
    private readonly sessions: Sessions,
    private readonly tenants: Tenants,
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
    const { customer_id, file_id, format } = await this.opened(token);
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
  @ApiProduces(LIST, FRAGMENTS)
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
    const { customer_id, file_id } = await this.opened(token);
    const tenant = await this.tenants.forSystem(customer_id);
    const streams = await this.streams.of(tenant, file_id);
    const named = streams.find(({ stream_id }) => name.startsWith(`${stream_id}.`));
    if (named && name === `${named.stream_id}.m4s`)
      return this.send(request, reply, { key: streamKey(customer_id, named.stream_id), type: FRAGMENTS });
    const isOfAll = name === 'stream.m3u8' && streams.length > 0;
    if (!isOfAll && (!named || name !== `${named.stream_id}.m3u8`)) throw new MediaLinkDead();
    const list = isOfAll ? choicesOf(streams) : await this.streams.playlistOf(tenant, named!.stream_id);
    reply.type(LIST).header('Cache-Control', 'private, no-cache').send(list);
  }

  /** @throws MediaLinkDead */
  private async opened(token: string): Promise<LinkedMedia> {
    const media = this.links.open(token);
    if (!(await this.sessions.isStillIn(media.session_id, media.customer_id))) throw new MediaLinkDead();
    return media;
  }

  private async send({ headers }: MediaRequest, reply: MediaReply, { key, type }: StoredMedia): Promise<void> {
    const isDocument = type === 'application/pdf';
    // A page reads captions itself: from elsewhere it might not.
    const isText = type.startsWith('text/');
    const elsewhere = isText
      ? null
      : await this.files.link(key, STORAGE_LINK_SECONDS, isDocument ? SAVED_AS : undefined);
    if (elsewhere !== null) {
      reply.status(302).header('Location', elsewhere).header('Cache-Control', 'no-store').send();
      return;
    }
    const size = (await this.files.head(key))?.bytes ?? null;
    if (size === null) throw new MediaLinkDead();
    // A file never changes under its key, so the key says whether a half-loaded one may be continued.
    const etag = `"${key.slice(key.lastIndexOf('/') + 1)}"`;
    const continues = headers['if-range'] === undefined || headers['if-range'] === etag;
    const range = byteRange(continues ? headers.range : undefined, size);
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
      .header('Content-Disposition', isDocument ? `attachment; filename="${SAVED_AS}"` : 'inline')
      .send(await this.files.get(key, part));
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
