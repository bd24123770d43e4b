import { useQueries } from '@tanstack/react-query';
import type { CrudFilter } from '@refinedev/core';
import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { dataProvider } from '@/api/data';
import { dataKey } from '@/api/query-keys';
import { countedIn, useCountLabel } from '@/crud/list/paging';
import { FailedState } from '@/components/states';
import { Card, CardsLoading } from './cards';
import type { Tone } from './plan';

/** What stands in a list now, and where that list is with just those rows. */
interface DeskList {
  readonly name: string;
  readonly to: string;
  readonly resource: string;
  readonly filters: CrudFilter[];
  /** Of the card when there are any. */
  readonly tone: Tone;
}
const of = (field: string, ...values: string[]): CrudFilter[] => [{ field, operator: 'in', value: values }];
const subscribersIn = (name: string, tone: Tone, ...statuses: string[]): DeskList => ({
  ...{ name, tone, resource: 'subscribers', filters: of('status', ...statuses) },
  to: `/subscribers?${statuses.map((status) => `status=${status}`).join('&')}`,
});

const COUNTED: readonly DeskList[] = [
  {
    ...{ name: 'messages', tone: 'near', resource: 'support-messages' },
    to: '/support-messages?answered_at_null=true',
    filters: [{ field: 'answered_at', operator: 'null', value: true }],
  },
  {
    ...{ name: 'customers', tone: 'calm', resource: 'customers', filters: of('customer_status', 'A') },
    to: '/customer-list?customer_status=A',
  },
  subscribersIn('trials', 'calm', 'trial'),
  subscribersIn('expiring', 'near', 'expiring'),
  subscribersIn('over', 'full', 'grace', 'expired'),
];

/** What platform staff begin their day with: who waits for an answer, and whose plan ends. */
export function PlatformFigures() {
  const { t } = useTranslation();
  const countLabel = useCountLabel();
  const counts = useQueries({
    queries: COUNTED.map(({ resource, filters }) => ({
      queryKey: dataKey(resource, 'count', filters),
      queryFn: async () =>
        countedIn(await dataProvider.getList({ resource, filters, pagination: { currentPage: 1, pageSize: 1 } })),
      staleTime: 30_000,
    })),
  });
  const failed = counts.find(({ isError }) => isError);
  if (failed) return <FailedState error={failed.error} retry={() => counts.forEach(({ refetch }) => void refetch())} />;
  if (counts.some(({ isPending }) => isPending)) return <CardsLoading />;
  return (
    <Flex wrap gap={16} className="sg-figures sg-figures-desk">
      {COUNTED.map(({ name, to, tone }, at) => {
        const counted = countedIn(counts[at]?.data);
        return (
          <Card
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
