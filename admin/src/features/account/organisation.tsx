import { Button, Form, Select } from 'antd';
import { useNotification } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_CODES } from '@contract/languages';
import type { OrganisationSettings } from '@contract/settings';
import { http } from '@/api/http';
import { ME_KEY } from '@/api/me';
import { read } from '@/api/read';
import { isLabelLike } from '@/components/fold';
import { formatInstant, formatMonth } from '@/components/format';
import { useLeaveGuard } from '@/components/leave-guard';
import { useRecordForm } from '@/crud/form/record-form';
import { RecordNotes, RecordPage } from '@/crud/show/record-page';
import { Refused } from '@/components/refused';
import { FailedState } from '@/components/states';

type Values = Omit<OrganisationSettings, 'row_version'>;
const NAMES = ['time_zone', 'financial_year_start_month', 'default_language'] as const;
const LABELS: Readonly<Record<string, string>> = {
  time_zone: 'settings.language.zone',
  financial_year_start_month: 'settings.organisation.year',
  default_language: 'settings.organisation.language',
};
const readSettings = () => read('settings');

/** Time zone, financial year and language of the whole organisation; its admin sets them. */
export function OrganisationForm() {
  return (
    <RecordPage read={readSettings} failed={(error, again) => <FailedState error={error} retry={again} />}>
      {(settings) => <Fields settings={settings} />}
    </RecordPage>
  );
}

function Fields({ settings }: { settings: OrganisationSettings }) {
  const { t, i18n } = useTranslation();
  const { open: notify } = useNotification();
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const record = useRecordForm(form, {
    name: 'settings',
    id: 'organisation',
    record: settings,
    reload: readSettings,
    fields: NAMES,
    label: (name) => t(LABELS[name] ?? name),
    save: async (version, changes) => {
      const { data } = await http.patch<OrganisationSettings>('/api/settings', { ...changes, ...version });
      void client.invalidateQueries({ queryKey: ME_KEY });
      notify?.({ type: 'success', message: t('settings.organisation.saved') });
      return data;
    },
  });
  const leaving = useLeaveGuard(record.dirty, record.drop);
  const zone = Form.useWatch('time_zone', form) ?? settings.time_zone;

  const months = Array.from({ length: 12 }, (_, at) => ({
    value: at + 1,
    label: formatMonth(at + 1, i18n.language),
  }));
  const zones = [...new Set([record.filled.time_zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  return (
    <Form {...record.formProps} layout="vertical" requiredMark={false} className="sg-whole">
      <h3>{t('settings.organisation.title')}</h3>
      <Refused refusal={record.refusal} />
      <RecordNotes {...record} />
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
          filterOption={isLabelLike}
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
      {leaving.dialog}
      {record.conflict}
    </Form>
  );
}
