import { formatCount } from '@/components/format';
import { useReading } from '@/crud/kit-context';
import type { Cell } from '@/crud/module';

/** How much of a limit is taken, "7 of 10"; the limit alone where what is taken is history. */
export const takenCell = (takenField: string): Cell =>
  function TakenCell({ value, row }) {
    const { t, language } = useReading();
    const allowed = formatCount(Number(value), language);
    const taken = row[takenField];
    return (
      <span className="sg-number">
        {typeof taken === 'number'
          ? t('subscribers.plan.taken', { used: formatCount(taken, language), allowed })
          : allowed}
      </span>
    );
  };
