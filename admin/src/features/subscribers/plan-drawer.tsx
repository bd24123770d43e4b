import { useTranslation } from 'react-i18next';
import type { Row } from '@/crud/resource-module';
import { SideDrawer } from '@/components/side-drawer';
import { PlanTab } from './plan-tab';

export function PlanDrawer({ row, onClose }: { row: Row; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <SideDrawer onClose={onClose} title={t('subscribers.plan.of', { name: String(row.customer_name) })}>
      <PlanTab customerId={Number(row.customer_id)} />
    </SideDrawer>
  );
}
