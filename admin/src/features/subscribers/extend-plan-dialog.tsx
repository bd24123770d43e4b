import { Button, Form, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SubscriberRow } from '@contract/subscribers.resource';
import { dayjs } from '@/components/dates';
import type { Row } from '@/crud/resource-module';
import { PlanDialog, type PlanValues } from './plan-dialog';

const QUICK_MONTHS = [1, 3, 12] as const;

/** Changes the last day of the current plan. */
export function ExtendPlanDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<PlanValues>();
  const plan = row as unknown as SubscriberRow;
  // The end of the plan, or today if it has ended.
  const startDay = dayjs(plan.subs_expiry_date < plan.today ? plan.today : plan.subs_expiry_date);
  return (
    <PlanDialog
      form={form}
      name="extend"
      row={plan}
      initial={{ subs_expiry_date: dayjs(plan.subs_expiry_date) }}
      body={({ subs_expiry_date, already_over }) => ({
        subs_expiry_date: subs_expiry_date?.format('YYYY-MM-DD'),
        ...(already_over && { already_over }),
      })}
      before={
        <Space wrap className="sg-mb-16">
          {QUICK_MONTHS.map((months) => (
            <Button
              key={months}
              size="small"
              onClick={() => form.setFieldsValue({ subs_expiry_date: startDay.add(months, 'month') })}
            >
              {t('subscribers.plan.months', { count: months })}
            </Button>
          ))}
        </Space>
      }
      onClose={onClose}
    />
  );
}
