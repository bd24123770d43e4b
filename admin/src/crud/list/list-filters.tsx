import { useState, type ReactNode } from 'react';
import { Button, Space } from 'antd';
import { CloseOutlined, FilterOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { majorUnits } from '@contract/currency';
import type { Field } from '@contract/fields';
import type { ResourceDefinition } from '@contract/resource';
import { ActionMenu } from '@/components/action-menu';
import { formatDay, formatInstant } from '@/components/format';
import { useAccount } from '../crud-context';
import { lazyComponent } from '@/components/lazy-component';
import type { EditorProps } from './list-filter-editors';
import {
  currencyOf,
  filterableFields,
  isFiltered,
  withFirstPage,
  filterValues,
  withFieldFilters,
  type FieldFilter,
  type ListState,
} from './list-state';
import { useRowNames } from '../row-names';
import { PopoverDialog } from '@/components/popover-dialog';
import { useResourceLabels } from '@/components/resource-labels';

const FilterEditor = lazyComponent(() => import('./list-filter-editors').then((m) => m.FilterEditor));

/** Text of a filter: "Active, Invited", "from 1 Mar 2025". */
function useFilterText(
  definition: ResourceDefinition,
  name: string,
  field: Field,
  filters: readonly FieldFilter[],
  currency: string | undefined,
): ReactNode {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const labels = useResourceLabels(definition);
  const chosen = filterValues(filters, 'in');
  const names = useRowNames(field.resource ?? '', field.kind === 'ref' ? chosen : []);
  const formatValue = (value: string): string => {
    if (field.kind === 'choice') return labels.choice(name, value);
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
      if (operator === 'in') return values.map(formatValue).join(t('kit.joint'));
      if (operator === 'gte') return t('kit.filter.from_value', { value: formatValue(values[0] ?? '') });
      if (operator === 'lte') return t('kit.filter.to_value', { value: formatValue(values[0] ?? '') });
      return t('kit.filter.contains_value', { value: values[0] });
    })
    .join(' ');
}

function FilterChip(props: EditorProps & { open: boolean; setOpen: (open: boolean) => void }) {
  const { definition, name, field, filters, currency, change, open, setOpen } = props;
  const { t } = useTranslation();
  const labels = useResourceLabels(definition);
  const label = useFilterText(definition, name, field, filters, currency);
  return (
    <Space.Compact>
      <PopoverDialog
        name={labels.field(name)}
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
            <span className="sg-soft">{labels.field(name)}</span> {label || '…'}
          </span>
        </Button>
      </PopoverDialog>
      <Button
        color="default"
        variant="filled"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t('kit.filter.remove', { name: labels.field(name) })}
        onClick={() => change([])}
      />
    </Space.Compact>
  );
}

/** The active filters as chips, and a menu of the other ones. */
export function ListFilters(props: {
  definition: ResourceDefinition;
  state: ListState;
  change: (state: ListState) => void;
}) {
  const { definition, state, change } = props;
  const { t } = useTranslation();
  const labels = useResourceLabels(definition);
  // A new chip has no value yet and is not in the address.
  const [openedField, setOpenedField] = useState<string | null>(null);
  const fields = filterableFields(definition);
  const usedFields = new Set(state.filters.map(({ field }) => field));
  // In the definition's order: a chip that moved would leave its open popover behind.
  const visibleFields = fields.map(([name]) => name).filter((name) => usedFields.has(name) || name === openedField);
  const clear = () => {
    setOpenedField(null);
    change(withFirstPage(state, { q: '', filters: [] }));
  };
  return (
    <>
      {visibleFields.map((name) => {
        const field = definition.fields[name];
        return (
          field && (
            <FilterChip
              key={name}
              definition={definition}
              name={name}
              field={field}
              filters={state.filters.filter((filter) => filter.field === name)}
              currency={currencyOf(state.filters)}
              change={(filters) => {
                if (filters.every(({ values }) => values.length === 0) && openedField !== name) setOpenedField(null);
                change(withFieldFilters(state, name, filters));
              }}
              open={openedField === name}
              setOpen={(open) => setOpenedField(open ? name : null)}
            />
          )
        );
      })}
      <ActionMenu
        name={t('kit.filter.add')}
        menu={{
          items: fields
            .filter(([name]) => !usedFields.has(name))
            .map(([name]) => ({ key: name, label: labels.field(name) })),
          // After the menu has closed: the closing click would also close the new editor.
          onClick: ({ key }) => setTimeout(() => setOpenedField(key), 0),
          className: 'kit-menu-tall',
        }}
      >
        <Button icon={<FilterOutlined aria-hidden />}>{t('kit.filter.add')}</Button>
      </ActionMenu>
      {isFiltered(state) && (
        <Button type="link" onClick={clear}>
          {t('kit.filter.clear')}
        </Button>
      )}
    </>
  );
}
