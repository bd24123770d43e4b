import { Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Markdown } from './markdown';

/** Tabs for input and preview. The input stays mounted, to keep its cursor position. */
export function WritePreview({ source, children }: { source: string; children: ReactNode }) {
  const { t } = useTranslation();
  const [mode, setMode] = useState<'write' | 'preview'>('write');
  return (
    <div className="sg-stack sg-items-start sg-gap-8">
      <Segmented
        aria-label={t('kit.markdown.mode')}
        value={mode}
        onChange={setMode}
        options={[
          { value: 'write', label: t('kit.markdown.write') },
          { value: 'preview', label: t('kit.markdown.preview') },
        ]}
      />
      <div className="sg-whole" hidden={mode !== 'write'}>
        {children}
      </div>
      {mode === 'preview' && (
        <div className="sg-whole" role="region" aria-label={t('kit.markdown.preview')}>
          {source.trim() ? <Markdown source={source} /> : <span className="sg-soft">{t('kit.markdown.nothing')}</span>}
        </div>
      )}
    </div>
  );
}
