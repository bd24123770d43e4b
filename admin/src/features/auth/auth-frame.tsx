import MoonOutlined from '@ant-design/icons-svg/es/asn/MoonOutlined';
import SunOutlined from '@ant-design/icons-svg/es/asn/SunOutlined';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '@/components/icon';
import { LanguageSelect } from '@/components/language-select';
import { Logo } from '@/components/logo';
import { usePageTitle } from '@/components/page-title';
import { chooseLayout, useMode } from '@/theme/layout-options';
import { MatrixIllustration } from './matrix-illustration';
import './auth.css';

/** Product pitch and form side by side; one column on phones. `wide`: more room for the form (registration). */
export function AuthFrame(props: { title: string; text?: ReactNode; wide?: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  const mode = useMode();
  const next = mode === 'dark' ? 'light' : 'dark';
  usePageTitle(props.title);
  return (
    <div className="sg-auth sg-stack" data-wide={props.wide ?? false}>
      <aside className="sg-pitch sg-col">
        <Logo />
        <div className="sg-pitch-body sg-whole">
          <h2>{t('auth.pitch_title')}</h2>
          <p>{t('auth.pitch_text')}</p>
          <MatrixIllustration />
          <ul>
            <li>{t('auth.pitch_1')}</li>
            <li>{t('auth.pitch_2')}</li>
            <li>{t('auth.pitch_3')}</li>
          </ul>
        </div>
      </aside>
      <div className="sg-auth-side sg-col">
        <header className="sg-auth-tools sg-row sg-to-end sg-gap-8">
          <span className="sg-auth-logo">
            <Logo />
          </span>
          <LanguageSelect />
          <button
            type="button"
            className="sg-icon-button"
            aria-label={t(next === 'dark' ? 'shell.go_dark' : 'shell.go_light')}
            onClick={() => chooseLayout({ 'data-layout-mode': next })}
          >
            <Icon icon={next === 'dark' ? MoonOutlined : SunOutlined} />
          </button>
        </header>
        <main className="sg-auth-form sg-whole">
          <h1>{props.title}</h1>
          {props.text && <p className="sg-auth-text sg-soft">{props.text}</p>}
          {props.children}
        </main>
      </div>
    </div>
  );
}
