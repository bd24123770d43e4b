import { useState } from 'react';
import { Alert, App, Button, Form, Select, Skeleton } from 'antd';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_CODES } from '@contract/languages';
import type { OrganisationSettings } from '@contract/settings';
import { http } from '@/client/http';
import { formatInstant, formatList, formatMonth } from '@/kit/format';
import { ME_QUERY } from '@/client/me';
import { read } from '@/client/read';
import { Refused } from '@/kit/refused';
import { useSending } from '@/kit/sending';
import { useLeaveGuard } from '@/kit/leave-guard';
import { FailedState } from '@/kit/states';

const SETTINGS = ['settings'] as const;
type Values = Omit<OrganisationSettings, 'row_version'>;

/** Time zone, financial year and language of the whole organisation; its admin sets them. */
export function OrganisationForm() {
  const settings = useQuery({
    queryKey: SETTINGS,
    queryFn: () => read('settings'),
  });
  if (settings.isError) return <FailedState error={settings.error} retry={() => void settings.refetch()} />;
  if (!settings.data) return <Skeleton active paragraph={{ rows: 4 }} />;
  return <Fields settings={settings.data} latest={async () => (await settings.refetch()).data} />;
}

const LABELS: Readonly<Record<string, string>> = {
  time_zone: 'settings.language.zone',
  financial_year_start_month: 'settings.organisation.year',
  default_language: 'settings.organisation.language',
};
type Latest = () => Promise<OrganisationSettings | undefined>;
const NAMES = ['time_zone', 'financial_year_start_month', 'default_language'] as const;

/** What differs: only that is saved. */
const differing = (from: Values, to: Values): Partial<Values> =>
  Object.fromEntries(NAMES.filter((name) => from[name] !== to[name]).map((name) => [name, to[name]]));

function Fields({ settings, latest }: { settings: OrganisationSettings; latest: Latest }) {
  const { t, i18n } = useTranslation();
  const { notification } = App.useApp();
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  // What the form was filled with: its version is sent back.
  const [filled, setFilled] = useState(settings);
  const [takenOver, setTakenOver] = useState<string[]>([]);
  const typed = Form.useWatch([], form) as Values | undefined;
  const zone = typed?.time_zone ?? filled.time_zone;
  const mine = typed ? differing(filled, typed) : {};
  const leaving = useLeaveGuard(Object.keys(mine).length > 0, () => undefined);

  const { sending, send, refusal, conflict } = useSending(form, {
    send: async (values, overwrite) => {
      const body = { ...differing(filled, values), ...(!overwrite && { row_version: filled.row_version }) };
      const { data } = await http.patch<OrganisationSettings>('/api/settings', body);
      client.setQueryData(SETTINGS, data);
      startFrom(data, {});
      void client.invalidateQueries({ queryKey: ME_QUERY });
      notification.success({ message: t('settings.organisation.saved') });
    },
    // Theirs, and on top of it what was chosen here.
    review: async () => {
      const theirs = await latest();
      if (theirs) startFrom(theirs, differing(filled, form.getFieldsValue()));
    },
  });

  function startFrom(from: OrganisationSettings, kept: Partial<Values>): void {
    setFilled(from);
    setTakenOver(Object.keys(kept).length > 0 ? Object.keys(differing(filled, from)) : []);
    form.setFieldsValue({ ...from, ...kept });
  }

  const months = Array.from({ length: 12 }, (_, at) => ({
    value: at + 1,
    label: formatMonth(at + 1, i18n.language),
  }));
  const zones = [...new Set([filled.time_zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      className="set-contact sg-stack sg-one sg-items-start sg-whole sg-gap-4"
      initialValues={settings}
      onFinish={send}
    >
      <h3>{t('settings.organisation.title')}</h3>
      <Refused error={refusal} />
      {takenOver.length > 0 && (
        <Alert
          type="warning"
          showIcon
          message={t('kit.stale.taken_over', {
            fields: formatList(
              takenOver.map((name) => t(LABELS[name] ?? name)),
              i18n.language,
            ),
          })}
        />
      )}
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
          options={LANGUAGE_CODES.map((value) => ({
            value,
            label: new Intl.DisplayNames([i18n.language], { type: 'language' }).of(value) ?? value,
          }))}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={sending}>
        {t('settings.organisation.save')}
      </Button>
      {leaving.dialog}
      {conflict}
    </Form>
  );
}
