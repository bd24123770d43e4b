import { documentKey } from './document-files';
import { videoKey } from './video-files';
import type { VideoFormat } from './video-reader';

/** What can be uploaded to a training. */
export type UploadFormat = VideoFormat | 'pdf';
/** What a link may lead to: captions are uploaded whole, beside their video. */
export type MediaFormat = UploadFormat | 'vtt';

export function fileKey(customer_id: number, file_id: string, format: MediaFormat): string {
  if (format === 'vtt') return `${customer_id}/captions/${file_id}.vtt`;
  return format === 'pdf' ? documentKey(customer_id, file_id) : videoKey(customer_id, file_id, format);
}

export function mediaTypeOf(format: MediaFormat): string {
  if (format === 'vtt') return 'text/vtt; charset=utf-8';
  return format === 'pdf' ? 'application/pdf' : `video/${format}`;
}
