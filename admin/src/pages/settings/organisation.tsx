import { useState } from 'react';
import { Alert, App, Button, Form, Select, Skeleton } from 'antd';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type OrganisationSettings } from '@contract/settings';
import { http, type ApiError } from '@/app/providers/http';
import { formatInstant } from '@/kit/format';
import { ME_QUERY } from '@/kit/kit-context';
import { FailedState } from '@/kit/states';
import { useErrorWords } from '@/kit/words';

const SETTINGS = ['settings'] as const;
type Values = Omit<OrganisationSettings, 'row_version'>;

/** Time zone, financial year and language of the whole organisation; its admin sets them. */
export function OrganisationForm() {
  const settings = useQuery({
    queryKey: SETTINGS,
    queryFn: async () => (await http.get<OrganisationSettings>('/api/settings')).data,
    retry: false,
  });
  if (settings.isError) return <FailedState error={settings.error} retry={() => void settings.refetch()} />;
  if (!settings.data) return <Skeleton active paragraph={{ rows: 4 }} />;
  return <Fields key={settings.data.row_version} settings={settings.data} />;
}

function Fields({ settings }: { settings: OrganisationSettings }) {
  const { t, i18n } = useTranslation();
  const { notification } = App.useApp();
  const errorWords = useErrorWords();
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const zone = Form.useWatch('time_zone', form) ?? settings.time_zone;

  async function save(values: Values): Promise<void> {
    setSaving(true);
    setRefusal(null);
    try {
      const body = { ...values, row_version: settings.row_version };
      const { data } = await http.patch<OrganisationSettings>('/api/settings', body);
      client.setQueryData(SETTINGS, data);
      void client.invalidateQueries({ queryKey: ME_QUERY });
      notification.success({ message: t('settings.organisation.saved') });
    } catch (error) {
      const refused = error as ApiError;
      setRefusal(refused);
      if (refused.statusCode === 412) void client.invalidateQueries({ queryKey: SETTINGS });
      form.setFields(Object.entries(refused.errors).map(([name, errors]) => ({ name: name as keyof Values, errors })));
    } finally {
      setSaving(false);
    }
  }

  const months = Array.from({ length: 12 }, (_, at) => ({
    value: at + 1,
    label: new Intl.DateTimeFormat(i18n.language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, at, 1)),
  }));
  const zones = [...new Set([settings.time_zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      className="set-contact"
      initialValues={settings}
      onFinish={({ time_zone, financial_year_start_month, default_language }) =>
        void save({ time_zone, financial_year_start_month, default_language })
      }
    >
      <h3>{t('settings.organisation.title')}</h3>
      {refusal && <Alert type="error" showIcon role="alert" message={errorWords(refusal)} />}
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
          optionFilterProp="label"
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
          options={LANGUAGES.map((value) => ({
            value,
            label: new Intl.DisplayNames([i18n.language], { type: 'language' }).of(value) ?? value,
          }))}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={saving}>
        {t('settings.organisation.save')}
      </Button>
    </Form>
  );
}
