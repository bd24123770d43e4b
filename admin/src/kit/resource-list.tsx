import { useEffect } from 'react';
import { Pagination } from 'antd';
import { useList, type CrudFilter, type HttpError } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { PageFacts } from '@/app/providers/data';
import { useColumns } from './columns';
import { formatCount } from './format';
import { later } from './later';
import { ListActions } from './list-actions';
import { BulkBar } from './list-bulk-bar';
import { ColumnChooser } from './list-columns';
import { QuotaLine } from './list-create';
import { ListFilters } from './list-filters';
import { SearchBox } from './list-search';
import { crudFilters, crudSorters, isNarrowed, PAGE_SIZES, turnedTo } from './list-state';
import { ListBody, NeverUsed, NoMatch } from './list-states';
import { ListCards, ListTable } from './list-table';
import { useListState, useUrlKey } from './list-url';
import type { ResourceModule, Row } from './module';
import { PageHeader } from './page-header';
import { RelatedTabs } from './related-tabs';
import { useRemovals } from './removal/removals';
import { useRowRights } from './row-menu';
import { useSelection } from './selection';
import { OfflineBanner } from './states';
import { useNarrow } from './use-narrow';
import { useWords } from './words';
import './kit.css';

const ResourceForm = later(() => import('./resource-form').then((m) => m.ResourceForm));
const ResourceShow = later(() => import('./resource-show').then((m) => m.ResourceShow));

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
  const [columns, chooseColumns, chosen] = useColumns(definition);
  const rights = useRowRights(module);
  const filters = [...within, ...crudFilters(state)];
  const sorters = crudSorters(definition, state);
  const selection = useSelection(JSON.stringify(filters));
  const { query, result } = useList<Row, HttpError>({
    resource: definition.name,
    pagination: { currentPage: state.page, pageSize: state.size },
    filters,
    sorters,
    ...(state.seek && { meta: { seek: state.seek } }),
    errorNotification: false,
    queryOptions: { placeholderData: keepPreviousData, retry: false },
  });
  const removed = useRemovals(definition.name);
  const rows = (query.data ? result.data : []).filter(({ id }) => !removed.has(String(id)));
  const total = Math.max(0, (query.data?.total ?? 0) - ((query.data ? result.data.length : 0) - rows.length));
  const { exact = true, first, last } = (query.data ?? {}) as PageFacts;
  // Where counting stopped there is a next page as long as this one is full.
  const isFull = query.data !== undefined && result.data.length === state.size;
  const paged = exact ? total : Math.max(total, state.page * state.size + (isFull ? 1 : 0));
  const beyondEnd = Boolean(query.data) && exact && rows.length === 0 && total > 0;
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
    chosen,
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
      {!embedded && module.intro && <module.intro />}
      <div className="kit-panel">
        {!neverUsed && (
          <div className="kit-toolbar">
            <SearchBox module={module} state={state} change={change} />
            <ListFilters definition={definition} state={state} change={change} />
            <span className="kit-toolbar-end">
              <RowCount loading={!query.isSuccess} total={total} exact={exact} />
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
              total={paged}
              size={narrow ? 'small' : 'default'}
              simple={narrow}
              showSizeChanger={!narrow && paged > PAGE_SIZES[0]}
              pageSizeOptions={[...PAGE_SIZES]}
              hideOnSinglePage={paged <= PAGE_SIZES[0]}
              onChange={(page, size) =>
                change(
                  size === state.size
                    ? turnedTo(state, page, query.isPlaceholderData ? {} : { first, last })
                    : { ...turnedTo(state, 1, {}), size },
                )
              }
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

function RowCount({ loading, total, exact }: { loading: boolean; total: number; exact: boolean }) {
  const { t, i18n } = useTranslation();
  return (
    <span className="kit-count" aria-live="polite">
      {loading
        ? ''
        : t(exact ? 'kit.list.rows' : 'kit.list.rows_more', {
            count: total,
            shown: formatCount(total, i18n.language),
          })}
    </span>
  );
}
