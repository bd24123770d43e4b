import { Alert, Descriptions, Flex, Skeleton, Switch } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AssignPreview } from '@contract/training.responses';
import { http } from '@/api/http';
import type { ApiError } from '@/api/api-error';
import { dataKey } from '@/api/query-keys';
import { formatCount, formatDay, formatList } from '@/components/format';
import { LinkButton } from '@/components/link-button';
import { useRowNames } from '@/crud/row-names';
import { FailedState } from '@/components/state-panels';
import { useErrorText } from '@/components/resource-labels';
import { resolveDueDate, runsInBackground, toBulkRequest, type Plan } from './plan';

const MAX_NAMES = 12;

/** What the assignment would change, computed by the server. @param today calendar day of the customer */
export function useAssignPreview(plan: Plan, today: string, enabled: boolean) {
  const request = toBulkRequest(plan, today);
  return useQuery<AssignPreview, ApiError>({
    queryKey: dataKey('training-assignments', 'preview', request),
    queryFn: async () => (await http.post<AssignPreview>('/api/training-assignments/bulk/preview', request)).data,
    enabled,
    staleTime: 0,
  });
}

/** Server preview before assigning: "38 × 3 = 114: 97 new, 17 already assigned, 0 conflicts". */
export function ReviewStep(props: {
  plan: Plan;
  today: string;
  preview: ReturnType<typeof useAssignPreview>;
  submitError: ApiError | null;
  change: (part: Partial<Plan>) => void;
}) {
  const { plan, today, preview, submitError, change } = props;
  const { t, i18n } = useTranslation();
  const formatNumber = (value: number) => formatCount(value, i18n.language);
  const dueDate = resolveDueDate(plan, today);
  const result = preview.data;
  const isFilteredByCategory = plan.lists.trainings.filters.some(
    ({ field, operator }) => field === 'category_id' && operator === 'in',
  );
  const conflictError = submitError ?? (preview.error?.statusCode === 422 ? preview.error : null);
  return (
    <Flex component="section" vertical gap={24} className="sg-card kit-form-page">
      {conflictError && <ConflictAlert error={conflictError} />}
      {result && !preview.isError && <WarningAlerts preview={result} />}
      {preview.isPending && <Skeleton active paragraph={{ rows: 4 }} />}
      {preview.isError && !conflictError && <FailedState error={preview.error} retry={() => void preview.refetch()} />}
      <div>
        {/* Rendered empty first: screen readers do not announce a live region inserted with its content. */}
        <div role="status">
          {result && !preview.isError && (
            <>
              <p className="sg-number sg-big">
                <bdi>
                  {t('assign.review.product', {
                    staff: formatNumber(result.staff),
                    trainings: formatNumber(result.trainings),
                    pairs: formatNumber(result.pairs),
                  })}
                </bdi>
              </p>
              <ul className="sg-flex sg-wrap sg-gap-4-16 sg-soft">
                <li className="sg-success">
                  <strong className="sg-number">{formatNumber(result.to_assign)}</strong>{' '}
                  {t('assign.review.new', { count: result.to_assign })}
                </li>
                <li>
                  <strong className="sg-number">{formatNumber(result.already_assigned)}</strong>{' '}
                  {t('assign.review.already', { count: result.already_assigned })}
                </li>
                <li>
                  <strong className="sg-number">{formatNumber(result.conflicts)}</strong>{' '}
                  {t('assign.review.conflicts', { count: result.conflicts })}
                </li>
              </ul>
            </>
          )}
        </div>
        {result && !preview.isError && (
          <>
            {result.removed_before > 0 && (
              <p className="sg-soft">{t('assign.review.removed_before', { count: result.removed_before })}</p>
            )}
            {result.again > 0 && (
              <Flex component="label" align="start" gap={12} className="sg-mt-16">
                <Switch checked={plan.again} onChange={(again) => change({ again })} />
                <span>
                  {t(plan.again ? 'assign.review.again' : 'assign.review.not_again', {
                    count: result.again,
                    shown: formatNumber(result.again),
                  })}
                </span>
              </Flex>
            )}
            {runsInBackground(plan) && result.to_assign > 0 && (
              <p className="sg-soft">{t('assign.review.background')}</p>
            )}
            {result.to_assign === 0 && result.again === 0 && <p className="sg-soft">{t('assign.review.nothing')}</p>}
          </>
        )}
      </div>
      <Descriptions
        column={1}
        items={[
          {
            key: 'staff',
            label: t('assign.review.staff', { count: plan.staff.length }),
            children: <RowNames resource="staff" ids={plan.staff} />,
          },
          {
            key: 'trainings',
            label: t('assign.review.trainings', { count: plan.trainings.length }),
            children: <RowNames resource="trainings" ids={plan.trainings} />,
          },
          ...(result && result.category_id.length > 0
            ? [
                {
                  key: 'categories',
                  label: t('assign.review.categories', { count: result.category_id.length }),
                  children: (
                    <div>
                      <RowNames resource="training-categories" ids={result.category_id} />
                      {isFilteredByCategory && <p className="sg-soft">{t('assign.review.below')}</p>}
                    </div>
                  ),
                },
              ]
            : []),
          {
            key: 'due',
            label: t('assign.rules.due'),
            children: dueDate ? formatDay(dueDate, i18n.language, 'long') : t('assign.rules.training'),
          },
          { key: 'mandatory', label: t('assign.rules.mandatory'), children: t(plan.mandatory ? 'kit.yes' : 'kit.no') },
        ]}
      />
    </Flex>
  );
}

function RowNames({ resource, ids }: { resource: string; ids: readonly string[] }) {
  const { t, i18n } = useTranslation();
  const names = [...useRowNames(resource, ids.slice(0, MAX_NAMES)).values()];
  const hiddenCount = ids.length - MAX_NAMES;
  if (hiddenCount > 0)
    return t('assign.review.names', { count: hiddenCount, names: names.join(t('kit.joint')) || '…' });
  return formatList(names, i18n.language) || '…';
}

const PENDING_STAFF = '/add-staff?invitation=not_invited&invitation=open&invitation=not_accepted';

function WarningAlerts({ preview: { staff_pending, without_due_day } }: { preview: AssignPreview }) {
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

/** The validation errors of the server; nothing was assigned. */
function ConflictAlert({ error }: { error: ApiError }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const messages = Object.values(error.errors ?? {}).flat();
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      message={errorText(error)}
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
