import { CheckOutlined } from '@ant-design/icons';
import type { FieldKind } from '@contract/fields';
import { formatCount, formatDay, formatInstant, formatList, formatMoney } from '@/components/format';
import { useCellContext } from '../crud-context';
import { LevelRing } from '@/components/level-ring';
import { Markdown } from '@/components/markdown/markdown';
import type { Cell, CellProps, ResourceModule, Row } from '../resource-module';
import { useRowName, useRowNames } from '../row-names';
import { StatusTag } from '@/components/status-tag';
import { statusTone } from '@/components/status';
import { useResourceLabels } from '@/components/resource-labels';

const EMPTY = <span className="sg-faint">–</span>;

function TextCell({ value }: CellProps) {
  return <span className="kit-clip">{String(value)}</span>;
}

function CodeCell({ value }: CellProps) {
  return <span className="sg-mono">{String(value)}</span>;
}

function EmailCell({ value }: CellProps) {
  return (
    <a className="kit-clip" href={`mailto:${String(value)}`} onClick={(event) => event.stopPropagation()}>
      {String(value)}
    </a>
  );
}

function PhoneCell({ value }: CellProps) {
  // Isolated: in Arabic the plus sign would move to the other end.
  return <bdi dir="ltr">{String(value)}</bdi>;
}

function LinkCell({ value }: CellProps) {
  const href = String(value);
  return /^https?:/.test(href) ? (
    <a className="kit-clip" href={href} target="_blank" rel="noreferrer" onClick={(event) => event.stopPropagation()}>
      {href.replace(/^https?:\/\//, '')}
    </a>
  ) : (
    <span className="kit-clip">{href}</span>
  );
}

function CountCell({ value }: CellProps) {
  const { language } = useCellContext();
  return <span className="sg-number">{formatCount(Number(value), language)}</span>;
}

function MoneyCell({ value, row }: CellProps) {
  const { language } = useCellContext();
  return <span className="sg-number">{formatMoney(Number(value), row.currency as string | undefined, language)}</span>;
}

function DayCell({ value }: CellProps) {
  const { language } = useCellContext();
  return (
    <time dateTime={String(value)} title={formatDay(String(value), language, 'long')}>
      {formatDay(String(value), language)}
    </time>
  );
}

function InstantCell({ value }: CellProps) {
  const { language, time_zone } = useCellContext();
  return (
    <time dateTime={String(value)} title={formatInstant(String(value), language, time_zone, 'long')}>
      {formatInstant(String(value), language, time_zone)}
    </time>
  );
}

function ChoiceCell({ name, value, field, definition }: CellProps) {
  const labels = useResourceLabels(definition);
  const tone = field.status ? statusTone(String(value)) : undefined;
  const label = labels.choice(name, String(value));
  return tone ? <StatusTag tone={tone}>{label}</StatusTag> : <>{label}</>;
}

function FlagCell({ value }: CellProps) {
  const { t } = useCellContext();
  return value ? <CheckOutlined aria-label={t('kit.yes')} /> : <span className="sg-faint">{t('kit.no')}</span>;
}

function RefCell({ value, field }: CellProps) {
  const name = useRowName(field.resource ?? '', String(value));
  if (name === undefined)
    return (
      <span className="sg-faint" aria-hidden="true">
        …
      </span>
    );
  return name === null ? EMPTY : <span className="kit-clip">{name}</span>;
}

function RefManyCell({ value, field }: CellProps) {
  const { t, language } = useCellContext();
  const ids = value as string[];
  const names = useRowNames(field.resource ?? '', ids.slice(0, 3));
  // No "and" before the last name if more follow.
  const namesText =
    ids.length > 3 ? [...names.values()].join(t('kit.joint')) : formatList([...names.values()], language);
  return (
    <span className="kit-clip">
      {namesText}
      {ids.length > 3 && <span className="sg-faint"> +{ids.length - 3}</span>}
    </span>
  );
}

function LevelCell({ value }: CellProps) {
  return <LevelRing level={Number(value)} size={24} />;
}

function LongTextCell({ value }: CellProps) {
  return <span className="kit-long-text">{String(value)}</span>;
}

function MarkdownCell({ value }: CellProps) {
  return <Markdown source={String(value)} />;
}

function ColorCell({ value }: CellProps) {
  return (
    <span className="kit-color sg-inline sg-gap-8">
      <span style={{ background: String(value) }} aria-hidden="true" />
      <bdi dir="ltr" className="sg-mono">
        {String(value)}
      </bdi>
    </span>
  );
}

/** Default cell by kind. Resources override single fields by name (`ResourceModule.cells`). */
const CELLS: Record<FieldKind, Cell> = {
  id: CodeCell,
  text: TextCell,
  email: EmailCell,
  phone: PhoneCell,
  url: LinkCell,
  whole: CountCell,
  money: MoneyCell,
  day: DayCell,
  instant: InstantCell,
  choice: ChoiceCell,
  flag: FlagCell,
  ref: RefCell,
  refMany: RefManyCell,
  level: LevelCell,
  markdown: MarkdownCell,
  color: ColorCell,
};

const END_ALIGNED: ReadonlySet<FieldKind> = new Set(['whole', 'money']);

/** Numbers are aligned at the end. */
export const columnAlign = (kind: FieldKind): 'start' | 'end' => (END_ALIGNED.has(kind) ? 'end' : 'start');

/** A value of a row, by its kind or the resource's own cell. */
export function FieldCell({ customCell, ...props }: CellProps & { customCell?: Cell | undefined }) {
  const CellComponent = customCell ?? (props.field.lines ? LongTextCell : CELLS[props.field.kind]);
  const isEmpty = props.value === null || props.value === undefined || props.value === '';
  if (!customCell && (isEmpty || (Array.isArray(props.value) && props.value.length === 0))) return EMPTY;
  return <CellComponent {...props} />;
}

/** A field of a row, as lists, cards and records show it; undefined if the field does not exist. */
export function RowCell({ module, name, row }: { module: ResourceModule; name: string; row: Row }) {
  const { definition } = module;
  const field = definition.fields[name];
  return field && FieldCell({ customCell: module.cells?.[name], value: row[name], definition, name, field, row });
}
