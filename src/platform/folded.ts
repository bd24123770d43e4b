/** Both engines agree on text because the application folds it (domain.md, Ids and keys). */

/** For `*_key` columns (unique): trimmed, NFKC, lower case. */
export function keyOf(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase();
}

/** For `*_sort` columns: case and accents removed, so that sorting and searching need no collation. */
export function sortOf(text: string): string {
  return keyOf(text.normalize('NFD').replace(/\p{M}/gu, '')).replace(/\s+/g, ' ');
}
