import type { ReactNode } from 'react';
import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { JOB_PAIRS_MAX } from '@contract/training-assignments.resource';
import { formatCount } from '@/components/format';
import { EACH_MAX, pairsOf, type Obstacle, type Plan } from './plan';

/** Kept in view: what it comes to so far, what is in the way, and the two ways on. */
export function StepFoot(props: {
  plan: Plan;
  obstacle: Obstacle | null;
  /** As wide as the card above it, which says the product itself. */
  column?: boolean;
  children: ReactNode;
}) {
  const { plan, obstacle, column = false, children } = props;
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatCount(value, i18n.language);
  const facts = {
    staff: number(plan.staff.length),
    trainings: number(plan.trainings.length),
    count: pairsOf(plan),
    pairs: number(pairsOf(plan)),
    limit: number(JOB_PAIRS_MAX),
    each: number(EACH_MAX),
  };
  return (
    <Flex
      wrap
      align="center"
      justify="space-between"
      gap="8px 24px"
      className={`asg-foot sg-foot${column ? ' kit-form-page' : ''}`}
    >
      <div>
        <div className="sg-error" role="alert">
          {obstacle && t(`assign.obstacles.${obstacle}`, facts)}
        </div>
        <div role="status">
          {!obstacle && !column && plan.staff.length > 0 && plan.trainings.length > 0 && (
            <bdi className="kit-count sg-soft">{t('assign.review.product', facts)}</bdi>
          )}
        </div>
      </div>
      <Flex gap={8} className="asg-foot-actions">
        {children}
      </Flex>
    </Flex>
  );
}
