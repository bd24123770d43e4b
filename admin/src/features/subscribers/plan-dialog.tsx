import { useState, type ReactNode } from 'react';
import { Alert, Checkbox, Form, type FormInstance } from 'antd';
import type { Dayjs } from 'dayjs';
import { useInvalidate, useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { SubscriberRow } from '@contract/subscribers.resource';
import { http } from '@/api/http';
import { dataProvider } from '@/api/data-provider';
import { DatePicker, useReadableDay } from '@/components/date-picker';
import { FormDialog } from '@/crud/form/form-dialog';
import { formatDay } from '@/components/format';
import { PlanEndAlert } from './plan-end-alert';

export interface PlanValues {
  subs_expiry_date?: Dayjs | null;
  already_over?: boolean;
}

/** Dialog for the last day of a plan and further fields; server errors are shown under their field. */
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
  // Its version is sent back, so that a concurrent change is detected.
  const [row, setRow] = useState(props.row);
  const [wasReviewed, setWasReviewed] = useState(false);
  const lastDay = Form.useWatch('subs_expiry_date', form) as Dayjs | null | undefined;
  // Today in the customer's time zone, not in that of the current user.
  const { today } = row;
  const isPast = Boolean(lastDay && lastDay.format('YYYY-MM-DD') < today);
  const textKey = `subscribers.commands.${name}`;

  return (
    <FormDialog
      form={form}
      title={t(`${textKey}.title`, { name: row.customer_name })}
      width={560}
      save={{ children: t(`${textKey}.label`), danger: isPast }}
      requiredMark={false}
      initialValues={props.initial as object}
      send={async (values, overwrite) => {
        const body = { ...props.body(values), ...(!overwrite && { row_version: row.row_version }) };
        await http.post(`/api/subscribers/${encodeURIComponent(row.id)}/${name}`, body);
        // Awaited, so that a dialog opened right afterwards has the new plan.
        await invalidate({ resource: 'subscribers', invalidates: ['resourceAll'] });
        notify?.({ type: 'success', message: t(`${textKey}.done`, { name: row.customer_name }) });
        onClose();
      }}
      // Shows the saved plan above the form; the form keeps its values.
      review={async () => {
        const { data } = await dataProvider.getOne({ resource: 'subscribers', id: row.id });
        setRow(data as SubscriberRow);
        setWasReviewed(true);
        void invalidate({ resource: 'subscribers', invalidates: ['resourceAll'] });
      }}
      fields={{ subscription_id: 'subs_id' }}
      onClose={onClose}
    >
      {wasReviewed && (
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
      {isPast && (
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
      <PlanEndAlert lastDay={lastDay} today={today} />
    </FormDialog>
  );
}
