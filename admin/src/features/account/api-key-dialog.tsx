import { Button, Checkbox, Form, Input } from 'antd';
import type { Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { API_KEY_SCOPES } from '@contract/api-key-scopes';
import type { ApiKeyScope } from '@contract/api-keys.resource';
import { http } from '@/api/http';
import { DatePicker, useReadableDay } from '@/components/date-picker';
import { dayIn, dayjs, endOfDay } from '@/components/dates';
import { FormDialog } from '@/crud/form/form-dialog';
import { useAccount } from '@/crud/crud-context';

interface Values {
  name: string;
  scopes: ApiKeyScope[];
  until?: Dayjs | null;
}

/** Name, scopes and expiry. `onClose` receives the new key, which the server returns only once. */
export function ApiKeyDialog({ onClose }: { onClose: (secret: string | null) => void }) {
  const { t } = useTranslation();
  const { time_zone } = useAccount();
  const readableDay = useReadableDay();
  const [form] = Form.useForm<Values>();
  return (
    <FormDialog
      form={form}
      title={t('settings.api_keys.create')}
      width={640}
      save={{ children: t('settings.api_keys.create') }}
      requiredMark={false}
      send={async ({ name, scopes, until }) => {
        const expires_at = until ? endOfDay(until.format('YYYY-MM-DD'), time_zone) : null;
        const { data } = await http.post<{ secret: string }>('/api/api-keys', { name, scopes, expires_at });
        onClose(data.secret);
      }}
      fields={{ expires_at: 'until' }}
      onClose={() => onClose(null)}
    >
      <Form.Item
        name="name"
        label={t('settings.api_keys.name')}
        extra={t('settings.api_keys.name_help')}
        rules={[{ required: true, whitespace: true, message: t('settings.api_keys.name_needed') }]}
      >
        <Input maxLength={100} autoFocus autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="scopes"
        label={t('settings.api_keys.scopes')}
        extra={t('settings.api_keys.scopes_help')}
        rules={[
          {
            // Not `required`: antd would set aria-required on a group, which is invalid.
            validator: async (_rule, chosen?: unknown[]) => {
              if (!chosen?.length) throw new Error(t('settings.api_keys.scopes_needed'));
            },
          },
        ]}
      >
        <Checkbox.Group
          className="sg-tiles sg-tiles-200 sg-stack sg-gap-8-16"
          options={API_KEY_SCOPES.map((scope) => ({
            value: scope,
            label: (
              <>
                {t(`settings.api_keys.scope.${scope.split(':')[0]}`)}{' '}
                <bdi className="sg-mono sg-tiny sg-faint" dir="ltr">
                  {scope}
                </bdi>
              </>
            ),
          }))}
        />
      </Form.Item>
      <p className="sg-mb-16">
        <Button size="small" onClick={() => form.setFieldsValue({ scopes: [...API_KEY_SCOPES] })}>
          {t('settings.api_keys.all')}
        </Button>{' '}
        <Button size="small" onClick={() => form.setFieldsValue({ scopes: [] })}>
          {t('settings.api_keys.none')}
        </Button>
      </p>
      <Form.Item
        name="until"
        label={t('settings.api_keys.expires_at')}
        extra={t('settings.api_keys.expires_help')}
        rules={[readableDay]}
      >
        <DatePicker showNow={false} minDate={dayjs(dayIn(Date.now(), time_zone))} />
      </Form.Item>
    </FormDialog>
  );
}
