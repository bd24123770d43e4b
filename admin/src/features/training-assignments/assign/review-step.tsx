import { Alert, Skeleton, Switch } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AssignPreview } from '@contract/training-answers';
import { http } from '@/api/http';
import type { ApiError } from '@/api/api-error';
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
    queryKey: ['data', 'default', 'training-assignments', 'preview', order],
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
    <section className="sg-card asg-review sg-stack sg-gap-24">
      {conflict && <Conflict error={conflict} />}
      {found && !preview.isError && <Warnings preview={found} />}
      {preview.isPending && <Skeleton active paragraph={{ rows: 4 }} />}
      {preview.isError && !conflict && <FailedState error={preview.error} retry={() => void preview.refetch()} />}
      <div className="asg-sum">
        {/* Stands before the figures are there: what comes with its region is not heard. */}
        <div role="status">
          {found && !preview.isError && (
            <>
              <p className="asg-product sg-number sg-big">
                <bdi>
                  {t('assign.review.product', {
                    staff: number(found.staff),
                    trainings: number(found.trainings),
                    pairs: number(found.pairs),
                  })}
                </bdi>
              </p>
              <ul className="sg-wrap sg-soft">
                <li data-tone="new">
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
            {found.removed_before > 0 && <p>{t('assign.review.removed_before', { count: found.removed_before })}</p>}
            {found.again > 0 && (
              <label className="asg-again sg-flex sg-start sg-gap-12">
                <Switch checked={plan.again} onChange={(again) => change({ again })} />
                <span>
                  {t(plan.again ? 'assign.review.again' : 'assign.review.not_again', {
                    count: found.again,
                    shown: number(found.again),
                  })}
                </span>
              </label>
            )}
            {isJob(plan) && found.to_assign > 0 && <p>{t('assign.review.background')}</p>}
            {found.to_assign === 0 && found.again === 0 && <p>{t('assign.review.nothing')}</p>}
          </>
        )}
      </div>
      <dl className="asg-facts sg-facts sg-stack sg-gap-16 sg-line-above">
        <div>
          <dt>{t('assign.review.staff', { count: plan.staff.length })}</dt>
          <dd>
            <Names resource="staff" ids={plan.staff} />
          </dd>
        </div>
        <div>
          <dt>{t('assign.review.trainings', { count: plan.trainings.length })}</dt>
          <dd>
            <Names resource="trainings" ids={plan.trainings} />
          </dd>
        </div>
        {found && found.category_id.length > 0 && (
          <div>
            <dt>{t('assign.review.categories', { count: found.category_id.length })}</dt>
            <dd>
              <Names resource="training-categories" ids={found.category_id} />
              {byCategory && <p className="sg-14 sg-soft">{t('assign.review.below')}</p>}
            </dd>
          </div>
        )}
        <div>
          <dt>{t('assign.rules.due')}</dt>
          <dd>{due ? formatDay(due, i18n.language, 'long') : t('assign.rules.training')}</dd>
        </div>
        <div>
          <dt>{t('assign.rules.mandatory')}</dt>
          <dd>{t(plan.mandatory ? 'kit.yes' : 'kit.no')}</dd>
        </div>
      </dl>
    </section>
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
