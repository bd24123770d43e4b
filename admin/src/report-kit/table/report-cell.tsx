import {
  formatClock,
  formatCount,
  formatDay,
  formatInstant,
  formatMinutes,
  formatMoney,
  formatPercent,
} from '@/components/format';
import { useCellContext } from '@/crud/crud-context';
import { LevelRing } from '@/components/level-ring';
import { useRowName } from '@/crud/row-names';
import { StatusTag } from '@/components/status-tag';
import { CELL_LOOK, statusTone, type CellStatus } from '@/components/status';
import type { ReportTableColumn, ReportKind } from './report-table-definition';

const END_ALIGNED: ReadonlySet<ReportKind> = new Set(['whole', 'money', 'percent', 'duration']);

export const reportAlign = (column: ReportTableColumn): 'start' | 'end' =>
  column.align ?? (END_ALIGNED.has(column.kind) ? 'end' : 'start');

/** A value of a report. null is "–", never 0: "not applicable" differs from zero. */
export function ReportCell({
  column,
  value,
  row,
}: {
  column: ReportTableColumn;
  value: unknown;
  row?: Readonly<Record<string, unknown>>;
}) {
  const { t, language, time_zone } = useCellContext();
  if (value === null || value === undefined || value === '') return <span className="sg-faint">–</span>;
  const text = String(value);
  switch (column.kind) {
    case 'whole':
      return <>{formatCount(Number(value), language)}</>;
    case 'percent':
      return <>{formatPercent(Number(value), language)}</>;
    case 'money':
      return <>{formatMoney(Number(value), row?.currency as string | undefined, language)}</>;
    case 'duration':
      return <>{formatClock(Number(value))}</>;
    case 'day':
      return (
        <time dateTime={text} title={formatDay(text, language, 'long')}>
          {formatDay(text, language)}
        </time>
      );
    case 'instant':
      return (
        <time dateTime={text} title={formatInstant(text, language, time_zone, 'long')}>
          {formatInstant(text, language, time_zone)}
        </time>
      );
    case 'minutes':
      return <>{formatMinutes(Number(value), language)}</>;
    case 'choice':
      return <>{column.choicesKey ? t(`${column.choicesKey}.${text}`) : text}</>;
    case 'ref':
      return <RowName resource={column.resource ?? ''} id={text} />;
    case 'level':
      return <LevelRing level={Number(value)} size={24} />;
    case 'code':
      return <span className="sg-mono">{text}</span>;
    case 'status': {
      const look = CELL_LOOK[text as CellStatus];
      const label = column.choicesKey ? t(`${column.choicesKey}.${text}`) : text;
      return (
        <StatusTag tone={look?.tone ?? statusTone(text) ?? 'neutral'} {...(look && { glyph: look.glyph })}>
          {label}
        </StatusTag>
      );
    }
    default:
      return <span className="kit-clip">{text}</span>;
  }
}

function RowName({ resource, id }: { resource: string; id: string }) {
  const name = useRowName(resource, id);
  return <span className="kit-clip">{name ?? (name === null ? '–' : '')}</span>;
}
