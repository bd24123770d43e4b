import type { Training } from './training.entity';

/** A document or an address: nothing plays, somebody reads. */
export const isRead = ({ type }: Pick<Training, 'type'>): boolean => type === 'document' || type === 'link';

/** What there is to read, and what was read. */
export interface Reading {
  /** Of the document that the training has now; null: it has none, but an address. */
  document_id: string | null;
  source_url: string | null;
  read_document_id: string | null;
  read_url: string | null;
}

/** What is known of an acknowledgement when a completion is decided. */
export interface Acknowledgement extends Reading {
  acknowledged_at: number | null;
}

/**
 * Whether "I have read and understood this" is a part of the training: always of a document of ours, and of an address
 * where there is no quiz. An address with a quiz completes by the quiz alone, as it did before there was anything else.
 */
export const asksAcknowledgement = (document_id: string | null, hasQuiz: boolean): boolean =>
  document_id !== null || !hasQuiz;

/** The same document, or where there is none the same address. */
export const isSame = ({ document_id, source_url, read_document_id, read_url }: Reading): boolean =>
  document_id === read_document_id && (document_id !== null || source_url === read_url);

/** When it was said, of what there is to read now: of what was replaced since it counts no longer. */
export const acknowledgedAt = (said: Acknowledgement): number | null => (isSame(said) ? said.acknowledged_at : null);
