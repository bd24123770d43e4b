import { useState } from 'react';
import { Alert, App, Button, Form, Select, Skeleton } from 'antd';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_CODES } from '@contract/languages';
import type { OrganisationSettings } from '@contract/settings';
import { http } from '@/client/http';
import type { ApiError } from '@/client/api-error';
import { ConflictDialog } from '@/kit/conflict-dialog';
import { formatInstant, formatList, formatMonth } from '@/kit/format';
import { ME_QUERY } from '@/client/me';
import { read } from '@/client/read';
import { useLeaveGuard } from '@/kit/leave-guard';
import { FailedState } from '@/kit/states';
import { useErrorWords } from '@/kit/words';

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
  const errorWords = useErrorWords();
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  // What the form was filled with: its version is sent back.
  const [read, setRead] = useState(settings);
  const [stale, setStale] = useState(false);
  const [takenOver, setTakenOver] = useState<string[]>([]);
  const typed = Form.useWatch([], form) as Values | undefined;
  const zone = typed?.time_zone ?? read.time_zone;
  const mine = typed ? differing(read, typed) : {};
  const leaving = useLeaveGuard(Object.keys(mine).length > 0, () => undefined);

  async function save(overwrite = false): Promise<void> {
    setSaving(true);
    setRefusal(null);
    try {
      const change = differing(read, form.getFieldsValue());
      const body = { ...change, ...(!overwrite && { row_version: read.row_version }) };
      const { data } = await http.patch<OrganisationSettings>('/api/settings', body);
      client.setQueryData(SETTINGS, data);
      startFrom(data, {});
      void client.invalidateQueries({ queryKey: ME_QUERY });
      notification.success({ message: t('settings.organisation.saved') });
    } catch (error) {
      const refused = error as ApiError;
      if (refused.statusCode === 412) return setStale(true);
      setRefusal(refused);
      form.setFields(Object.entries(refused.errors).map(([name, errors]) => ({ name: name as keyof Values, errors })));
    } finally {
      setSaving(false);
    }
  }

  function startFrom(from: OrganisationSettings, kept: Partial<Values>): void {
    setRead(from);
    setTakenOver(Object.keys(kept).length > 0 ? Object.keys(differing(read, from)) : []);
    form.setFieldsValue({ ...from, ...kept });
  }

  /** Theirs, and on top of it what was chosen here. */
  async function review(): Promise<void> {
    setStale(false);
    const theirs = await latest();
    if (theirs) startFrom(theirs, differing(read, form.getFieldsValue()));
  }

  const months = Array.from({ length: 12 }, (_, at) => ({
    value: at + 1,
    label: formatMonth(at + 1, i18n.language),
  }));
  const zones = [...new Set([read.time_zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      className="set-contact"
      initialValues={settings}
      onFinish={() => void save()}
    >
      <h3>{t('settings.organisation.title')}</h3>
      {refusal && <Alert type="error" showIcon role="alert" message={errorWords(refusal)} />}
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
      <Button type="primary" htmlType="submit" loading={saving}>
        {t('settings.organisation.save')}
      </Button>
      {leaving.dialog}
      <ConflictDialog
        open={stale}
        onCancel={() => setStale(false)}
        onReview={() => void review()}
        onOverwrite={() => {
          setStale(false);
          void save(true);
        }}
      />
    </Form>
  );
}
