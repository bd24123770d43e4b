import type { ReactNode } from 'react';
import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { JOB_PAIRS_MAX } from '@contract/training-assignments.resource';
import { formatCount } from '@/components/format';
import { MAX_PER_LIST, countPairs, type Obstacle, type Plan } from './plan';

/** Sticky footer: the number of assignments so far, the obstacle and the buttons. */
export function StepFooter(props: {
  plan: Plan;
  obstacle: Obstacle | null;
  /** As wide as the card above, which already shows the number of assignments. */
  alignsWithCard?: boolean;
  children: ReactNode;
}) {
  const { plan, obstacle, alignsWithCard = false, children } = props;
  const { t, i18n } = useTranslation();
  const formatNumber = (value: number) => formatCount(value, i18n.language);
  const textValues = {
    staff: formatNumber(plan.staff.length),
    trainings: formatNumber(plan.trainings.length),
    count: countPairs(plan),
    pairs: formatNumber(countPairs(plan)),
    limit: formatNumber(JOB_PAIRS_MAX),
    each: formatNumber(MAX_PER_LIST),
  };
  return (
    <Flex
      wrap
      align="center"
      justify="space-between"
      gap="8px 24px"
      className={`asg-foot sg-foot${alignsWithCard ? ' kit-form-page' : ''}`}
    >
      <div>
        <div className="sg-error" role="alert">
          {obstacle && t(`assign.obstacles.${obstacle}`, textValues)}
        </div>
        <div role="status">
          {!obstacle && !alignsWithCard && plan.staff.length > 0 && plan.trainings.length > 0 && (
            <bdi className="kit-count sg-soft">{t('assign.review.product', textValues)}</bdi>
          )}
        </div>
      </div>
      <Flex gap={8} className="asg-foot-actions">
        {children}
      </Flex>
    </Flex>
  );
}
