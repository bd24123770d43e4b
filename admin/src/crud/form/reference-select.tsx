import { useMemo, useState } from 'react';
import { Select, Spin } from 'antd';
import { useSelect } from '@refinedev/antd';
import type { CrudFilter } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useDefinition } from '../kit-context';
import { fold } from '@/components/fold';
import { useListControl } from '../list/list-control';
import type { Described, Row } from '../module';
import { useRowNames } from '../names';
import { offeredOf } from '../list/offered';
import { countedIn, useMoreLabel } from '../list/paging';
import { useReferenceCreate } from './reference-create';
import { rowTitle } from '@/components/words';

const CHOICES = 30;
const PAUSE_MS = 200;
/** Of the entry that creates one: no id. */
const CREATE = '+';

/** Chooses rows of another resource by name; the server searches, so ten thousand staff are as quick as ten. */
export function ReferenceSelect(
  props: Described & {
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
    /** Choose by this field instead of the id; the address of a report says `skil_code=WELD`. */
    valueField?: string;
    /** For new references: what is archived stays where it is and is offered no more. */
    hideArchived?: boolean;
    /** Only rows in one of these. */
    statuses?: readonly string[] | undefined;
    /** Always in force. */
    within?: readonly CrudFilter[];
    /** The id that is not offered. */
    except?: string;
    /** In a form: offers to create what is not there. */
    creates?: boolean;
  },
) {
  const { t } = useTranslation();
  const { id, onBlur, 'aria-required': required, 'aria-invalid': invalid, 'aria-describedby': described } = props;
  const told = { 'aria-required': required, 'aria-invalid': invalid, 'aria-describedby': described };
  const list = useListControl({ id, onBlur, ...told });
  const definition = useDefinition(props.resource);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  // What the rows below answer: the search waits for a pause.
  const [searched, setSearched] = useState('');
  const chosen = useMemo(
    () => (Array.isArray(props.value) ? props.value : props.value ? [props.value] : []),
    [props.value],
  );
  // A code says enough by itself; only ids need their names fetched.
  const names = useRowNames(props.resource, props.valueField ? [] : chosen);
  const { selectProps, query } = useSelect<Row>({
    resource: props.resource,
    optionLabel: (row) => rowTitle(definition, row),
    optionValue: (row) => String(row[props.valueField ?? 'id']),
    pagination: { currentPage: 1, pageSize: CHOICES },
    filters: [...(props.within ?? []), ...offeredOf(definition, props)],
    ...(definition && { sorters: definition.default_sort.map(([field, order]) => ({ field, order })) }),
    debounce: PAUSE_MS,
    onSearch: (q) => {
      setSearched(q);
      return q ? [{ field: 'q', operator: 'eq', value: q }] : [];
    },
    queryOptions: { enabled: open, staleTime: 30_000 },
    errorNotification: false,
  });
  // What was found for other words is not offered for these.
  const found = query.data ? (selectProps.options ?? []).filter(({ value }) => value !== props.except) : [];
  const known = new Set(found.map(({ value }) => value));
  const options = [
    ...(typed
      ? []
      : chosen
          .filter((id) => !known.has(id))
          .map((value) => ({ value, label: names.get(value) ?? (props.valueField ? value : t('kit.loading')) }))),
    ...found,
  ];
  const choose = (value: string | string[] | null) => props.onChange?.(value);
  const creation = useReferenceCreate(props.resource, Boolean(props.creates) && open, (id) =>
    choose(props.multiple ? [...chosen, id] : id),
  );
  const newName = typed.trim();
  const isAnswered = query.isSuccess && !query.isFetching && searched === typed;
  if (creation.offered && newName && isAnswered && !found.some(({ label }) => fold(String(label)) === fold(newName)))
    options.push({ value: CREATE, label: t('kit.create_named', { name: newName }) });
  const more = useMoreLabel()(countedIn(query.data), CHOICES);
  return (
    <>
      <Select
        {...list}
        aria-label={props.label}
        style={{ inlineSize: '100%' }}
        mode={props.multiple ? 'multiple' : undefined}
        value={props.multiple ? chosen : chosen[0]}
        labelRender={({ value, label }) => names.get(String(value)) ?? label}
        options={options}
        onChange={(value: string | string[] | undefined) => {
          if ([value].flat().includes(CREATE)) creation.create(newName);
          else choose(value ?? null);
        }}
        onOpenChange={setOpen}
        showSearch={selectProps.showSearch}
        filterOption={selectProps.filterOption}
        onSearch={(words) => {
          setTyped(words);
          selectProps.onSearch?.(words);
        }}
        allowClear={props.clearable ?? true}
        // antd's cross is for the pointer alone.
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
            {more && <div className="kit-select-more sg-line-above sg-tiny sg-soft">{more}</div>}
          </>
        )}
      />
      {creation.form}
    </>
  );
}
