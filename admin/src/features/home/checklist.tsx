import { ArrowRightOutlined, CheckCircleFilled } from '@ant-design/icons';
import { useQueries } from '@tanstack/react-query';
import { Avatar, Flex, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FailedState } from '@/components/states';
import { firstRows } from '@/api/data';
import { dataKey } from '@/api/query-keys';

/** A step is done when the server counts at least one such row. */
interface Step {
  readonly key: string;
  readonly to: string;
  readonly query: string;
  /** Each is counted by an index of its own. */
  readonly where?: readonly string[];
}
const STEPS: readonly Step[] = [
  { key: 'staff', to: '/add-staff', query: 'staff' },
  { key: 'skills', to: '/skil-master', query: 'skills' },
  { key: 'category', to: '/category', query: 'training-categories' },
  { key: 'training', to: '/training', query: 'trainings', where: ['status=published'] },
  { key: 'target', to: '/assign-target-skils', query: 'skill-targets' },
  { key: 'assign', to: '/assign-training', query: 'training-assignments' },
  {
    key: 'invite',
    to: '/add-staff?invitation=not_invited',
    query: 'staff',
    where: ['invitation=open', 'invitation=accepted'],
  },
];

const countOf = async ({ query, where = [''] }: Step): Promise<number> => {
  const rows = await Promise.all(where.map((each) => firstRows(query, new URLSearchParams(each), 1)));
  return rows.reduce((sum, { total }) => sum + total, 0);
};

/** For a new organisation: seven steps to people who learn. Once all are done it leaves. */
export function Checklist() {
  const { t } = useTranslation();
  const counts = useQueries({
    queries: STEPS.map((step) => ({
      queryKey: dataKey(step.query, 'count', step.where ?? null),
      queryFn: () => countOf(step),
    })),
  });
  const failed = counts.find((count) => count.isError);
  const done = counts.filter((count) => (count.data ?? 0) > 0).length;
  const next = counts.findIndex((count) => !count.isPending && (count.data ?? 0) === 0);
  if (counts.some((count) => count.isPending))
    return (
      <section className="sg-card sg-checklist">
        <Skeleton active paragraph={{ rows: STEPS.length }} />
      </section>
    );
  // What could not be counted is not "still open".
  if (failed) return <FailedState error={failed.error} retry={() => counts.forEach((count) => void count.refetch())} />;
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
                  <Avatar aria-hidden="true" size={28} className="sg-step-mark" data-next={index === next}>
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
