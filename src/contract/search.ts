import { objectOf, flag, id, listOf, stringEnum, nullable, withDescription, text, type Infer } from './response-schema';

/** Resource names searched by `GET /api/search`, in the order of the response. */
export const SEARCH_KINDS = ['staff', 'trainings', 'skills', 'questions', 'training-categories'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

export const SEARCH_LIMIT_MAX = 20;
export const SEARCH_LIMIT_DEFAULT = 5;
/** Longer input is rejected as a mistake. */
export const SEARCH_TEXT_MAX = 200;
/** Names are truncated, e.g. question texts. */
export const SEARCH_NAME_MAX = 200;

const searchHit = objectOf({
  id,
  code: withDescription(nullable(text), 'Short code; null if this kind has none.'),
  name: text,
  status: withDescription(
    nullable(text),
    'Status as in its list: published, active, archived …; null if this kind has none.',
  ),
});
export type SearchHit = Infer<typeof searchHit>;

/** `GET /api/search`: some records of each kind that the current user can read, by word beginnings. */
export const searchSchema = objectOf({
  found: listOf(
    objectOf({
      kind: stringEnum(SEARCH_KINDS),
      rows: listOf(searchHit),
      more: withDescription(flag, 'Whether there are more of this kind; use its list with the same q.'),
    }),
  ),
});
export type SearchResponse = Infer<typeof searchSchema>;
