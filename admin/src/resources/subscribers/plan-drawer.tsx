import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Row } from '@/kit/module';
import { endSide, useNarrow } from '@/kit/use-narrow';
import { PlanTab } from './plan-tab';

/** The plan of a customer and those before it, beside the list. */
export function PlanDrawer({ row, onClose }: { row: Row; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const narrow = useNarrow();
  return (
    <Drawer
      open
      onClose={onClose}
      width={narrow ? '100%' : 640}
      placement={endSide(i18n.dir())}
      rootClassName="kit-drawer"
      title={t('subscribers.plan.of', { name: String(row.customer_name) })}
    >
      <PlanTab customerId={Number(row.customer_id)} />
    </Drawer>
  );
}
