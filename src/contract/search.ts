import { fields, flag, id, listOf, oneOfWords, orNull, described, text, type Of } from './answer';

/** What `GET /api/search` looks among, in the order in which it answers. Each is a resource's name. */
export const SEARCHED_KINDS = ['staff', 'trainings', 'skills', 'questions', 'training-categories'] as const;
export type SearchedKind = (typeof SEARCHED_KINDS)[number];

export const SEARCH_LIMIT_MAX = 20;
export const SEARCH_LIMIT = 5;
/** A search is a few words; what is longer is a text by mistake. */
export const SEARCH_TEXT_MAX = 200;
/** Of a question only its beginning is answered. */
export const SEARCH_NAME_MAX = 200;

const found = fields({
  id,
  code: described(orNull(text), 'Short code; null if this kind has none.'),
  name: text,
  status: described(orNull(text), 'Status as in its list: published, active, archived …; null if this kind has none.'),
});
export type Found = Of<typeof found>;

/** `GET /api/search`: a few of each kind that the asker may read, by the beginnings of words. */
export const searchAnswer = fields({
  found: listOf(
    fields({
      kind: oneOfWords(SEARCHED_KINDS),
      rows: listOf(found),
      more: described(flag, 'Whether there are more of this kind; use its list with the same q.'),
    }),
  ),
});
export type SearchAnswer = Of<typeof searchAnswer>;
