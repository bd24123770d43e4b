import { useState, type ReactNode } from 'react';
import { Button, Space } from 'antd';
import { CloseOutlined, FilterOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { majorUnits } from '@contract/currency';
import type { Field } from '@contract/fields';
import type { ResourceDefinition } from '@contract/resource';
import { DropMenu } from '@/components/drop-menu';
import { formatDay, formatInstant } from '@/components/format';
import { useMe } from '../kit-context';
import { later } from '@/components/later';
import type { EditorProps } from './list-filter-editors';
import {
  currencyOf,
  filterableFields,
  isNarrowed,
  narrowedBy,
  valuesOf,
  withFieldFilters,
  type FieldFilter,
  type ListState,
} from './list-state';
import { useRowNames } from '../names';
import { WorkPopover } from '@/components/work-popover';
import { useWords } from '@/components/words';

const FilterEditor = later(() => import('./list-filter-editors').then((m) => m.FilterEditor));

/** What a filter says, in words: "Active, Invited", "from 1 Mar 2025". */
function useFilterWords(
  definition: ResourceDefinition,
  name: string,
  field: Field,
  filters: readonly FieldFilter[],
  currency: string | undefined,
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
    if (field.kind === 'money') return String(majorUnits(Number(value), currency));
    return value;
  };
  return filters
    .map(({ operator, values }) => {
      if (operator === 'null') return t(values[0] === 'false' ? 'kit.filter.filled' : 'kit.filter.empty');
      if (operator === 'in') return values.map(show).join(t('kit.joint'));
      if (operator === 'gte') return t('kit.filter.from_value', { value: show(values[0] ?? '') });
      if (operator === 'lte') return t('kit.filter.to_value', { value: show(values[0] ?? '') });
      return t('kit.filter.contains_value', { value: values[0] });
    })
    .join(' ');
}

function Chip(props: EditorProps & { open: boolean; setOpen: (open: boolean) => void }) {
  const { definition, name, field, filters, currency, change, open, setOpen } = props;
  const { t } = useTranslation();
  const words = useWords(definition);
  const label = useFilterWords(definition, name, field, filters, currency);
  return (
    <Space.Compact>
      <WorkPopover
        name={words.field(name)}
        placement="bottomLeft"
        open={open}
        setOpen={setOpen}
        content={
          <div className="kit-filter-editor">
            <FilterEditor {...props} />
          </div>
        }
      >
        <Button color="default" variant="filled" className="kit-chip-main">
          <span className="sg-clip">
            <span className="sg-soft">{words.field(name)}</span> {label || '…'}
          </span>
        </Button>
      </WorkPopover>
      <Button
        color="default"
        variant="filled"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t('kit.filter.remove', { name: words.field(name) })}
        onClick={() => change([])}
      />
    </Space.Compact>
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
    change(narrowedBy(state, { q: '', filters: [] }));
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
              currency={currencyOf(state.filters)}
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
      <DropMenu
        name={t('kit.filter.add')}
        menu={{
          items: fields.filter(([name]) => !used.has(name)).map(([name]) => ({ key: name, label: words.field(name) })),
          // After the menu has gone: its own closing click would close the new chip's editor as well.
          onClick: ({ key }) => setTimeout(() => setOpened(key), 0),
          className: 'kit-menu-tall',
        }}
      >
        <Button icon={<FilterOutlined aria-hidden />}>{t('kit.filter.add')}</Button>
      </DropMenu>
      {isNarrowed(state) && (
        <Button type="link" onClick={clear}>
          {t('kit.filter.clear')}
        </Button>
      )}
    </>
  );
}
