import { cloneElement, type ReactElement } from 'react';
import { Steps } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatCount } from '@/components/format';
import { findObstacle, STEPS, type Plan, type Step } from './plan';

/** Sets `aria-current` on the focusable element, the only child of the step. */
const withAriaCurrent = (step: ReactElement<{ children: ReactElement<{ 'aria-current'?: 'step' }> }>) =>
  cloneElement(step, {}, cloneElement(step.props.children, { 'aria-current': 'step' }));

/** The four steps; a step is disabled while an earlier one has an obstacle. */
export function StepNavigation(props: { step: Step; plan: Plan; today: string; onStepChange: (step: Step) => void }) {
  const { step, plan, today, onStepChange } = props;
  const { t, i18n } = useTranslation();
  const currentIndex = STEPS.indexOf(step);
  const canOpen = (index: number) => STEPS.slice(0, index).every((each) => findObstacle(each, plan, today) === null);
  const selectionCount = (each: Step): string | null => {
    const count = each === 'staff' ? plan.staff.length : each === 'trainings' ? plan.trainings.length : 0;
    return count > 0 ? formatCount(count, i18n.language) : null;
  };
  return (
    <nav aria-label={t('assign.steps_label')}>
      <Steps
        className="sg-mb-24"
        current={currentIndex}
        onChange={(index) => STEPS[index] && onStepChange(STEPS[index])}
        items={STEPS.map((each, index) => ({
          title: t(`assign.steps.${each}`),
          subTitle: selectionCount(each),
          disabled: !canOpen(index),
          ...(index === currentIndex && { render: withAriaCurrent }),
        }))}
      />
    </nav>
  );
}
