import { useState } from 'react';
import { Checkbox, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { majorUnits, minorUnits } from '@contract/currency';
import type { Field } from '@contract/fields';
import { isNullable, type ResourceDefinition } from '@contract/resource';
import { RangePicker } from '@/components/date-picker';
import { dayIn, dayjs, endOfDay, startOfDay } from '@/components/dates';
import { matchesLabel } from '@/components/text-normalization';
import { nameComparator } from '@/components/format';
import { useAccount } from '../crud-context';
import { filterValues, type FieldFilter } from './list-state';
import { NumberInput } from '@/components/number-input';
import { ReferenceSelect } from '../form/reference-select';
import { useResourceLabels } from '@/components/resource-labels';

export interface EditorProps {
  readonly definition: ResourceDefinition;
  readonly name: string;
  readonly field: Field;
  readonly filters: readonly FieldFilter[];
  /** For money fields: the currency that the list is filtered to. */
  readonly currency: string | undefined;
  readonly change: (filters: readonly FieldFilter[]) => void;
}

/** Longer choices get a searchable select instead of checkboxes. */
const MANY_CHOICES = 12;

function ChoiceEditor({ definition, name, field, filters, change }: EditorProps) {
  const labels = useResourceLabels(definition);
  const { t, i18n } = useTranslation();
  const options =
    field.kind === 'flag'
      ? [
          { value: 'true', label: t('kit.yes') },
          { value: 'false', label: t('kit.no') },
        ]
      : (field.choices ?? []).map((value) => ({ value, label: labels.choice(name, value) }));
  const chosen = [...filterValues(filters, 'in')];
  const choose = (values: string[]) => change([{ field: name, operator: 'in', values }]);
  if (options.length > MANY_CHOICES) {
    return (
      <Select
        className="sg-whole"
        mode="multiple"
        autoFocus
        filterOption={matchesLabel}
        aria-label={labels.field(name)}
        placeholder={t('kit.choose')}
        options={options.toSorted((a, b) => nameComparator(i18n.language)(a.label, b.label))}
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
  const labels = useResourceLabels(definition);
  const empty = filterValues(filters, 'null')[0] === 'true';
  return (
    <div className="sg-stack sg-gap-12">
      <ReferenceSelect
        multiple
        autoFocus
        label={labels.field(name)}
        resource={field.resource ?? ''}
        value={[...filterValues(filters, 'in')]}
        disabled={empty}
        onChange={(values) => change([{ field: name, operator: 'in', values: (values ?? []) as string[] }])}
      />
      <EmptyValueCheckbox name={name} field={field} empty={empty} change={change} />
    </div>
  );
}

/** Filter for empty values; only for nullable fields. */
function EmptyValueCheckbox(props: Pick<EditorProps, 'name' | 'field' | 'change'> & { empty: boolean }) {
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
  const [from] = filterValues(filters, 'gte');
  const [to] = filterValues(filters, 'lte');
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
  const [from] = filterValues(filters, 'gte');
  const [to] = filterValues(filters, 'lte');
  const empty = filterValues(filters, 'null')[0] === 'true';
  const { time_zone } = useAccount();
  const isInstant = field.kind === 'instant';
  const toPickerDay = (value: string) => dayjs(isInstant ? dayIn(value, time_zone) : value);
  const filterOf = (operator: 'gte' | 'lte', day: string | undefined): FieldFilter => {
    const bound = operator === 'gte' ? startOfDay : endOfDay;
    return { field: name, operator, values: day ? [isInstant ? bound(day, time_zone) : day] : [] };
  };
  return (
    <div className="sg-stack sg-gap-12">
      <RangePicker
        allowEmpty={[true, true]}
        disabled={empty}
        value={[from ? toPickerDay(from) : null, to ? toPickerDay(to) : null]}
        onChange={(range) => {
          const [begin, end] = (range ?? [null, null]).map((day) => day?.format('YYYY-MM-DD'));
          change([filterOf('gte', begin), filterOf('lte', end)]);
        }}
      />
      <EmptyValueCheckbox name={name} field={field} empty={empty} change={change} />
    </div>
  );
}

function TextEditor({ definition, name, filters, change }: EditorProps) {
  const { t } = useTranslation();
  const labels = useResourceLabels(definition);
  const [typed, setTyped] = useState(filterValues(filters, 'contains')[0] ?? '');
  return (
    <Input.Search
      autoFocus
      aria-label={labels.field(name)}
      placeholder={t('kit.filter.contains')}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onSearch={(value) => change([{ field: name, operator: 'contains', values: value.trim() ? [value.trim()] : [] }])}
      enterButton={t('kit.filter.apply')}
    />
  );
}

/** Editor of a filter's values, by the kind of its field. */
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
