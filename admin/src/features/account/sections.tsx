import { Button, Segmented } from 'antd';
import { useNotification } from '@refinedev/core';
import { MoonOutlined, SunOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { Me } from '@contract/account.responses';
import { LanguageSelect } from '@/components/language-select';
import { openCustomizer } from '@/theme/open-customizer';
import { saveAccountPreference } from '@/api/account';
import { chooseLayout, useMode } from '@/theme/layout-options';
import type { Mode } from '@/theme/tokens';
import { useSession } from '@/api/use-session';
import { LinkButton } from '@/components/link-button';
import { DescriptionList } from '@/crud/show/description-list';
import { formatInstant } from '@/components/format';
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
        onChange={(next) => chooseLayout({ 'data-layout-mode': next as Mode })}
      />
      <Button onClick={openCustomizer}>{t('customizer.title')}</Button>
    </>
  );
}

export function Language({ me }: { me: Me }) {
  const { role } = useSession();
  const { t, i18n } = useTranslation();
  const { open: notify } = useNotification();
  return (
    <>
      <p>{t('settings.language.text')}</p>
      <LanguageSelect
        onChosen={(locale) => saveAccountPreference({ locale })}
        onFailed={() => notify?.({ type: 'error', message: t('shell.language_failed') })}
      />
      {role === 'admin' ? (
        <OrganisationForm />
      ) : (
        <DescriptionList
          items={[
            { key: 'zone', label: t('settings.language.zone'), children: <bdi>{me.time_zone}</bdi> },
            {
              key: 'now',
              label: t('settings.language.now'),
              children: formatInstant(new Date().toISOString(), i18n.language, me.time_zone),
            },
          ]}
        />
      )}
    </>
  );
}

export function AuditLog() {
  const { t } = useTranslation();
  return (
    <>
      <p>{t('settings.audit.text')}</p>
      <LinkButton to="/settings/audit">{t('settings.audit.open')}</LinkButton>
    </>
  );
}
