import { useState } from 'react';
import { Checkbox, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { majorUnits, minorUnits } from '@contract/currency';
import type { Field } from '@contract/fields';
import { isNullable, type ResourceDefinition } from '@contract/resource';
import { RangePicker } from '@/components/date-picker';
import { dayIn, dayjs, endOfDay, startOfDay } from '@/components/dates';
import { isLabelLike } from '@/components/fold';
import { inOrder } from '@/components/format';
import { useMe } from '../kit-context';
import { valuesOf, type FieldFilter } from './list-state';
import { NumberInput } from '@/components/number-input';
import { ReferenceSelect } from '../form/reference-select';
import { useWords } from '@/components/words';

/** The filters of one field, and what becomes of them. */
export interface EditorProps {
  readonly definition: ResourceDefinition;
  readonly name: string;
  readonly field: Field;
  readonly filters: readonly FieldFilter[];
  /** Of amounts of money: that to which the list is filtered. */
  readonly currency: string | undefined;
  readonly change: (filters: readonly FieldFilter[]) => void;
}

/** More than these are searched rather than ticked. */
const MANY_CHOICES = 12;

function ChoiceEditor({ definition, name, field, filters, change }: EditorProps) {
  const words = useWords(definition);
  const { t, i18n } = useTranslation();
  const options =
    field.kind === 'flag'
      ? [
          { value: 'true', label: t('kit.yes') },
          { value: 'false', label: t('kit.no') },
        ]
      : (field.choices ?? []).map((value) => ({ value, label: words.choice(name, value) }));
  const chosen = [...valuesOf(filters, 'in')];
  const choose = (values: string[]) => change([{ field: name, operator: 'in', values }]);
  if (options.length > MANY_CHOICES) {
    return (
      <Select
        className="sg-whole"
        mode="multiple"
        autoFocus
        filterOption={isLabelLike}
        aria-label={words.field(name)}
        placeholder={t('kit.choose')}
        options={options.toSorted((a, b) => inOrder(i18n.language)(a.label, b.label))}
        value={chosen}
        onChange={choose}
      />
    );
  }
  return (
    <Checkbox.Group
      className="kit-filter-choices"
      options={options}
      value={chosen}
      onChange={(values) => choose(values as string[])}
    />
  );
}

function ReferenceEditor({ definition, name, field, filters, change }: EditorProps) {
  const words = useWords(definition);
  const empty = valuesOf(filters, 'null')[0] === 'true';
  return (
    <div className="sg-stack sg-gap-12">
      <ReferenceSelect
        multiple
        autoFocus
        label={words.field(name)}
        resource={field.resource ?? ''}
        value={[...valuesOf(filters, 'in')]}
        disabled={empty}
        onChange={(values) => change([{ field: name, operator: 'in', values: (values ?? []) as string[] }])}
      />
      <EmptyBox name={name} field={field} empty={empty} change={change} />
    </div>
  );
}

/** Only the rows that have nothing there; absent where nothing can be. */
function EmptyBox(props: Pick<EditorProps, 'name' | 'field' | 'change'> & { empty: boolean }) {
  const { name, field, empty, change } = props;
  const { t } = useTranslation();
  if (!isNullable(field)) return null;
  return (
    <Checkbox
      checked={empty}
      onChange={(event) => change([{ field: name, operator: 'null', values: event.target.checked ? ['true'] : [] }])}
    >
      {t('kit.filter.empty')}
    </Checkbox>
  );
}

function NumbersEditor({ name, field, filters, currency, change }: EditorProps) {
  const { t } = useTranslation();
  const isMoney = field.kind === 'money';
  const [from] = valuesOf(filters, 'gte');
  const [to] = valuesOf(filters, 'lte');
  const filterOf = (operator: 'gte' | 'lte', value: number | null): FieldFilter => ({
    field: name,
    operator,
    values: value === null ? [] : [String(isMoney ? minorUnits(value, currency) : Math.round(value))],
  });
  const amountOf = (value: string | undefined) =>
    value === undefined ? null : isMoney ? majorUnits(Number(value), currency) : Number(value);
  return (
    <div className="sg-row sg-gap-8">
      <NumberInput
        autoFocus
        aria-label={t('kit.filter.from')}
        placeholder={t('kit.filter.from')}
        value={amountOf(from)}
        onChange={(value) => change([filterOf('gte', value), filterOf('lte', amountOf(to))])}
      />
      <span aria-hidden="true">–</span>
      <NumberInput
        aria-label={t('kit.filter.to')}
        placeholder={t('kit.filter.to')}
        value={amountOf(to)}
        onChange={(value) => change([filterOf('gte', amountOf(from)), filterOf('lte', value)])}
      />
    </div>
  );
}

function DaysEditor({ name, field, filters, change }: EditorProps) {
  const [from] = valuesOf(filters, 'gte');
  const [to] = valuesOf(filters, 'lte');
  const empty = valuesOf(filters, 'null')[0] === 'true';
  const { time_zone } = useMe();
  const isInstant = field.kind === 'instant';
  const shown = (value: string) => dayjs(isInstant ? dayIn(value, time_zone) : value);
  const filterOf = (operator: 'gte' | 'lte', day: string | undefined): FieldFilter => {
    const bound = operator === 'gte' ? startOfDay : endOfDay;
    return { field: name, operator, values: day ? [isInstant ? bound(day, time_zone) : day] : [] };
  };
  return (
    <div className="sg-stack sg-gap-12">
      <RangePicker
        allowEmpty={[true, true]}
        disabled={empty}
        value={[from ? shown(from) : null, to ? shown(to) : null]}
        onChange={(range) => {
          const [begin, end] = (range ?? [null, null]).map((day) => day?.format('YYYY-MM-DD'));
          change([filterOf('gte', begin), filterOf('lte', end)]);
        }}
      />
      <EmptyBox name={name} field={field} empty={empty} change={change} />
    </div>
  );
}

function TextEditor({ definition, name, filters, change }: EditorProps) {
  const { t } = useTranslation();
  const words = useWords(definition);
  const [typed, setTyped] = useState(valuesOf(filters, 'contains')[0] ?? '');
  return (
    <Input.Search
      autoFocus
      aria-label={words.field(name)}
      placeholder={t('kit.filter.contains')}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onSearch={(value) => change([{ field: name, operator: 'contains', values: value.trim() ? [value.trim()] : [] }])}
      enterButton={t('kit.filter.apply')}
    />
  );
}

/** What the values of a filter are chosen with, by the kind of its field. */
export function FilterEditor(props: EditorProps) {
  switch (props.field.kind) {
    case 'choice':
    case 'flag':
      return <ChoiceEditor {...props} />;
    case 'ref':
      return <ReferenceEditor {...props} />;
    case 'whole':
    case 'money':
    case 'level':
      return <NumbersEditor {...props} />;
    case 'day':
    case 'instant':
      return <DaysEditor {...props} />;
    default:
      return <TextEditor {...props} />;
  }
}
