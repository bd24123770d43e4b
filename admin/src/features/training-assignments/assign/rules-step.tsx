import { Radio, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { DatePicker } from '@/components/date-picker';
import { dayjs } from '@/components/dates';
import { formatDay } from '@/components/format';
import { NumberInput } from '@/components/number-input';
import { DAYS_MAX, DUE_RULES, dueOn, type Obstacle, type Plan } from './plan';

/** Until when, and whether they must. */
export function RulesStep(props: {
  plan: Plan;
  today: string;
  obstacle: Obstacle | null;
  change: (part: Partial<Plan>) => void;
}) {
  const { plan, today, obstacle, change } = props;
  const { t, i18n } = useTranslation();
  const due = dueOn(plan, today);
  return (
    <section className="sg-card asg-rules">
      <fieldset>
        <legend>{t('assign.rules.due')}</legend>
        <Radio.Group value={plan.due} onChange={(event) => change({ due: event.target.value as Plan['due'] })}>
          {DUE_RULES.map((rule) => (
            <div key={rule} className="asg-rule">
              <Radio value={rule}>{t(`assign.rules.${rule}`)}</Radio>
              {rule === 'training' && <p className="sg-soft">{t('assign.rules.training_text')}</p>}
              {rule === 'day' && plan.due === 'day' && (
                <div className="asg-rule-more sg-row sg-wrap sg-gap-8">
                  <DatePicker
                    aria-label={t('assign.rules.day')}
                    value={plan.due_on ? dayjs(plan.due_on) : null}
                    minDate={dayjs(today)}
                    status={obstacle ? 'error' : ''}
                    onChange={(day) => change({ due_on: day?.isValid() ? day.format('YYYY-MM-DD') : null })}
                  />
                </div>
              )}
              {rule === 'days' && plan.due === 'days' && (
                <div className="asg-rule-more sg-row sg-wrap sg-gap-8">
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
                </div>
              )}
            </div>
          ))}
        </Radio.Group>
        {obstacle && obstacle !== 'too_many' && (
          <p className="sg-error" role="alert">
            {t(`assign.obstacles.${obstacle}`)}
          </p>
        )}
      </fieldset>
      <div className="asg-switch sg-flex sg-start sg-gap-16 sg-line-above">
        <Switch
          id="assign-mandatory"
          checked={plan.mandatory}
          onChange={(mandatory) => change({ mandatory })}
          aria-describedby="assign-mandatory-text"
        />
        <div>
          <label htmlFor="assign-mandatory">{t('assign.rules.mandatory')}</label>
          <p id="assign-mandatory-text" className="sg-soft">
            {t('assign.rules.mandatory_text')}
          </p>
        </div>
      </div>
    </section>
  );
}
