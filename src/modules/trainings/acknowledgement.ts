import type { Training } from './training.entity';

/** Documents and links are read, not played. */
export const isReadingTraining = ({ type }: Pick<Training, 'type'>): boolean => type === 'document' || type === 'link';

/** The present content and the content that was read. */
export interface ReadingContent {
  /** The present document; null: the training has an address or nothing. */
  document_id: string | null;
  source_url: string | null;
  read_document_id: string | null;
  read_url: string | null;
}

export interface Acknowledgement extends ReadingContent {
  acknowledged_at: number | null;
}

/**
 * Whether completion requires "I have read and understood this": always for an uploaded or written document, for an
 * address only without a quiz. An address with a quiz completes by the quiz alone.
 */
export const requiresAcknowledgement = (document_id: string | null, hasQuiz: boolean): boolean =>
  document_id !== null || !hasQuiz;

/** Same document, or same address if there is no document. */
export const isSameContent = ({ document_id, source_url, read_document_id, read_url }: ReadingContent): boolean =>
  document_id === read_document_id && (document_id !== null || source_url === read_url);

/** null if the content was replaced after the acknowledgement. */
export const acknowledgedAt = (acknowledgement: Acknowledgement): number | null =>
  isSameContent(acknowledgement) ? acknowledgement.acknowledged_at : null;
