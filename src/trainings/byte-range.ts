/** A part of a file, both ends inclusive (RFC 9110 §14). */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * What a Range header asks of `size` bytes: a part, everything (none, several, or another unit than bytes: a server may
 * ignore those), or null when nothing of it is there (416).
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | null {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!asked) return 'whole';
  const [, from = '', to = ''] = asked;
  if (from === '' && to === '') return 'whole';
  if (from === '') {
    const last = Math.min(Number(to), size);
    return last > 0 ? { start: size - last, end: size - 1 } : null;
  }
  const start = Number(from);
  if (to !== '' && Number(to) < start) return 'whole';
  return start < size ? { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) } : null;
}
