import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import { AppError } from '../platform/errors/app-error';
import { idFromBytes, idToBytes } from '../platform/ids';
import type { VideoFormat } from './video-files';

/** Beyond the video's own length: to pause, to look something up, to watch a part again. */
export const LINK_GRACE_MS = 2 * 3_600_000;
const BODY = 4 + 16 + 16 + 6 + 1;
const SEAL = 32;

export interface LinkedMedia {
  customer_id: number;
  training_id: string;
  file_id: string;
  format: VideoFormat;
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

/** `/media/{token}`: the link itself is the permission, since a video element sends no headers. Nothing is stored. */
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
    body.writeUIntBE(media.expires_at, 36, 6);
    body.writeUInt8(media.format === 'webm' ? 2 : 1, 42);
    return Buffer.concat([body, this.seal(body)]).toString('base64url');
  }

  /** @throws MediaLinkDead */
  open(token: string): LinkedMedia {
    const bytes = Buffer.from(token, 'base64url');
    // base64 has several spellings of one value: only ours is a link.
    if (bytes.length !== BODY + SEAL || bytes.toString('base64url') !== token) throw new MediaLinkDead();
    const body = bytes.subarray(0, BODY);
    if (!timingSafeEqual(bytes.subarray(BODY), this.seal(body))) throw new MediaLinkDead();
    const expires_at = body.readUIntBE(36, 6);
    if (this.clock.now() >= expires_at) throw new MediaLinkDead();
    return {
      customer_id: body.readUInt32BE(0),
      training_id: idFromBytes(body.subarray(4, 20)),
      file_id: idFromBytes(body.subarray(20, 36)),
      format: body[42] === 2 ? 'webm' : 'mp4',
      expires_at,
    };
  }

  private seal(body: Buffer): Buffer {
    return createHmac('sha256', this.config.key('media')).update(body).digest();
  }
}
