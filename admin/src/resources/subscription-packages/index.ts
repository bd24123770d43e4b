import { GiftOutlined, InboxOutlined, UndoOutlined } from '@ant-design/icons';
import { lazy } from 'react';
import { subscriptionPackages } from '@contract/subscription-packages.resource';
import type { ResourceModule } from '@/kit/module';
import { NumberCell } from '../customers/number.cell';
import { PLATFORM_LISTS } from '../customers/related';

const PackagesPage = lazy(() => import('./packages-page').then((m) => ({ default: m.PackagesPage })));

/** Subscription Packages: what organisations can register for. */
export const subscriptionPackagesModule: ResourceModule = {
  definition: subscriptionPackages,
  route: '/subscription-packages',
  labelKey: 'menu.subscription_packages',
  icon: GiftOutlined,
  related: PLATFORM_LISTS,
  cells: { subscription_id: NumberCell },
  page: PackagesPage,
  widths: { recommended: 140, archived: 110 },
  rowActions: [
    { name: 'archive', icon: InboxOutlined, when: (row) => !row.archived },
    { name: 'restore', icon: UndoOutlined, when: (row) => Boolean(row.archived), direct: true },
  ],
};
