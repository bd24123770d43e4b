import { Divider, Flex, Radio, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { DatePicker } from '@/components/date-picker';
import { dayjs } from '@/components/dates';
import { formatDay } from '@/components/format';
import { NumberInput } from '@/components/number-input';
import { DAYS_MAX, DUE_RULES, resolveDueDate, type Obstacle, type Plan } from './plan';

/** Due date and mandatory flag. */
export function RulesStep(props: {
  plan: Plan;
  today: string;
  obstacle: Obstacle | null;
  change: (part: Partial<Plan>) => void;
}) {
  const { plan, today, obstacle, change } = props;
  const { t, i18n } = useTranslation();
  const due = resolveDueDate(plan, today);
  return (
    <section className="sg-card kit-form-page">
      <fieldset>
        <legend className="sg-mb-8">{t('assign.rules.due')}</legend>
        <Radio.Group value={plan.due} onChange={(event) => change({ due: event.target.value as Plan['due'] })}>
          <Flex vertical gap={12}>
            {DUE_RULES.map((rule) => (
              <div key={rule}>
                <Radio value={rule}>{t(`assign.rules.${rule}`)}</Radio>
                {rule === 'training' && <p className="asg-rule-more sg-soft">{t('assign.rules.training_text')}</p>}
                {rule === 'day' && plan.due === 'day' && (
                  <Flex wrap align="center" gap={8} className="asg-rule-more">
                    <DatePicker
                      aria-label={t('assign.rules.day')}
                      value={plan.due_on ? dayjs(plan.due_on) : null}
                      minDate={dayjs(today)}
                      status={obstacle ? 'error' : ''}
                      onChange={(day) => change({ due_on: day?.isValid() ? day.format('YYYY-MM-DD') : null })}
                    />
                  </Flex>
                )}
                {rule === 'days' && plan.due === 'days' && (
                  <Flex wrap align="center" gap={8} className="asg-rule-more">
                    <NumberInput
                      aria-label={t('assign.rules.days')}
                      min={0}
                      max={DAYS_MAX}
                      precision={0}
                      value={plan.days}
                      status={obstacle ? 'error' : ''}
                      onChange={(days) => change({ days })}
                    />
                    <span>{t('assign.rules.days_unit', { count: plan.days ?? 0 })}</span>
                    {due && (
                      <span className="sg-faint">
                        {t('assign.rules.that_is', { day: formatDay(due, i18n.language, 'long') })}
                      </span>
                    )}
                  </Flex>
                )}
              </div>
            ))}
          </Flex>
        </Radio.Group>
        {obstacle && obstacle !== 'too_many' && (
          <p className="sg-error" role="alert">
            {t(`assign.obstacles.${obstacle}`)}
          </p>
        )}
      </fieldset>
      <Divider />
      <Flex align="start" gap={16}>
        <Switch
          id="assign-mandatory"
          checked={plan.mandatory}
          onChange={(mandatory) => change({ mandatory })}
          aria-describedby="assign-mandatory-text"
        />
        <div>
          <label htmlFor="assign-mandatory" className="sg-semi">
            {t('assign.rules.mandatory')}
          </label>
          <p id="assign-mandatory-text" className="sg-soft">
            {t('assign.rules.mandatory_text')}
          </p>
        </div>
      </Flex>
    </section>
  );
}
