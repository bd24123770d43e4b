import { Alert, Button, Form, Radio, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { PLAN_LIMIT_DEFAULT } from '@contract/subscription-limits';
import type { SubscriberRow } from '@contract/subscribers.resource';
import type { SubscriptionPackageRow } from '@contract/subscription-packages.resource';
import { useFirstRows } from '@/api/use-first-rows';
import { DatePicker, useReadableDay } from '@/components/date-picker';
import { dayjs } from '@/components/dates';
import { formatMoney, joinParts } from '@/components/format';
import type { Row } from '@/crud/resource-module';
import { NumberInput } from '@/components/number-input';
import { useErrorText } from '@/components/resource-labels';
import { PlanDialog, type PlanValues } from './plan-dialog';

interface ChangePlanValues extends PlanValues {
  subs_id: number;
  subs_activation_date: Dayjs;
  trial: boolean;
  no_of_staff?: number | null;
  no_of_training?: number | null;
}
const LIMITS = ['no_of_staff', 'no_of_training'] as const;

/** Replaces the current plan by another package, term or limits. */
export function ChangePlanDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const readableDay = useReadableDay();
  const errorText = useErrorText();
  const [form] = Form.useForm<ChangePlanValues>();
  const plan = row as unknown as SubscriberRow;
  const packages = useFirstRows<SubscriptionPackageRow>('subscription-packages', {}, 200);
  const packageChoices = (packages.data?.data ?? []).filter(
    (one) => !one.archived || one.subscription_id === plan.subs_id,
  );
  const packageId = Form.useWatch('subs_id', form);
  const chosenPackage = packageChoices.find(({ subscription_id }) => subscription_id === packageId);
  const typedLimits = {
    no_of_staff: Form.useWatch('no_of_staff', form),
    no_of_training: Form.useWatch('no_of_training', form),
  };
  const limit = (name: (typeof LIMITS)[number]) => chosenPackage?.[name] ?? typedLimits[name] ?? PLAN_LIMIT_DEFAULT;
  const used = { no_of_staff: plan.total_staff ?? 0, no_of_training: plan.total_training ?? 0 };
  const today = dayjs(plan.today);
  const exceededLimits = chosenPackage ? LIMITS.filter((name) => used[name] > limit(name)) : [];
  return (
    <PlanDialog<ChangePlanValues>
      form={form}
      name="change-plan"
      row={plan}
      initial={{
        subs_id: plan.subs_id,
        subs_activation_date: today,
        subs_expiry_date: today.add(1, 'year').subtract(1, 'day'),
        trial: false,
      }}
      body={({ subs_id, subs_activation_date, subs_expiry_date, trial, already_over, ...limits }) => ({
        subs_id,
        trial,
        ...limits,
        subs_activation_date: subs_activation_date.isSame(today, 'day')
          ? undefined
          : subs_activation_date.format('YYYY-MM-DD'),
        subs_expiry_date: subs_expiry_date?.format('YYYY-MM-DD'),
        ...(already_over && { already_over }),
      })}
      before={
        <>
          {packages.isError && (
            <Alert
              type="error"
              showIcon
              role="alert"
              message={errorText(packages.error)}
              action={<Button onClick={() => void packages.refetch()}>{t('kit.retry')}</Button>}
            />
          )}
          <Form.Item name="subs_id" label={t('subscribers.fields.subs_name')}>
            <Select
              loading={packages.isPending}
              options={packageChoices.map((one) => ({
                value: one.subscription_id,
                label: joinParts(
                  [
                    one.subscription_name,
                    formatMoney(one.subscription_price, one.currency, i18n.language),
                    t(`subscribers.choices.subs_billing_plan.${one.subscription_type}`),
                  ],
                  i18n.language,
                ),
              }))}
            />
          </Form.Item>
          <Form.Item name="trial" label={t('subscribers.plan.kind')}>
            <Radio.Group
              options={[
                { value: false, label: t('subscribers.plan.paid') },
                { value: true, label: t('subscribers.fields.trial') },
              ]}
            />
          </Form.Item>
          <Form.Item
            name="subs_activation_date"
            label={t('subscribers.fields.subs_activation_date')}
            rules={[{ required: true, message: t('subscribers.plan.day_needed') }, readableDay]}
          >
            <DatePicker allowClear={false} showNow={false} maxDate={today} minDate={dayjs(plan.subs_activation_date)} />
          </Form.Item>
        </>
      }
      after={
        <>
          {LIMITS.map((name) =>
            chosenPackage && chosenPackage[name] === null ? (
              <Form.Item
                key={name}
                name={name}
                label={t(`subscribers.fields.${name}`)}
                extra={t('subscribers.plan.limit_help', { limit: PLAN_LIMIT_DEFAULT })}
              >
                <NumberInput min={1} max={1_000_000} precision={0} />
              </Form.Item>
            ) : null,
          )}
          {exceededLimits.map((name) => (
            <Alert
              key={name}
              type="warning"
              showIcon
              role="status"
              message={t(`subscribers.plan.below_${name}`, { used: used[name], limit: limit(name) })}
            />
          ))}
        </>
      }
      onClose={onClose}
    />
  );
}
