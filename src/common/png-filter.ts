export const MAX_PNG_FILTER = 4;

/**
 * Predicts a byte from the bytes to the left, above, and above left (PNG §9.2; tables in PDF files use the same
 * filters). @param filter 0 to MAX_PNG_FILTER
 */
export function predictPngByte(filter: number, left: number, above: number, aboveLeft: number): number {
  if (filter < 2) return filter === 1 ? left : 0;
  if (filter < 4) return filter === 2 ? above : (left + above) >> 1;
  const leftDistance = Math.abs(above - aboveLeft);
  const aboveDistance = Math.abs(left - aboveLeft);
  const aboveLeftDistance = Math.abs(left + above - 2 * aboveLeft);
  if (leftDistance <= aboveDistance && leftDistance <= aboveLeftDistance) return left;
  return aboveDistance <= aboveLeftDistance ? above : aboveLeft;
}
