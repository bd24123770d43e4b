import { documentKey } from './document-file.store';
import { videoKey } from './video-file.store';
import type { VideoFormat } from './video-reader';

export type UploadFormat = VideoFormat | 'pdf';
/** Captions are not uploaded in parts, so they have no UploadFormat. */
export type MediaFormat = UploadFormat | 'vtt';

export function fileKey(customer_id: number, file_id: string, format: MediaFormat): string {
  if (format === 'vtt') return `${customer_id}/captions/${file_id}.vtt`;
  return format === 'pdf' ? documentKey(customer_id, file_id) : videoKey(customer_id, file_id, format);
}

export function mediaTypeOf(format: MediaFormat): string {
  if (format === 'vtt') return 'text/vtt; charset=utf-8';
  return format === 'pdf' ? 'application/pdf' : `video/${format}`;
}
