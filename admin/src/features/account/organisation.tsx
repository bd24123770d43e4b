import { Button, Form, Select } from 'antd';
import { useNotification } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_CODES } from '@contract/languages';
import type { OrganisationSettings } from '@contract/settings';
import { http } from '@/api/http';
import { ACCOUNT_KEY } from '@/api/account';
import { apiGet } from '@/api/api-get';
import { matchesLabel } from '@/components/text-normalization';
import { formatInstant, formatMonth } from '@/components/format';
import { useLeaveGuard } from '@/components/leave-guard';
import { useRecordForm } from '@/crud/form/use-record-form';
import { RecordAlerts, RecordPage } from '@/crud/show/record-page';
import { ErrorAlert } from '@/components/error-alert';
import { FailedState } from '@/components/state-panels';

type Values = Omit<OrganisationSettings, 'row_version'>;
const FIELD_NAMES = ['time_zone', 'financial_year_start_month', 'default_language'] as const;
const LABEL_KEYS: Readonly<Record<string, string>> = {
  time_zone: 'settings.language.zone',
  financial_year_start_month: 'settings.organisation.year',
  default_language: 'settings.organisation.language',
};
const readSettings = () => apiGet('settings');

/** Time zone, financial year and language of the customer. For admins. */
export function OrganisationForm() {
  return (
    <RecordPage read={readSettings} renderError={(error, retry) => <FailedState error={error} retry={retry} />}>
      {(settings) => <OrganisationFields settings={settings} />}
    </RecordPage>
  );
}

function OrganisationFields({ settings }: { settings: OrganisationSettings }) {
  const { t, i18n } = useTranslation();
  const { open: notify } = useNotification();
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const record = useRecordForm(form, {
    name: 'settings',
    id: 'organisation',
    record: settings,
    reload: readSettings,
    fields: FIELD_NAMES,
    label: (name) => t(LABEL_KEYS[name] ?? name),
    save: async (version, changes) => {
      const { data } = await http.patch<OrganisationSettings>('/api/settings', { ...changes, ...version });
      void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
      notify?.({ type: 'success', message: t('settings.organisation.saved') });
      return data;
    },
  });
  const leaveGuard = useLeaveGuard(record.dirty, record.discardDraft);
  const zone = Form.useWatch('time_zone', form) ?? settings.time_zone;

  const months = Array.from({ length: 12 }, (_, at) => ({
    value: at + 1,
    label: formatMonth(at + 1, i18n.language),
  }));
  const zones = [...new Set([record.baseRecord.time_zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  return (
    <Form {...record.formProps} layout="vertical" requiredMark={false} className="sg-whole">
      <h3>{t('settings.organisation.title')}</h3>
      <ErrorAlert refusal={record.refusal} />
      <RecordAlerts {...record} />
      <Form.Item
        name="time_zone"
        label={t('settings.language.zone')}
        extra={`${t('settings.language.zone_text')} ${t('settings.organisation.now', {
          when: formatInstant(new Date().toISOString(), i18n.language, zone),
        })}`}
      >
        <Select
          showSearch
          options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
          filterOption={matchesLabel}
        />
      </Form.Item>
      <Form.Item
        name="financial_year_start_month"
        label={t('settings.organisation.year')}
        extra={t('settings.organisation.year_help')}
      >
        <Select options={months} />
      </Form.Item>
      <Form.Item
        name="default_language"
        label={t('settings.organisation.language')}
        extra={t('settings.organisation.language_help')}
      >
        <Select
          options={LANGUAGE_CODES.map((value) => ({
            value,
            label: new Intl.DisplayNames([i18n.language], { type: 'language' }).of(value) ?? value,
          }))}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={record.sending}>
        {t('settings.organisation.save')}
      </Button>
      {leaveGuard.dialog}
      {record.conflict}
    </Form>
  );
}
