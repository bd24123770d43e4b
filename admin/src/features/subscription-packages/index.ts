import { GiftOutlined } from '@ant-design/icons';
import { lazy } from 'react';
import { subscriptionPackages } from '@contract/subscription-packages.resource';
import { ARCHIVE_COMMANDS } from '@/crud/archive-commands';
import type { ResourceModule } from '@/crud/resource-module';
import { NumberCell } from '@/features/customers/number.cell';

const PackagesPage = lazy(() => import('./packages-page').then((m) => ({ default: m.PackagesPage })));

/** Subscription Packages. */
export const subscriptionPackagesModule: ResourceModule = {
  definition: subscriptionPackages,
  route: '/subscription-packages',
  labelKey: 'menu.subscription_packages',
  icon: GiftOutlined,
  cells: { subscription_id: NumberCell },
  page: PackagesPage,
  widths: {
    subscription_id: 92,
    subscription_name: 148,
    subscription_type: 104,
    subscription_price: 120,
    no_of_staff: 84,
    no_of_training: 112,
    recommended: 132,
    archived: 104,
  },
  usedIn: { subscribers: ({ id }) => `/subscribers?subs_id=${encodeURIComponent(id)}` },
  rowActions: ARCHIVE_COMMANDS,
};
