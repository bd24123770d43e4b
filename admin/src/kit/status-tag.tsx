import type { ReactNode } from 'react';
import { TONE_GLYPHS, type Tone } from './status';
import './kit.css';

/** A status as a small tag: glyph, words and colour together. */
export function StatusTag({ tone, glyph, children }: { tone: Tone; glyph?: string; children: ReactNode }) {
  return (
    <span className={`kit-tag kit-tone-${tone}`}>
      <span aria-hidden="true" className="kit-tag-glyph">
        {glyph ?? TONE_GLYPHS[tone]}
      </span>
      {children}
    </span>
  );
}
