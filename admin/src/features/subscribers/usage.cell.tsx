import { formatCount } from '@/components/format';
import { useCellContext } from '@/crud/crud-context';
import type { Cell } from '@/crud/resource-module';

/** Usage of a limit, "7 of 10"; only the limit for past plans. */
export const usageCell = (usedField: string): Cell =>
  function UsageCell({ value, row }) {
    const { t, language } = useCellContext();
    const allowed = formatCount(Number(value), language);
    const used = row[usedField];
    return (
      <span className="sg-number">
        {typeof used === 'number'
          ? t('subscribers.plan.taken', { used: formatCount(used, language), allowed })
          : allowed}
      </span>
    );
  };
