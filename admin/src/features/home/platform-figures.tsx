import { useQueries } from '@tanstack/react-query';
import type { CrudFilter } from '@refinedev/core';
import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { dataProvider } from '@/api/data-provider';
import { dataKey } from '@/api/query-keys';
import { toTotalCount, useCountLabel } from '@/crud/list/paging';
import { FailedState } from '@/components/state-panels';
import { FigureCard, CardsSkeleton } from './cards';
import type { UsageTone } from './plan-usage';

/** A counted list, and the path that shows exactly these rows. */
interface FigureDefinition {
  readonly name: string;
  readonly to: string;
  readonly resource: string;
  readonly filters: CrudFilter[];
  /** Tone of the card if the count is above 0. */
  readonly tone: UsageTone;
}
const filterIn = (field: string, ...values: string[]): CrudFilter[] => [{ field, operator: 'in', value: values }];
const subscriberFigure = (name: string, tone: UsageTone, ...statuses: string[]): FigureDefinition => ({
  name,
  tone,
  resource: 'subscribers',
  filters: filterIn('status', ...statuses),
  to: `/subscribers?${statuses.map((status) => `status=${status}`).join('&')}`,
});

const FIGURES: readonly FigureDefinition[] = [
  {
    name: 'messages',
    tone: 'near',
    resource: 'support-messages',
    to: '/support-messages?answered_at_null=true',
    filters: [{ field: 'answered_at', operator: 'null', value: true }],
  },
  {
    name: 'customers',
    tone: 'calm',
    resource: 'customers',
    filters: filterIn('customer_status', 'A'),
    to: '/customer-list?customer_status=A',
  },
  subscriberFigure('trials', 'calm', 'trial'),
  subscriberFigure('expiring', 'near', 'expiring'),
  subscriberFigure('over', 'full', 'grace', 'expired'),
];

/** Figures for platform staff. */
export function PlatformFigures() {
  const { t } = useTranslation();
  const countLabel = useCountLabel();
  const counts = useQueries({
    queries: FIGURES.map(({ resource, filters }) => ({
      queryKey: dataKey(resource, 'count', filters),
      queryFn: async () =>
        toTotalCount(await dataProvider.getList({ resource, filters, pagination: { currentPage: 1, pageSize: 1 } })),
      staleTime: 30_000,
    })),
  });
  const failed = counts.find(({ isError }) => isError);
  if (failed) return <FailedState error={failed.error} retry={() => counts.forEach(({ refetch }) => void refetch())} />;
  if (counts.some(({ isPending }) => isPending)) return <CardsSkeleton />;
  return (
    <Flex wrap gap={16} className="sg-figures sg-figures-desk">
      {FIGURES.map(({ name, to, tone }, at) => {
        const counted = toTotalCount(counts[at]?.data);
        return (
          <FigureCard
            key={name}
            label={t(`home.desk.${name}`)}
            to={to}
            tone={counted.total > 0 ? tone : 'calm'}
            value={countLabel(counted)}
            note={t(`home.desk.${name}_note`)}
          />
        );
      })}
    </Flex>
  );
}
