import { useMemo, useState } from 'react';
import { Select, Spin } from 'antd';
import { useSelect } from '@refinedev/antd';
import type { CrudFilter } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useDefinition } from '../crud-context';
import { normalizeText } from '@/components/text-normalization';
import { useSelectControl } from '../list/use-select-control';
import type { AriaProps, Row } from '../resource-module';
import { useRowNames } from '../row-names';
import { selectableRowFilters } from '../list/selectable-row-filters';
import { toTotalCount, useMoreRowsLabel } from '../list/paging';
import { useReferenceCreate } from './use-reference-create';
import { rowTitle } from '@/components/resource-labels';

const PAGE_SIZE = 30;
const DEBOUNCE_MS = 200;
/** Option value of "create". */
const CREATE_VALUE = '+';

/** Select for rows of another resource, searched by the server. */
export function ReferenceSelect(
  props: AriaProps & {
    resource: string;
    multiple?: boolean;
    value?: string | string[] | null | undefined;
    onChange?: ((value: string | string[] | null) => void) | undefined;
    disabled?: boolean | undefined;
    clearable?: boolean;
    id?: string | undefined;
    onBlur?: (() => void) | undefined;
    placeholder?: string;
    autoFocus?: boolean;
    label?: string | undefined;
    /** Uses this field as value instead of the id (`skil_code=WELD` in report addresses). */
    valueField?: string;
    /** For new references: archived rows are not offered. */
    hideArchived?: boolean;
    /** Only rows with one of these statuses. */
    statuses?: readonly string[] | undefined;
    /** Filters that always apply. */
    baseFilters?: readonly CrudFilter[];
    /** Id of a row that is not offered. */
    excludedId?: string;
    /** Offers to create a missing row. */
    creates?: boolean;
  },
) {
  const { t } = useTranslation();
  const { id, onBlur, 'aria-required': required, 'aria-invalid': invalid, 'aria-describedby': described } = props;
  const ariaProps = { 'aria-required': required, 'aria-invalid': invalid, 'aria-describedby': described };
  const selectControl = useSelectControl({ id, onBlur, ...ariaProps });
  const definition = useDefinition(props.resource);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  // The search text of the loaded options; the search is debounced.
  const [searchedText, setSearchedText] = useState('');
  const chosen = useMemo(
    () => (Array.isArray(props.value) ? props.value : props.value ? [props.value] : []),
    [props.value],
  );
  // Codes are shown as they are; only ids need names.
  const names = useRowNames(props.resource, props.valueField ? [] : chosen);
  const { selectProps, query } = useSelect<Row>({
    resource: props.resource,
    optionLabel: (row) => rowTitle(definition, row),
    optionValue: (row) => String(row[props.valueField ?? 'id']),
    pagination: { currentPage: 1, pageSize: PAGE_SIZE },
    filters: [...(props.baseFilters ?? []), ...selectableRowFilters(definition, props)],
    ...(definition && { sorters: definition.default_sort.map(([field, order]) => ({ field, order })) }),
    debounce: DEBOUNCE_MS,
    onSearch: (q) => {
      setSearchedText(q);
      return q ? [{ field: 'q', operator: 'eq', value: q }] : [];
    },
    queryOptions: { enabled: open, staleTime: 30_000 },
    errorNotification: false,
  });
  // Results of a previous search are not offered.
  const foundOptions = query.data ? (selectProps.options ?? []).filter(({ value }) => value !== props.excludedId) : [];
  const foundValues = new Set(foundOptions.map(({ value }) => value));
  const options = [
    ...(typed
      ? []
      : chosen
          .filter((id) => !foundValues.has(id))
          .map((value) => ({ value, label: names.get(value) ?? (props.valueField ? value : t('kit.loading')) }))),
    ...foundOptions,
  ];
  const choose = (value: string | string[] | null) => props.onChange?.(value);
  const creation = useReferenceCreate(props.resource, Boolean(props.creates) && open, (id) =>
    choose(props.multiple ? [...chosen, id] : id),
  );
  const newName = typed.trim();
  const isAnswered = query.isSuccess && !query.isFetching && searchedText === typed;
  if (
    creation.offered &&
    newName &&
    isAnswered &&
    !foundOptions.some(({ label }) => normalizeText(String(label)) === normalizeText(newName))
  )
    options.push({ value: CREATE_VALUE, label: t('kit.create_named', { name: newName }) });
  const moreLabel = useMoreRowsLabel()(toTotalCount(query.data), PAGE_SIZE);
  return (
    <>
      <Select
        {...selectControl}
        aria-label={props.label}
        style={{ inlineSize: '100%' }}
        mode={props.multiple ? 'multiple' : undefined}
        value={props.multiple ? chosen : chosen[0]}
        labelRender={({ value, label }) => names.get(String(value)) ?? label}
        options={options}
        onChange={(value: string | string[] | undefined) => {
          if ([value].flat().includes(CREATE_VALUE)) creation.create(newName);
          else choose(value ?? null);
        }}
        onOpenChange={setOpen}
        showSearch={selectProps.showSearch}
        filterOption={selectProps.filterOption}
        onSearch={(text) => {
          setTyped(text);
          selectProps.onSearch?.(text);
        }}
        allowClear={props.clearable ?? true}
        // antd's clear icon works only with a pointer.
        onKeyDown={({ key, target }) => {
          const isEmpty = (target as HTMLInputElement).value === '' && !props.multiple && chosen.length > 0;
          if (isEmpty && (props.clearable ?? true) && (key === 'Delete' || key === 'Backspace')) choose(null);
        }}
        disabled={props.disabled || creation.creating}
        autoFocus={props.autoFocus}
        placeholder={props.placeholder ?? t('kit.choose')}
        notFoundContent={
          query.isFetching ? (
            <Spin size="small" aria-label={t('kit.loading')} />
          ) : query.isError ? (
            t('kit.failed.title')
          ) : (
            t('kit.nothing_found')
          )
        }
        popupRender={(menu) => (
          <>
            {menu}
            {moreLabel && <div className="kit-select-more sg-line-above sg-tiny sg-soft">{moreLabel}</div>}
          </>
        )}
      />
      {creation.form}
    </>
  );
}
