import { ArrowRightOutlined, CheckCircleFilled } from '@ant-design/icons';
import { useQueries } from '@tanstack/react-query';
import { Avatar, Flex, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FailedState } from '@/components/state-panels';
import { fetchFirstRows } from '@/api/data-provider';
import { dataKey } from '@/api/query-keys';

/** A step is done once at least one row exists. */
interface ChecklistStep {
  readonly key: string;
  readonly to: string;
  readonly resource: string;
  /** Each filter is counted by its own index. */
  readonly filters?: readonly string[];
}
const STEPS: readonly ChecklistStep[] = [
  { key: 'staff', to: '/add-staff', resource: 'staff' },
  { key: 'skills', to: '/skil-master', resource: 'skills' },
  { key: 'category', to: '/category', resource: 'training-categories' },
  { key: 'training', to: '/training', resource: 'trainings', filters: ['status=published'] },
  { key: 'target', to: '/assign-target-skils', resource: 'skill-targets' },
  { key: 'assign', to: '/assign-training', resource: 'training-assignments' },
  {
    key: 'invite',
    to: '/add-staff?invitation=not_invited',
    resource: 'staff',
    filters: ['invitation=open', 'invitation=accepted'],
  },
];

const countRows = async ({ resource, filters = [''] }: ChecklistStep): Promise<number> => {
  const rows = await Promise.all(filters.map((each) => fetchFirstRows(resource, new URLSearchParams(each), 1)));
  return rows.reduce((sum, { total }) => sum + total, 0);
};

/** Seven setup steps for a new customer. Hidden once all are done. */
export function Checklist() {
  const { t } = useTranslation();
  const counts = useQueries({
    queries: STEPS.map((step) => ({
      queryKey: dataKey(step.resource, 'count', step.filters ?? null),
      queryFn: () => countRows(step),
    })),
  });
  const failedQuery = counts.find((count) => count.isError);
  const done = counts.filter((count) => (count.data ?? 0) > 0).length;
  const nextIndex = counts.findIndex((count) => !count.isPending && (count.data ?? 0) === 0);
  if (counts.some((count) => count.isPending))
    return (
      <section className="sg-card sg-checklist">
        <Skeleton active paragraph={{ rows: STEPS.length }} />
      </section>
    );
  // A failed count is not shown as an open step.
  if (failedQuery)
    return <FailedState error={failedQuery.error} retry={() => counts.forEach((count) => void count.refetch())} />;
  if (done === STEPS.length) return null;
  return (
    <section className="sg-card sg-checklist" aria-labelledby="checklist">
      <Flex wrap justify="space-between" align="start" gap="8px 24px" className="sg-mb-8">
        <div>
          <h2 id="checklist">{t('home.checklist')}</h2>
          <p className="sg-soft">{t('home.checklist_text')}</p>
          <Link to="/import">{t('home.checklist_import')}</Link>
        </div>
        <span className="sg-number sg-soft">{t('home.progress', { done, all: STEPS.length })}</span>
      </Flex>
      <ol className="sg-lines">
        {STEPS.map((step, index) => {
          const isDone = (counts[index]?.data ?? 0) > 0;
          return (
            <li key={step.key}>
              <Link to={step.to} className="sg-line">
                {isDone ? (
                  <CheckCircleFilled aria-hidden className="sg-step-done sg-success" />
                ) : (
                  <Avatar aria-hidden="true" size={28} className="sg-step-mark" data-next={index === nextIndex}>
                    {index + 1}
                  </Avatar>
                )}
                <Flex vertical flex={1} component="span">
                  <strong>{t(`home.steps.${step.key}.title`)}</strong>
                  <span className="sg-soft">{t(`home.steps.${step.key}.text`)}</span>
                </Flex>
                <span className="sg-visually-hidden">{t(isDone ? 'home.step_done' : 'home.step_open')}</span>
                <ArrowRightOutlined aria-hidden className="sg-mirror sg-faint" />
              </Link>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
