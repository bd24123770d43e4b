import { useState, type ReactNode } from 'react';
import { Button, Checkbox, DatePicker, Dropdown, Input, InputNumber, Popover, Select } from 'antd';
import { CloseOutlined, FilterOutlined } from '@ant-design/icons';
import { dayjs } from './dates';
import { useTranslation } from 'react-i18next';
import type { Field } from '@contract/fields';
import type { ResourceDefinition } from '@contract/resource';
import { isNullable } from '@contract/resource';
import { formatDay, formatInstant } from './format';
import { filterableFields, isNarrowed, withFieldFilters, type FieldFilter, type ListState } from './list-state';
import { useRowNames } from './names';
import { ReferenceSelect } from './reference-select';
import { useMe } from './kit-context';
import { useWords } from './words';

interface EditorProps {
  readonly definition: ResourceDefinition;
  readonly name: string;
  readonly field: Field;
  readonly filters: readonly FieldFilter[];
  readonly change: (filters: readonly FieldFilter[]) => void;
}

const valuesOf = (filters: readonly FieldFilter[], operator: FieldFilter['operator']) =>
  filters.find((filter) => filter.operator === operator)?.values ?? [];

/** More than these are searched rather than ticked. */
const MANY_CHOICES = 12;

function ChoiceEditor({ definition, name, field, filters, change }: EditorProps) {
  const words = useWords(definition);
  const { t } = useTranslation();
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
        className="kit-filter-many"
        mode="multiple"
        autoFocus
        optionFilterProp="label"
        aria-label={words.field(name)}
        placeholder={t('kit.choose')}
        options={options.toSorted((a, b) => a.label.localeCompare(b.label))}
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
  const { t } = useTranslation();
  const words = useWords(definition);
  const empty = valuesOf(filters, 'null')[0] === 'true';
  return (
    <div className="kit-filter-stack">
      <ReferenceSelect
        multiple
        autoFocus
        label={words.field(name)}
        resource={field.resource ?? ''}
        value={[...valuesOf(filters, 'in')]}
        disabled={empty}
        onChange={(values) => change([{ field: name, operator: 'in', values: (values ?? []) as string[] }])}
      />
      {isNullable(field) && (
        <Checkbox
          checked={empty}
          onChange={(event) =>
            change([{ field: name, operator: 'null', values: event.target.checked ? ['true'] : [] }])
          }
        >
          {t('kit.filter.empty')}
        </Checkbox>
      )}
    </div>
  );
}

function NumbersEditor({ name, field, filters, change }: EditorProps) {
  const { t } = useTranslation();
  const scale = field.kind === 'money' ? 100 : 1;
  const [from] = valuesOf(filters, 'gte');
  const [to] = valuesOf(filters, 'lte');
  const said = (operator: 'gte' | 'lte', value: number | null): FieldFilter => ({
    field: name,
    operator,
    values: value === null ? [] : [String(Math.round(value * scale))],
  });
  const shown = (value: string | undefined) => (value === undefined ? null : Number(value) / scale);
  return (
    <div className="kit-filter-range">
      <InputNumber
        autoFocus
        aria-label={t('kit.filter.from')}
        placeholder={t('kit.filter.from')}
        value={shown(from)}
        onChange={(value) => change([said('gte', value), said('lte', shown(to))])}
      />
      <span aria-hidden="true">–</span>
      <InputNumber
        aria-label={t('kit.filter.to')}
        placeholder={t('kit.filter.to')}
        value={shown(to)}
        onChange={(value) => change([said('gte', shown(from)), said('lte', value)])}
      />
    </div>
  );
}

function DaysEditor({ name, field, filters, change }: EditorProps) {
  const [from] = valuesOf(filters, 'gte');
  const [to] = valuesOf(filters, 'lte');
  const isInstant = field.kind === 'instant';
  return (
    <DatePicker.RangePicker
      allowEmpty={[true, true]}
      format="ll"
      value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
      onChange={(range) => {
        const [begin, end] = range ?? [null, null];
        change([
          {
            field: name,
            operator: 'gte',
            values: begin ? [isInstant ? begin.startOf('day').toISOString() : begin.format('YYYY-MM-DD')] : [],
          },
          {
            field: name,
            operator: 'lte',
            values: end ? [isInstant ? end.endOf('day').toISOString() : end.format('YYYY-MM-DD')] : [],
          },
        ]);
      }}
    />
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

function Editor(props: EditorProps) {
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

/** What a filter says, in words: "Active, Invited", "from 1 Mar 2025". */
function useFilterWords(
  definition: ResourceDefinition,
  name: string,
  field: Field,
  filters: readonly FieldFilter[],
): ReactNode {
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  const words = useWords(definition);
  const chosen = valuesOf(filters, 'in');
  const names = useRowNames(field.resource ?? '', field.kind === 'ref' ? chosen : []);
  const show = (value: string): string => {
    if (field.kind === 'choice') return words.choice(name, value);
    if (field.kind === 'flag') return t(value === 'true' ? 'kit.yes' : 'kit.no');
    if (field.kind === 'ref') return names.get(value) ?? '…';
    if (field.kind === 'day') return formatDay(value, i18n.language);
    if (field.kind === 'instant') return formatInstant(value, i18n.language, time_zone);
    if (field.kind === 'money') return String(Number(value) / 100);
    return value;
  };
  return filters
    .map(({ operator, values }) => {
      if (operator === 'null') return t(values[0] === 'false' ? 'kit.filter.filled' : 'kit.filter.empty');
      if (operator === 'in') return values.map(show).join(', ');
      if (operator === 'gte') return t('kit.filter.from_value', { value: show(values[0] ?? '') });
      if (operator === 'lte') return t('kit.filter.to_value', { value: show(values[0] ?? '') });
      return t('kit.filter.contains_value', { value: values[0] });
    })
    .join(' ');
}

function Chip(props: EditorProps & { open: boolean; setOpen: (open: boolean) => void }) {
  const { definition, name, field, filters, change, open, setOpen } = props;
  const { t } = useTranslation();
  const words = useWords(definition);
  const said = useFilterWords(definition, name, field, filters);
  return (
    <span className="kit-chip">
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={open}
        onOpenChange={setOpen}
        destroyOnHidden
        content={
          <div className="kit-filter-editor">
            <Editor {...props} />
          </div>
        }
      >
        <button type="button" className="kit-chip-main" aria-expanded={open}>
          <span className="kit-chip-name">{words.field(name)}</span> {said || '…'}
        </button>
      </Popover>
      <button
        type="button"
        className="kit-chip-end"
        aria-label={t('kit.filter.remove', { name: words.field(name) })}
        onClick={() => change([])}
      >
        <CloseOutlined />
      </button>
    </span>
  );
}

/** The filters in force as chips, and a menu of those that could be. */
export function ListFilters(props: {
  definition: ResourceDefinition;
  state: ListState;
  change: (state: ListState) => void;
}) {
  const { definition, state, change } = props;
  const { t } = useTranslation();
  const words = useWords(definition);
  // A chip that was just added has no value yet and stands in no address.
  const [opened, setOpened] = useState<string | null>(null);
  const fields = filterableFields(definition);
  const used = new Set(state.filters.map(({ field }) => field));
  // In the definition's order, as the address gives them: a chip that moved would leave its open menu behind.
  const shown = fields.map(([name]) => name).filter((name) => used.has(name) || name === opened);
  const clear = () => {
    setOpened(null);
    change({ ...state, page: 1, q: '', filters: [] });
  };
  return (
    <>
      {shown.map((name) => {
        const field = definition.fields[name];
        return (
          field && (
            <Chip
              key={name}
              definition={definition}
              name={name}
              field={field}
              filters={state.filters.filter((filter) => filter.field === name)}
              change={(filters) => {
                if (filters.every(({ values }) => values.length === 0) && opened !== name) setOpened(null);
                change(withFieldFilters(state, name, filters));
              }}
              open={opened === name}
              setOpen={(open) => setOpened(open ? name : null)}
            />
          )
        );
      })}
      <Dropdown
        trigger={['click']}
        menu={{
          items: fields.filter(([name]) => !used.has(name)).map(([name]) => ({ key: name, label: words.field(name) })),
          // After the menu has gone: its own closing click would close the new chip's editor as well.
          onClick: ({ key }) => setTimeout(() => setOpened(key), 0),
          className: 'kit-menu-tall',
        }}
      >
        <Button icon={<FilterOutlined aria-hidden />}>{t('kit.filter.add')}</Button>
      </Dropdown>
      {isNarrowed(state) && (
        <Button type="link" onClick={clear}>
          {t('kit.filter.clear')}
        </Button>
      )}
    </>
  );
}
