import { toAsciiDigits } from '@contract/digits';

/** The command of a key press. */
export type KeyCommand = { kind: 'choose'; at: number } | { kind: 'next' | 'previous' | 'flag' };

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** Lower-case tag of the focused element. `isText`: a text input. */
  tag: string;
  isText: boolean;
  /** Arrow keys move between radio buttons. */
  isRadio: boolean;
}

/** 1–9 choose, left and right navigate in reading direction, Enter continues, f flags. */
export function toKeyCommand(press: KeyPress, rightToLeft: boolean): KeyCommand | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isText) return null;
  const key = toAsciiDigits(press.key);
  if (/^[1-9]$/.test(key)) return { kind: 'choose', at: Number(key) - 1 };
  if (key === 'ArrowRight' || key === 'ArrowLeft')
    return press.isRadio ? null : { kind: (key === 'ArrowRight') === rightToLeft ? 'previous' : 'next' };
  // Enter activates the focused button or link.
  if (key === 'Enter') return press.tag === 'button' || press.tag === 'a' ? null : { kind: 'next' };
  return key === 'f' || key === 'F' ? { kind: 'flag' } : null;
}

/** The selection after `option` was picked; it toggles for `multiple`. */
export function selectOption(kind: string, chosen: readonly string[], option: string): string[] {
  if (kind !== 'multiple') return [option];
  return chosen.includes(option) ? chosen.filter((each) => each !== option) : [...chosen, option];
}
