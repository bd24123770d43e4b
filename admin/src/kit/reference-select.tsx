import { useEffect, useMemo, useState } from 'react';
import { Select, Spin } from 'antd';
import { useList } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useDefinition } from './kit-context';
import { useRowNames } from './names';
import { rowTitle } from './words';

const CHOICES = 30;
const PAUSE_MS = 200;

export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** Chooses rows of another resource by name; the server searches, so ten thousand staff are as quick as ten. */
export function ReferenceSelect(props: {
  resource: string;
  multiple?: boolean;
  value?: string | string[] | null | undefined;
  onChange?: ((value: string | string[] | null) => void) | undefined;
  disabled?: boolean | undefined;
  clearable?: boolean;
  id?: string | undefined;
  placeholder?: string;
  autoFocus?: boolean;
  label?: string | undefined;
  /** Choose by this field instead of the id; the address of a report says `skil_code=WELD`. */
  valueField?: string;
  /** For new references: what is archived stays where it is and is offered no more. */
  hideArchived?: boolean;
}) {
  const { t } = useTranslation();
  const definition = useDefinition(props.resource);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const q = useSettled(typed, PAUSE_MS);
  const chosen = useMemo(
    () => (Array.isArray(props.value) ? props.value : props.value ? [props.value] : []),
    [props.value],
  );
  // A code says enough by itself; only ids need their names fetched.
  const names = useRowNames(props.resource, props.valueField ? [] : chosen);
  const { query, result } = useList({
    resource: props.resource,
    pagination: { currentPage: 1, pageSize: CHOICES },
    filters: [
      ...(q ? [{ field: 'q', operator: 'eq' as const, value: q }] : []),
      ...(props.hideArchived && definition?.fields.status?.choices?.includes('archived')
        ? [{ field: 'status', operator: 'ne' as const, value: 'archived' }]
        : []),
    ],
    ...(definition && { sorters: definition.default_sort.map(([field, order]) => ({ field, order })) }),
    queryOptions: { enabled: open, staleTime: 30_000 },
    errorNotification: false,
  });
  const found = (result.data ?? []).map((row) => ({
    value: String(row[props.valueField ?? 'id']),
    label: rowTitle(definition, row),
  }));
  const known = new Set(found.map(({ value }) => value));
  const options = [
    ...(typed
      ? []
      : chosen
          .filter((id) => !known.has(id))
          .map((value) => ({ value, label: names.get(value) ?? (props.valueField ? value : t('kit.loading')) }))),
    ...found,
  ];
  const total = result.total ?? 0;
  return (
    <Select
      id={props.id}
      aria-label={props.label}
      style={{ inlineSize: '100%' }}
      mode={props.multiple ? 'multiple' : undefined}
      value={props.multiple ? chosen : chosen[0]}
      labelRender={({ value, label }) => names.get(String(value)) ?? label}
      options={options}
      onChange={(value: string | string[] | undefined) => props.onChange?.(value ?? null)}
      onOpenChange={setOpen}
      showSearch
      filterOption={false}
      onSearch={setTyped}
      allowClear={props.clearable ?? true}
      disabled={props.disabled}
      autoFocus={props.autoFocus}
      placeholder={props.placeholder ?? t('kit.choose')}
      notFoundContent={
        query.isFetching ? <Spin size="small" /> : query.isError ? t('kit.failed.title') : t('kit.nothing_found')
      }
      popupRender={(menu) => (
        <>
          {menu}
          {total > CHOICES && <div className="kit-select-more">{t('kit.more_exist', { count: total - CHOICES })}</div>}
        </>
      )}
    />
  );
}
