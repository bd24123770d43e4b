import { idFromBytes } from '../../common/ids';

/** Paths as in video-file.store.ts. */
export const storedVideos = {
  sql: 'SELECT customer_id, video_file_id, video_format FROM training WHERE video_file_id IS NOT NULL',
  path: ({ customer_id, video_file_id, video_format }: Record<string, unknown>): string =>
    `${customer_id}/video/${idFromBytes(Buffer.from(video_file_id as Uint8Array))}.${video_format}`,
};

/** Paths as in document-file.store.ts. */
export const storedDocuments = {
  sql: "SELECT customer_id, document_id FROM training_document WHERE kind = 'pdf'",
  path: ({ customer_id, document_id }: Record<string, unknown>): string =>
    `${customer_id}/document/${idFromBytes(Buffer.from(document_id as Uint8Array))}.pdf`,
};

export const storedCaptions = {
  sql: 'SELECT customer_id, file_id FROM training_caption',
  path: ({ customer_id, file_id }: Record<string, unknown>): string =>
    `${customer_id}/captions/${idFromBytes(Buffer.from(file_id as Uint8Array))}.vtt`,
};

export const storedStreams = {
  sql: 'SELECT customer_id, stream_id FROM video_stream',
  path: ({ customer_id, stream_id }: Record<string, unknown>): string =>
    `${customer_id}/video/${idFromBytes(Buffer.from(stream_id as Uint8Array))}.m4s`,
};
