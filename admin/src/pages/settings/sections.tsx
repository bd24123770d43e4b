import { App, Button, Segmented } from 'antd';
import { MoonOutlined, SunOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LanguageSelect } from '@/app/layout/language-select';
import { keepPreference, type FullMe } from '@/app/providers/me';
import { chooseLayout, useMode } from '@/app/theme/layout-options';
import type { Mode } from '@/app/theme/tokens';
import { currentRole } from '@/app/session/who';
import { formatInstant } from '@/kit/format';
import { OrganisationForm } from './organisation';

export function Appearance() {
  const { t } = useTranslation();
  const mode = useMode();
  return (
    <>
      <p>{t('settings.appearance.text')}</p>
      <Segmented
        aria-label={t('settings.appearance.mode')}
        value={mode}
        options={[
          { value: 'light', label: t('settings.appearance.light'), icon: <SunOutlined aria-hidden /> },
          { value: 'dark', label: t('settings.appearance.dark'), icon: <MoonOutlined aria-hidden /> },
        ]}
        onChange={(next) => {
          chooseLayout({ 'data-layout-mode': next as Mode });
          keepPreference({ theme: next });
        }}
      />
    </>
  );
}

export function Language({ me }: { me: FullMe }) {
  const { t, i18n } = useTranslation();
  const { notification } = App.useApp();
  return (
    <>
      <p>{t('settings.language.text')}</p>
      <LanguageSelect
        onChosen={(locale) => keepPreference({ locale })}
        onFailed={() => notification.error({ message: t('shell.language_failed') })}
      />
      {currentRole() === 'admin' ? (
        <OrganisationForm />
      ) : (
        <dl className="kit-facts set-zone">
          <div>
            <dt>{t('settings.language.zone')}</dt>
            <dd>
              <bdi>{me.time_zone}</bdi>
            </dd>
          </div>
          <div>
            <dt>{t('settings.language.now')}</dt>
            <dd>{formatInstant(new Date().toISOString(), i18n.language, me.time_zone)}</dd>
          </div>
        </dl>
      )}
    </>
  );
}

export function AuditLog() {
  const { t } = useTranslation();
  return (
    <>
      <p>{t('settings.audit.text')}</p>
      <Link to="/settings/audit">
        <Button tabIndex={-1}>{t('settings.audit.open')}</Button>
      </Link>
    </>
  );
}

const LATER = ['users', 'learning', 'notifications', 'webhooks', 'data'] as const;

/** Named, so that nobody looks for it elsewhere. */
export function Later() {
  const { t } = useTranslation();
  return (
    <>
      <p>
        <span className="set-mark">{t('shell.planned_mark')}</span> {t('settings.later.text')}
      </p>
      <dl className="set-later">
        {LATER.map((name) => (
          <div key={name}>
            <dt>{t(`settings.later.${name}`)}</dt>
            <dd>{t(`settings.later.${name}_text`)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
