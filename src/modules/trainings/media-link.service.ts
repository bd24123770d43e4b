import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { Config } from '../../infrastructure/config/config';
import { AppError } from '../../common/errors/app-error';
import { idFromBytes, idToBytes } from '../../common/ids';
import { signToken, verifyToken } from '../../infrastructure/security/signed-token';
import type { MediaFormat } from './media-files';

/** Added to the length of the video, for pauses and rewatching. */
export const LINK_GRACE_MS = 2 * 3_600_000;
const BODY_BYTES = 4 + 16 + 16 + 16 + 6 + 1;
/** Encoded by index: append only. */
const FORMATS: readonly (MediaFormat | null)[] = [null, 'mp4', 'webm', 'pdf', 'vtt'];

export interface LinkedMedia {
  customer_id: number;
  training_id: string;
  /** The link ends with this session. */
  session_id: string;
  file_id: string;
  format: MediaFormat;
  /** UTC milliseconds. */
  expires_at: number;
}

/** One error for forged, changed and expired links. */
export class InvalidMediaLinkError extends AppError {
  constructor() {
    super({
      kind: 'missing',
      code: 'media_link_dead',
      message: 'This link is no longer valid. Open the training again.',
    });
  }
}

/**
 * `/media/{token}`: the signed link is the permission, since a video element sends no headers. Nothing is stored; the
 * session, person and customer it names are checked on each request.
 */
@Injectable()
export class MediaLinkService {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  sign(media: LinkedMedia): string {
    const body = Buffer.alloc(BODY_BYTES);
    body.writeUInt32BE(media.customer_id, 0);
    idToBytes(media.training_id).copy(body, 4);
    idToBytes(media.file_id).copy(body, 20);
    idToBytes(media.session_id).copy(body, 36);
    body.writeUIntBE(media.expires_at, 52, 6);
    body.writeUInt8(FORMATS.indexOf(media.format), 58);
    return signToken(body, this.config.key('media'));
  }

  /** @throws InvalidMediaLinkError */
  verify(token: string): LinkedMedia {
    const body = verifyToken(token, BODY_BYTES, this.config.key('media'));
    if (!body) throw new InvalidMediaLinkError();
    const expires_at = body.readUIntBE(52, 6);
    if (this.clock.now() >= expires_at) throw new InvalidMediaLinkError();
    return {
      customer_id: body.readUInt32BE(0),
      training_id: idFromBytes(body.subarray(4, 20)),
      file_id: idFromBytes(body.subarray(20, 36)),
      session_id: idFromBytes(body.subarray(36, 52)),
      format: FORMATS[body[58]!] ?? 'mp4',
      expires_at,
    };
  }
}
