import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import { AppError } from '../platform/errors/app-error';
import { idFromBytes, idToBytes } from '../platform/ids';
import { sealed, unsealed } from '../platform/sealed';
import type { MediaFormat } from './stored-files';

/** Beyond the video's own length: to pause, to look something up, to watch a part again. */
export const LINK_GRACE_MS = 2 * 3_600_000;
const BODY = 4 + 16 + 16 + 16 + 6 + 1;
/** As a link says them. */
const FORMATS: readonly (MediaFormat | null)[] = [null, 'mp4', 'webm', 'pdf', 'vtt'];

export interface LinkedMedia {
  customer_id: number;
  training_id: string;
  /** Whose link it is: it ends with their session. */
  session_id: string;
  file_id: string;
  format: MediaFormat;
  /** UTC milliseconds. */
  expires_at: number;
}

/** Forged, changed or over: one answer for all of them. */
export class MediaLinkDead extends AppError {
  constructor() {
    super({
      kind: 'missing',
      code: 'media_link_dead',
      message: 'This link is no longer valid. Open the training again.',
    });
  }
}

/**
 * `/media/{token}`: the link itself is the permission, since a video element sends no headers. Nothing is stored; what it
 * names (session, person, organisation) is looked at each time.
 */
@Injectable()
export class MediaLinks {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  sign(media: LinkedMedia): string {
    const body = Buffer.alloc(BODY);
    body.writeUInt32BE(media.customer_id, 0);
    idToBytes(media.training_id).copy(body, 4);
    idToBytes(media.file_id).copy(body, 20);
    idToBytes(media.session_id).copy(body, 36);
    body.writeUIntBE(media.expires_at, 52, 6);
    body.writeUInt8(FORMATS.indexOf(media.format), 58);
    return sealed(body, this.config.key('media'));
  }

  /** @throws MediaLinkDead */
  open(token: string): LinkedMedia {
    const body = unsealed(token, BODY, this.config.key('media'));
    if (!body) throw new MediaLinkDead();
    const expires_at = body.readUIntBE(52, 6);
    if (this.clock.now() >= expires_at) throw new MediaLinkDead();
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
