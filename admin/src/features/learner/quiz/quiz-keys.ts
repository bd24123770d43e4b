import { toAsciiDigits } from '@contract/digits';

/** What a key asks for while a question is shown. Pure. */
export type KeyWish = { kind: 'choose'; at: number } | { kind: 'next' | 'previous' | 'flag' };

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** Lower-case tag of the focused element, and whether it is an input of text. */
  tag: string;
  isText: boolean;
  /** Whether it is a radio button, where arrows choose the next one. */
  isRadio: boolean;
}

/** 1–9 choose, left and right go (as the text runs), Enter goes on, f flags. Up and down stay the browser's. */
export function wishOf(press: KeyPress, rightToLeft: boolean): KeyWish | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isText) return null;
  const key = toAsciiDigits(press.key);
  if (/^[1-9]$/.test(key)) return { kind: 'choose', at: Number(key) - 1 };
  if (key === 'ArrowRight' || key === 'ArrowLeft')
    return press.isRadio ? null : { kind: (key === 'ArrowRight') === rightToLeft ? 'previous' : 'next' };
  // On a button or a link Enter already means that one.
  if (key === 'Enter') return press.tag === 'button' || press.tag === 'a' ? null : { kind: 'next' };
  return key === 'f' || key === 'F' ? { kind: 'flag' } : null;
}

/** What is chosen after `option` was picked: one of several, or one more and one less of several. */
export function chosenAfter(kind: string, chosen: readonly string[], option: string): string[] {
  if (kind !== 'multiple') return [option];
  return chosen.includes(option) ? chosen.filter((each) => each !== option) : [...chosen, option];
}
