import { cloneElement, type ReactElement } from 'react';
import { Steps } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatCount } from '@/components/format';
import { obstacleAt, STEPS, type Plan, type Step } from './plan';

/** Said by what takes the focus, which is the one element within the step. */
const asCurrent = (step: ReactElement<{ children: ReactElement<{ 'aria-current'?: 'step' }> }>) =>
  cloneElement(step, {}, cloneElement(step.props.children, { 'aria-current': 'step' }));

/** The four steps to go to; those that what is chosen does not allow yet are not. */
export function StepTrail(props: { step: Step; plan: Plan; today: string; go: (step: Step) => void }) {
  const { step, plan, today, go } = props;
  const { t, i18n } = useTranslation();
  const at = STEPS.indexOf(step);
  const open = (index: number) => STEPS.slice(0, index).every((each) => obstacleAt(each, plan, today) === null);
  const note = (each: Step): string | null => {
    const count = each === 'staff' ? plan.staff.length : each === 'trainings' ? plan.trainings.length : 0;
    return count > 0 ? formatCount(count, i18n.language) : null;
  };
  return (
    <nav aria-label={t('assign.steps_label')}>
      <Steps
        className="sg-mb-24"
        current={at}
        onChange={(index) => STEPS[index] && go(STEPS[index])}
        items={STEPS.map((each, index) => ({
          title: t(`assign.steps.${each}`),
          subTitle: note(each),
          disabled: !open(index),
          ...(index === at && { render: asCurrent }),
        }))}
      />
    </nav>
  );
}
