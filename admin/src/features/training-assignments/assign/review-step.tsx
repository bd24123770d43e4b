import { Alert, Descriptions, Flex, Skeleton, Switch } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AssignPreview } from '@contract/training-answers';
import { http } from '@/api/http';
import type { ApiError } from '@/api/api-error';
import { dataKey } from '@/api/query-keys';
import { formatCount, formatDay, formatList } from '@/components/format';
import { LinkButton } from '@/components/link-button';
import { useRowNames } from '@/crud/names';
import { FailedState } from '@/components/states';
import { useErrorWords } from '@/components/words';
import { dueOn, isJob, orderOf, type Plan } from './plan';

const NAMED = 12;

export function usePreview(plan: Plan, today: string, enabled: boolean) {
  const order = orderOf(plan, today);
  return useQuery<AssignPreview, ApiError>({
    queryKey: dataKey('training-assignments', 'preview', order),
    queryFn: async () => (await http.post<AssignPreview>('/api/training-assignments/bulk/preview', order)).data,
    enabled,
    staleTime: 0,
  });
}

/** "38 × 3 = 114: 97 new, 17 already assigned, 0 conflicts", before anything happens. */
export function ReviewStep(props: {
  plan: Plan;
  today: string;
  preview: ReturnType<typeof usePreview>;
  /** Why assigning was refused. */
  refusal: ApiError | null;
  change: (part: Partial<Plan>) => void;
}) {
  const { plan, today, preview, refusal, change } = props;
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatCount(value, i18n.language);
  const due = dueOn(plan, today);
  const found = preview.data;
  const byCategory = plan.lists.trainings.filters.some(
    ({ field, operator }) => field === 'category_id' && operator === 'in',
  );
  const conflict = refusal ?? (preview.error?.statusCode === 422 ? preview.error : null);
  return (
    <Flex component="section" vertical gap={24} className="sg-card kit-form-page">
      {conflict && <Conflict error={conflict} />}
      {found && !preview.isError && <Warnings preview={found} />}
      {preview.isPending && <Skeleton active paragraph={{ rows: 4 }} />}
      {preview.isError && !conflict && <FailedState error={preview.error} retry={() => void preview.refetch()} />}
      <div>
        {/* Stands before the figures are there: what comes with its region is not heard. */}
        <div role="status">
          {found && !preview.isError && (
            <>
              <p className="sg-number sg-big">
                <bdi>
                  {t('assign.review.product', {
                    staff: number(found.staff),
                    trainings: number(found.trainings),
                    pairs: number(found.pairs),
                  })}
                </bdi>
              </p>
              <ul className="sg-flex sg-wrap sg-gap-4-16 sg-soft">
                <li className="sg-success">
                  <strong className="sg-number">{number(found.to_assign)}</strong>{' '}
                  {t('assign.review.new', { count: found.to_assign })}
                </li>
                <li>
                  <strong className="sg-number">{number(found.already_assigned)}</strong>{' '}
                  {t('assign.review.already', { count: found.already_assigned })}
                </li>
                <li>
                  <strong className="sg-number">{number(found.conflicts)}</strong>{' '}
                  {t('assign.review.conflicts', { count: found.conflicts })}
                </li>
              </ul>
            </>
          )}
        </div>
        {found && !preview.isError && (
          <>
            {found.removed_before > 0 && (
              <p className="sg-soft">{t('assign.review.removed_before', { count: found.removed_before })}</p>
            )}
            {found.again > 0 && (
              <Flex component="label" align="start" gap={12} className="sg-mt-16">
                <Switch checked={plan.again} onChange={(again) => change({ again })} />
                <span>
                  {t(plan.again ? 'assign.review.again' : 'assign.review.not_again', {
                    count: found.again,
                    shown: number(found.again),
                  })}
                </span>
              </Flex>
            )}
            {isJob(plan) && found.to_assign > 0 && <p className="sg-soft">{t('assign.review.background')}</p>}
            {found.to_assign === 0 && found.again === 0 && <p className="sg-soft">{t('assign.review.nothing')}</p>}
          </>
        )}
      </div>
      <Descriptions
        column={1}
        items={[
          {
            key: 'staff',
            label: t('assign.review.staff', { count: plan.staff.length }),
            children: <Names resource="staff" ids={plan.staff} />,
          },
          {
            key: 'trainings',
            label: t('assign.review.trainings', { count: plan.trainings.length }),
            children: <Names resource="trainings" ids={plan.trainings} />,
          },
          ...(found && found.category_id.length > 0
            ? [
                {
                  key: 'categories',
                  label: t('assign.review.categories', { count: found.category_id.length }),
                  children: (
                    <div>
                      <Names resource="training-categories" ids={found.category_id} />
                      {byCategory && <p className="sg-soft">{t('assign.review.below')}</p>}
                    </div>
                  ),
                },
              ]
            : []),
          {
            key: 'due',
            label: t('assign.rules.due'),
            children: due ? formatDay(due, i18n.language, 'long') : t('assign.rules.training'),
          },
          { key: 'mandatory', label: t('assign.rules.mandatory'), children: t(plan.mandatory ? 'kit.yes' : 'kit.no') },
        ]}
      />
    </Flex>
  );
}

function Names({ resource, ids }: { resource: string; ids: readonly string[] }) {
  const { t, i18n } = useTranslation();
  const names = [...useRowNames(resource, ids.slice(0, NAMED)).values()];
  const more = ids.length - NAMED;
  if (more > 0) return t('assign.review.names', { count: more, names: names.join(t('kit.joint')) || '…' });
  return formatList(names, i18n.language) || '…';
}

const PENDING_STAFF = '/add-staff?invitation=not_invited&invitation=open&invitation=not_accepted';

/** Warnings only: nothing is refused. */
function Warnings({ preview: { staff_pending, without_due_day } }: { preview: AssignPreview }) {
  const { t, i18n } = useTranslation();
  return Object.entries({ staff_pending, without_due_day })
    .filter(([, count]) => count > 0)
    .map(([name, count]) => (
      <Alert
        key={name}
        type="warning"
        showIcon
        message={t(`assign.review.${name}`, { count, shown: formatCount(count, i18n.language) })}
        action={name === 'staff_pending' && <LinkButton to={PENDING_STAFF}>{t('assign.review.to_invite')}</LinkButton>}
      />
    ));
}

/** What stands against it, by field; nothing was assigned. */
function Conflict({ error }: { error: ApiError }) {
  const { t } = useTranslation();
  const errorWords = useErrorWords();
  const messages = Object.values(error.errors ?? {}).flat();
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      message={errorWords(error)}
      description={
        <>
          {messages.map((line) => (
            <div key={line}>{line}</div>
          ))}
          <div>{t('assign.review.refused')}</div>
        </>
      }
    />
  );
}
