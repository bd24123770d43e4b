import { useState, type ReactNode } from 'react';
import { Alert, Checkbox, Form, type FormInstance } from 'antd';
import type { Dayjs } from 'dayjs';
import { useInvalidate, useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { SubscriberRow } from '@contract/subscribers.resource';
import { http } from '@/api/http';
import { dataProvider } from '@/api/data';
import { DatePicker, useReadableDay } from '@/components/date-picker';
import { FormDialog } from '@/crud/form/form-dialog';
import { formatDay } from '@/components/format';
import { EndMeaning } from './plan-days';

export interface PlanValues {
  subs_expiry_date?: Dayjs | null;
  already_over?: boolean;
}

/** The last day of a plan, and what else a change of it asks; the server's refusals stand under their field. */
export function PlanDialog<V extends PlanValues>(props: {
  form: FormInstance<V>;
  name: 'extend' | 'change-plan';
  row: SubscriberRow;
  initial: Partial<V>;
  body: (values: V) => object;
  before?: ReactNode;
  after?: ReactNode;
  onClose: () => void;
}) {
  const { form, name, onClose } = props;
  const { t, i18n } = useTranslation();
  const readableDay = useReadableDay();
  const invalidate = useInvalidate();
  const { open: notify } = useNotification();
  // As it was read: its version is sent back, so that a change made meanwhile is not overwritten unseen.
  const [row, setRow] = useState(props.row);
  const [reviewed, setReviewed] = useState(false);
  const until = Form.useWatch('subs_expiry_date', form) as Dayjs | null | undefined;
  // Theirs, not the reader's: a last day counts by the organisation's own calendar.
  const { today } = row;
  const passed = Boolean(until && until.format('YYYY-MM-DD') < today);
  const key = `subscribers.commands.${name}`;

  return (
    <FormDialog
      form={form}
      title={t(`${key}.title`, { name: row.customer_name })}
      width={560}
      save={{ children: t(`${key}.label`), danger: passed }}
      requiredMark={false}
      initialValues={props.initial as object}
      send={async (values, overwrite) => {
        const body = { ...props.body(values), ...(!overwrite && { row_version: row.row_version }) };
        await http.post(`/api/subscribers/${encodeURIComponent(row.id)}/${name}`, body);
        // Whoever opens the next dialog at once opens it on the plan as it is now.
        await invalidate({ resource: 'subscribers', invalidates: ['resourceAll'] });
        notify?.({ type: 'success', message: t(`${key}.done`, { name: row.customer_name }) });
        onClose();
      }}
      // The plan as somebody else left it stands above; what was chosen here stays in the form.
      review={async () => {
        const { data } = await dataProvider.getOne({ resource: 'subscribers', id: row.id });
        setRow(data as SubscriberRow);
        setReviewed(true);
        void invalidate({ resource: 'subscribers', invalidates: ['resourceAll'] });
      }}
      fields={{ subscription_id: 'subs_id' }}
      onClose={onClose}
    >
      {reviewed && (
        <Alert
          type="warning"
          showIcon
          className="sg-mb-16"
          message={t('subscribers.plan.changed_meanwhile', {
            plan: row.subs_name,
            day: formatDay(row.subs_expiry_date, i18n.language),
          })}
        />
      )}
      {props.before}
      <Form.Item
        name={'subs_expiry_date' as never}
        label={t('subscribers.fields.subs_expiry_date')}
        extra={t('subscribers.plan.last_day', { today: formatDay(today, i18n.language) })}
        rules={[{ required: true, message: t('subscribers.plan.day_needed') }, readableDay]}
      >
        <DatePicker allowClear={false} showNow={false} />
      </Form.Item>
      {passed && (
        <Form.Item
          name={'already_over' as never}
          valuePropName="checked"
          rules={[
            {
              validator: async (_, checked) => {
                if (!checked) throw new Error(t('subscribers.plan.over_needed'));
              },
            },
          ]}
        >
          <Checkbox>{t('subscribers.plan.already_over')}</Checkbox>
        </Form.Item>
      )}
      {props.after}
      <EndMeaning until={until} today={today} />
    </FormDialog>
  );
}
