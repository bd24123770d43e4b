import type { ReactNode } from 'react';
import { Tag } from 'antd';
import { TONE_GLYPHS, type Tone } from './status';
import './kit.css';

const COLORS: Record<Tone, string> = {
  success: 'success',
  info: 'processing',
  warning: 'warning',
  error: 'error',
  neutral: 'default',
};

/** A status as a small tag with glyph, text and colour. */
export function StatusTag({ tone, glyph, children }: { tone: Tone; glyph?: string; children: ReactNode }) {
  return (
    <Tag
      color={COLORS[tone]}
      bordered={false}
      className="kit-tag"
      icon={<b aria-hidden="true">{glyph ?? TONE_GLYPHS[tone]}</b>}
    >
      {children}
    </Tag>
  );
}
