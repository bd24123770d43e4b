/** Both ends inclusive (RFC 9110 §14). */
export interface ByteRange {
  start: number;
  end: number;
}

/** @returns 'whole' unless exactly one byte range is requested; null: not satisfiable (416) */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'whole' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match) return 'whole';
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return 'whole';
  if (from === '') {
    const last = Math.min(Number(to), size);
    return last > 0 ? { start: size - last, end: size - 1 } : null;
  }
  const start = Number(from);
  if (to !== '' && Number(to) < start) return 'whole';
  return start < size ? { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) } : null;
}
