import { idFromBytes } from '../platform/ids';

/** The files that rows tell of, for a backup: uploaded videos, as video-files.ts lays them out. */
export const keptFiles = {
  sql: 'SELECT customer_id, video_file_id, video_format FROM training WHERE video_file_id IS NOT NULL',
  path: ({ customer_id, video_file_id, video_format }: Record<string, unknown>): string =>
    `${customer_id}/video/${idFromBytes(Buffer.from(video_file_id as Uint8Array))}.${video_format}`,
};
