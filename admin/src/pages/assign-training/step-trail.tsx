import { CheckOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { formatCount } from '@/kit/format';
import { obstacleAt, STEPS, type Plan, type Step } from './plan';

/** The four steps as links; those that what is chosen does not allow yet are not. */
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
      <ol className="asg-trail">
        {STEPS.map((each, index) => (
          <li key={each} data-at={index === at} data-done={index < at}>
            <button
              type="button"
              aria-current={index === at ? 'step' : undefined}
              disabled={!open(index)}
              onClick={() => go(each)}
            >
              <span className="asg-trail-mark" aria-hidden="true">
                {index < at ? <CheckOutlined /> : formatCount(index + 1, i18n.language)}
              </span>
              <span>{t(`assign.steps.${each}`)}</span>
              {note(each) && <span className="asg-trail-note sg-number">{note(each)}</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
