/** The highest that there is. */
export const LAST_FILTER = 4;

/**
 * What a filter of PNG's expects a byte to be, of those to the left, above, and above to the left (PNG §9.2; tables in PDFs are
 * written so, too). @param filter 0 to LAST_FILTER
 */
export function expected(filter: number, left: number, above: number, corner: number): number {
  if (filter < 2) return filter === 1 ? left : 0;
  if (filter < 4) return filter === 2 ? above : (left + above) >> 1;
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
