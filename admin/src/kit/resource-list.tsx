import { useEffect, useState, type ReactNode } from 'react';
import { Button, Checkbox, Input, Pagination, Popover, Skeleton, Tooltip } from 'antd';
import { DownloadOutlined, PlusOutlined, SearchOutlined, SettingOutlined } from '@ant-design/icons';
import { useCan, useInvalidate, useList, useNotification, type CrudFilter, type HttpError } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { listableFields, useColumns } from './columns';
import { formatCount } from './format';
import { usePlanOver, useQuota } from './kit-context';
import { useListExport } from './list-export';
import { ListFilters } from './list-filters';
import { crudFilters, crudSorters, isNarrowed, PAGE_SIZES, type ListState } from './list-state';
import { ListCards, ListTable } from './list-table';
import { useListState, useUrlKey } from './list-url';
import { matchingRows, SELECT_MAX } from './matching-rows';
import type { BulkAction, ResourceModule, Row } from './module';
import { PageHeader } from './page-header';
import { useSettled } from './reference-select';
import { RelatedTabs } from './related-tabs';
import { ResourceForm } from './resource-form';
import { ResourceShow } from './resource-show';
import { useRowRights } from './row-menu';
import { useSelection, type Selection } from './selection';
import { FailedState, OfflineBanner, StatePanel } from './states';
import { useNarrow } from './use-narrow';
import { useErrorWords, useWords } from './words';
import './kit.css';

const TYPING_PAUSE_MS = 250;

/**
 * The generated list page of a resource: header, filters, table or cards, and the drawers that its address opens
 * (`?show=id`, `?edit=id`, `?edit=new`). `within` narrows the list for good, outside the user's filters.
 */
export function ResourceList(props: {
  module: ResourceModule;
  within?: CrudFilter[];
  preset?: Record<string, unknown>;
  /** Part of another page, which has its own heading. */
  embedded?: boolean;
}) {
  const { module, within = [], embedded = false } = props;
  const { definition } = module;
  const words = useWords(definition);
  const narrow = useNarrow();
  const navigate = useNavigate();
  const [state, change] = useListState(definition);
  const [editing, edit] = useUrlKey('edit');
  const [showing, show] = useUrlKey('show');
  const [columns, chooseColumns] = useColumns(definition);
  const rights = useRowRights(module);
  const filters = [...within, ...crudFilters(state)];
  const sorters = crudSorters(definition, state);
  const selection = useSelection(JSON.stringify(filters));
  const { query, result } = useList<Row, HttpError>({
    resource: definition.name,
    pagination: { currentPage: state.page, pageSize: state.size },
    filters,
    sorters,
    errorNotification: false,
    queryOptions: { placeholderData: keepPreviousData, retry: false },
  });
  const rows = query.data ? result.data : [];
  const total = query.data?.total ?? 0;
  const beyondEnd = Boolean(query.data) && rows.length === 0 && total > 0;
  useEffect(() => {
    // The last row of the last page was deleted, or a link is older than the data.
    if (beyondEnd) change({ ...state, page: Math.max(1, Math.ceil(total / state.size)) }, true);
  }, [beyondEnd, total, state, change]);

  const pageOf = rights.edit ? module.rowPage : undefined;
  const openPage =
    pageOf &&
    ((id: string) => {
      const row = rows.find((each) => each.id === id);
      if (row) void navigate(pageOf(row));
    });
  const canSelect = Boolean(module.bulkActions?.length) && rights.command;
  const list = {
    module,
    rows,
    columns,
    state,
    change,
    busy: query.isPlaceholderData && query.isFetching,
    selection: canSelect ? selection : undefined,
    show: openPage ?? show,
    edit: openPage ?? edit,
  };
  const neverUsed = query.isSuccess && total === 0 && !isNarrowed(state);
  const actions = (
    <ListActions
      module={module}
      columns={columns}
      filters={filters}
      sorters={sorters}
      total={total}
      neverUsed={neverUsed}
      create={() => edit('new')}
    />
  );
  return (
    <div className="kit-list">
      {!embedded && <PageHeader title={words.title} sentence={words.sentence} actions={actions} />}
      {!embedded && <RelatedTabs related={module.related} />}
      <OfflineBanner />
      <QuotaLine module={module} />
      <div className="kit-panel">
        {!neverUsed && (
          <div className="kit-toolbar">
            <SearchBox module={module} state={state} change={change} />
            <ListFilters definition={definition} state={state} change={change} />
            <span className="kit-toolbar-end">
              <RowCount loading={!query.isSuccess} total={total} />
              {!narrow && <ColumnChooser module={module} columns={columns} choose={chooseColumns} />}
              {embedded && actions}
            </span>
          </div>
        )}
        {canSelect && selection.ids.length > 0 && (
          <BulkBar module={module} selection={selection} filters={filters} total={total} />
        )}
        <ListBody
          loading={query.isLoading}
          // Rows that are still there are worth more than the message that they could not be refreshed.
          error={query.isError && (!query.data || query.isPlaceholderData) ? query.error : null}
          retry={() => void query.refetch()}
          empty={total === 0}
          emptyState={
            neverUsed ? (
              <NeverUsed module={module} create={() => edit('new')} />
            ) : (
              <NoMatch clear={() => change({ ...state, page: 1, q: '', filters: [] })} />
            )
          }
        >
          {narrow ? <ListCards {...list} /> : <ListTable {...list} />}
        </ListBody>
        {total > 0 && (
          <div className="kit-pages">
            <Pagination
              current={state.page}
              pageSize={state.size}
              total={total}
              size={narrow ? 'small' : 'default'}
              simple={narrow}
              showSizeChanger={!narrow && total > PAGE_SIZES[0]}
              pageSizeOptions={[...PAGE_SIZES]}
              hideOnSinglePage={total <= PAGE_SIZES[0]}
              onChange={(page, size) => change({ ...state, page: size === state.size ? page : 1, size })}
            />
          </div>
        )}
      </div>
      {editing && (
        <ResourceForm
          module={module}
          id={editing}
          preset={props.preset ?? {}}
          onClose={() => edit(null)}
          onSaved={(row) => void (pageOf && navigate(pageOf(row)))}
        />
      )}
      {showing && !editing && (
        <ResourceShow
          module={module}
          id={showing}
          onClose={() => show(null)}
          onEdit={rights.edit ? () => edit(showing) : undefined}
        />
      )}
    </div>
  );
}

function ListBody(props: {
  loading: boolean;
  error: unknown;
  retry: () => void;
  empty: boolean;
  emptyState: ReactNode;
  children: ReactNode;
}) {
  if (props.error) return <FailedState error={props.error} retry={props.retry} />;
  if (props.loading) return <Skeletons />;
  return <>{props.empty ? props.emptyState : props.children}</>;
}

/** Grey rows on the first load only; later loads keep the old rows in place. */
function Skeletons() {
  const { t } = useTranslation();
  return (
    <div className="kit-skeleton" role="status" aria-label={t('kit.loading')}>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} active title={false} paragraph={{ rows: 1, width: `${92 - ((index * 17) % 40)}%` }} />
      ))}
    </div>
  );
}

/** Whether and why a new row cannot be made now. */
function useCreateState(module: ResourceModule): { offered: boolean; refused: string | undefined } {
  const { definition } = module;
  const { t } = useTranslation();
  const words = useWords(definition);
  const quota = useQuota(definition);
  const over = usePlanOver(definition);
  const can = useCan({ resource: definition.name, action: 'create' }).data?.can ?? false;
  const full =
    quota?.reached && t('kit.quota.reached', { used: quota.used, allowed: quota.allowed, title: words.title });
  return {
    offered: can && definition.create !== false,
    refused: over ? t('kit.plan_over') : full || undefined,
  };
}

function CreateButton({ module, create }: { module: ResourceModule; create: () => void }) {
  const { t } = useTranslation();
  const words = useWords(module.definition);
  const { offered, refused } = useCreateState(module);
  if (!offered) return null;
  return (
    <Tooltip title={refused}>
      <Button type="primary" icon={<PlusOutlined aria-hidden />} disabled={Boolean(refused)} onClick={create}>
        {t('kit.form.new', { one: words.one })}
      </Button>
    </Tooltip>
  );
}

/** At the plan's limit the reason stands in view; a tooltip on a disabled button reaches neither touch nor keyboard. */
function QuotaLine({ module }: { module: ResourceModule }) {
  const { offered, refused } = useCreateState(module);
  return offered && refused ? (
    <div className="kit-banner kit-banner-warning" role="status">
      {refused}
    </div>
  ) : null;
}

function ListActions(props: {
  module: ResourceModule;
  columns: readonly string[];
  filters: CrudFilter[];
  sorters: { field: string; order: 'asc' | 'desc' }[];
  total: number;
  /** The empty state carries the one Create there is. */
  neverUsed: boolean;
  create: () => void;
}) {
  const { t } = useTranslation();
  const { run, running } = useListExport(props.module);
  return (
    <>
      {props.total > 0 && (
        <Button
          icon={<DownloadOutlined aria-hidden />}
          loading={running}
          onClick={() => void run(props.columns, props.filters, props.sorters)}
        >
          {t('kit.export.csv')}
        </Button>
      )}
      {!props.neverUsed && <CreateButton module={props.module} create={props.create} />}
    </>
  );
}

function SearchBox({
  module,
  state,
  change,
}: {
  module: ResourceModule;
  state: ListState;
  change: (state: ListState, replace?: boolean) => void;
}) {
  const { t } = useTranslation();
  const words = useWords(module.definition);
  const searched = Object.entries(module.definition.fields).filter(([, field]) => field.search);
  const [typed, setTyped] = useState(state.q);
  const settled = useSettled(typed, TYPING_PAUSE_MS);
  // Back, a cleared filter or the menu changed the address: the box follows.
  useEffect(() => setTyped(state.q), [state.q]);
  useEffect(() => {
    if (settled === typed && settled.trim() !== state.q)
      change({ ...state, page: 1, q: settled.trim() }, state.q !== '');
    // Only what was typed may search; the address changing must not put the old words back.
  }, [settled]);
  if (searched.length === 0) return null;
  return (
    <Input
      className="kit-search"
      type="search"
      allowClear
      prefix={<SearchOutlined />}
      placeholder={t('kit.list.search')}
      aria-label={t('kit.list.search_in', { fields: searched.map(([name]) => words.field(name)).join(', ') })}
      title={t('kit.list.search_in', { fields: searched.map(([name]) => words.field(name)).join(', ') })}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}

function RowCount({ loading, total }: { loading: boolean; total: number }) {
  const { t, i18n } = useTranslation();
  return (
    <span className="kit-count" aria-live="polite">
      {loading ? '' : t('kit.list.rows', { count: total, shown: formatCount(total, i18n.language) })}
    </span>
  );
}

function ColumnChooser({
  module,
  columns,
  choose,
}: {
  module: ResourceModule;
  columns: string[];
  choose: (names: string[] | null) => void;
}) {
  const { t } = useTranslation();
  const words = useWords(module.definition);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <div className="kit-columns">
          <Checkbox.Group
            className="kit-filter-choices"
            value={columns}
            options={listableFields(module.definition).map(({ name }) => ({
              value: name,
              label: words.field(name),
              disabled: columns.length === 1 && columns[0] === name,
            }))}
            onChange={(names) => choose(names as string[])}
          />
          <Button type="link" size="small" onClick={() => choose(null)}>
            {t('kit.list.columns_reset')}
          </Button>
        </div>
      }
    >
      <Button
        type="text"
        icon={<SettingOutlined aria-hidden />}
        aria-label={t('kit.list.columns')}
        title={t('kit.list.columns')}
      />
    </Popover>
  );
}

function BulkBar(props: { module: ResourceModule; selection: Selection; filters: CrudFilter[]; total: number }) {
  const { module, selection, filters, total } = props;
  const { t } = useTranslation();
  const { name } = module.definition;
  const errorWords = useErrorWords();
  const invalidate = useInvalidate();
  const { open: notify } = useNotification();
  const [running, setRunning] = useState<string | null>(null);
  const [asking, setAsking] = useState<BulkAction | null>(null);
  async function run(action: BulkAction): Promise<void> {
    if (action.dialog) return setAsking(action);
    setRunning(action.name);
    try {
      await action.run?.(selection.ids);
      notify?.({ type: 'success', message: t(`${name}.bulk.${action.name}.done`, { count: selection.ids.length }) });
      selection.clear();
    } catch (error) {
      notify?.({ type: 'error', message: errorWords(error) });
    } finally {
      setRunning(null);
      void invalidate({ resource: name, invalidates: ['resourceAll'] });
    }
  }
  async function selectAll(): Promise<void> {
    setRunning('all');
    try {
      const { rows } = await matchingRows<{ id: string }>(name, filters);
      selection.set(rows.map((row) => row.id));
    } catch (error) {
      notify?.({ type: 'error', message: errorWords(error) });
    } finally {
      setRunning(null);
    }
  }
  const most = Math.min(total, SELECT_MAX);
  return (
    <div className="kit-bulk" role="region" aria-label={t('kit.list.selected', { count: selection.ids.length })}>
      <strong>{t('kit.list.selected', { count: selection.ids.length })}</strong>
      {selection.ids.length < most && (
        <Button size="small" type="link" loading={running === 'all'} onClick={() => void selectAll()}>
          {t(total > most ? 'kit.list.select_first' : 'kit.list.select_matching', { count: most })}
        </Button>
      )}
      {module.bulkActions?.map((action) => (
        <Button
          key={action.name}
          size="small"
          danger={action.danger ?? false}
          icon={action.icon && <action.icon />}
          loading={running === action.name}
          disabled={running !== null && running !== action.name}
          onClick={() => void run(action)}
        >
          {t(`${name}.bulk.${action.name}.label`)}
        </Button>
      ))}
      <Button size="small" type="text" onClick={selection.clear}>
        {t('kit.list.select_none')}
      </Button>
      {asking?.dialog && (
        <asking.dialog
          ids={selection.ids}
          onClose={(done) => {
            setAsking(null);
            if (!done) return;
            selection.clear();
            void invalidate({ resource: name, invalidates: ['resourceAll'] });
          }}
        />
      )}
    </div>
  );
}

function NeverUsed({ module, create }: { module: ResourceModule; create: () => void }) {
  const { t } = useTranslation();
  const words = useWords(module.definition);
  return (
    <StatePanel
      drawing="empty"
      title={t('kit.empty.title', { title: words.title })}
      text={words.empty}
      action={<CreateButton module={module} create={create} />}
    />
  );
}

function NoMatch({ clear }: { clear: () => void }) {
  const { t } = useTranslation();
  return (
    <StatePanel
      drawing="search"
      title={t('kit.no_match.title')}
      text={t('kit.no_match.text')}
      action={<Button onClick={clear}>{t('kit.filter.clear')}</Button>}
    />
  );
}
