import { CheckOutlined } from '@ant-design/icons';
import type { FieldKind } from '@contract/fields';
import { formatCount, formatDay, formatInstant, formatList, formatMoney } from '@/components/format';
import { useReading } from '../kit-context';
import { LevelRing } from '@/components/level-ring';
import { Markdown } from '@/components/markdown/markdown';
import type { Cell, CellProps, ResourceModule, Row } from '../module';
import { useRowName, useRowNames } from '../names';
import { StatusTag } from '@/components/status-tag';
import { toneOf } from '@/components/status';
import { useWords } from '@/components/words';

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
  // Isolated: in Arabic the plus would move to the other end.
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
  const { language } = useReading();
  return <span className="sg-number">{formatCount(Number(value), language)}</span>;
}

function MoneyCell({ value, row }: CellProps) {
  const { language } = useReading();
  return <span className="sg-number">{formatMoney(Number(value), row.currency as string | undefined, language)}</span>;
}

function DayCell({ value }: CellProps) {
  const { language } = useReading();
  return (
    <time dateTime={String(value)} title={formatDay(String(value), language, 'long')}>
      {formatDay(String(value), language)}
    </time>
  );
}

function InstantCell({ value }: CellProps) {
  const { language, time_zone } = useReading();
  return (
    <time dateTime={String(value)} title={formatInstant(String(value), language, time_zone, 'long')}>
      {formatInstant(String(value), language, time_zone)}
    </time>
  );
}

function ChoiceCell({ name, value, field, definition }: CellProps) {
  const words = useWords(definition);
  const tone = field.status ? toneOf(String(value)) : undefined;
  const label = words.choice(name, String(value));
  return tone ? <StatusTag tone={tone}>{label}</StatusTag> : <>{label}</>;
}

function FlagCell({ value }: CellProps) {
  const { t } = useReading();
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
  const { t, language } = useReading();
  const ids = value as string[];
  const names = useRowNames(field.resource ?? '', ids.slice(0, 3));
  // No "and" before the last of some.
  const shown = ids.length > 3 ? [...names.values()].join(t('kit.joint')) : formatList([...names.values()], language);
  return (
    <span className="kit-clip">
      {shown}
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

/** How each kind is shown. A resource puts its own cell in the place of one field by name, never by a switch here. */
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

const ENDWARDS: ReadonlySet<FieldKind> = new Set(['whole', 'money']);

/** Numbers stand at the end of their column. */
export const alignOf = (kind: FieldKind): 'start' | 'end' => (ENDWARDS.has(kind) ? 'end' : 'start');

/** One value of one row, by its kind or by the resource's own cell. */
export function FieldCell({ own, ...props }: CellProps & { own?: Cell | undefined }) {
  const CellComponent = own ?? (props.field.lines ? LongTextCell : CELLS[props.field.kind]);
  const nothing = props.value === null || props.value === undefined || props.value === '';
  if (!own && (nothing || (Array.isArray(props.value) && props.value.length === 0))) return EMPTY;
  return <CellComponent {...props} />;
}

/** A field of a row, as its module's lists, cards and records show it; nothing where there is no such field. */
export function RowCell({ module, name, row }: { module: ResourceModule; name: string; row: Row }) {
  const { definition } = module;
  const field = definition.fields[name];
  return field && FieldCell({ own: module.cells?.[name], value: row[name], definition, name, field, row });
}
