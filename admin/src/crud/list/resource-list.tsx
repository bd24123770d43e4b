import { type ReactNode } from 'react';
import type { CrudFilter } from '@refinedev/core';
import { Navigate, useNavigate } from 'react-router';
import { useContainerWidth } from './column-fit';
import { useVisibleColumns } from './columns';
import { lazyComponent } from '@/components/lazy-component';
import { ListActions } from './list-actions';
import { BulkBar } from './list-bulk-bar';
import { ColumnChooser } from './list-columns';
import { QuotaWarning } from './list-create';
import { ListFilters } from './list-filters';
import { useListRows } from './use-list-rows';
import { SearchBox } from './list-search';
import { isFiltered, withFirstPage, withPage } from './list-state';
import { ListPager } from './pager';
import { findLastPage, pagerTotal, useRedirectToLastPage, useRowsLabel } from './paging';
import { ListBody, EmptyList, NoMatches } from './list-body';
import { ListCards, ListTable } from './list-table';
import { useListState, useSearchParam } from './use-list-state';
import type { ResourceModule } from '../resource-module';
import { PageHeader } from '@/components/page-header';
import { RouteTabs } from '../show/related-tabs';
import { usePendingRemovals } from '../removal/pending-removals';
import { useRowRights } from './row-menu';
import { useSelection } from './use-selection';
import { StaleDataBanner } from '@/components/state-panels';
import { useIsMobile } from '@/components/use-is-mobile';
import { useResourceLabels } from '@/components/resource-labels';
import '@/components/kit.css';

const ResourceForm = lazyComponent(() => import('../form/resource-form').then((m) => m.ResourceForm));
const ResourceShow = lazyComponent(() => import('../show/resource-show').then((m) => m.ResourceShow));

/**
 * The generated list page of a resource: header, filters, table or cards, and the drawers of the address (`?show=id`,
 * `?edit=id`, `?edit=new`). `baseFilters` always apply, besides the user's filters.
 */
export function ResourceList(props: {
  module: ResourceModule;
  baseFilters?: CrudFilter[];
  preset?: Record<string, unknown>;
  /** Part of another page, which has its own heading. */
  embedded?: boolean;
  /** Shown instead of the default empty state. */
  emptyState?: ReactNode;
}) {
  const { module, baseFilters = [], embedded = false } = props;
  const { definition } = module;
  const labels = useResourceLabels(definition);
  const isMobile = useIsMobile();
  // Measured before the rows arrive, so that they are rendered once.
  const [containerRef, containerWidth] = useContainerWidth();
  const navigate = useNavigate();
  const [state, change] = useListState(definition);
  const [editing, edit] = useSearchParam('edit');
  const [showing, show] = useSearchParam('show');
  const [columns, chooseColumns, chosen] = useVisibleColumns(module);
  const rights = useRowRights(module);
  const { query, waiting, isStale, filters, sorters, ends, ...answer } = useListRows(definition, state, baseFilters);
  const selection = useSelection(JSON.stringify(filters));
  const removedIds = usePendingRemovals(definition.name);
  const rows = answer.rows.filter(({ id }) => !removedIds.has(String(id)));
  const total = Math.max(0, answer.total - (answer.rows.length - rows.length));
  const { exact = true, first, last } = ends;
  const pagerRowCount = pagerTotal({ total, exact }, state, answer.rows.length);
  const isSettled = query.isSuccess && !waiting && !isStale;
  useRedirectToLastPage(isSettled ? findLastPage({ total, exact }, state, rows.length) : null, (page) =>
    change(withPage(state, page, {}), true),
  );

  const rowPageOf = rights.edit ? module.rowPage : undefined;
  const openPage =
    rowPageOf &&
    ((id: string) => {
      const row = rows.find((each) => each.id === id);
      if (row) void navigate(rowPageOf(row));
    });
  const { showPage } = module;
  const openShow = showPage ? (id: string) => void navigate(showPage(id)) : show;
  const canSelect = Boolean(module.bulkActions?.length) && rights.command;
  const list = {
    module,
    rows,
    columns,
    chosen,
    state,
    change,
    busy: isStale && (query.isFetching || !query.isPlaceholderData),
    selection: canSelect ? selection : undefined,
    show: openPage ?? openShow,
    edit: openPage ?? edit,
  };
  const neverUsed = query.isSuccess && !waiting && total === 0 && !isFiltered(state);
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
  // Old links to the drawer lead to the page.
  if (showing && showPage) return <Navigate replace to={showPage(showing)} />;
  return (
    <div className="kit-list">
      {!embedded && <PageHeader title={labels.title} sentence={labels.sentence} actions={!neverUsed && actions} />}
      {!embedded && <RouteTabs />}
      <StaleDataBanner />
      <QuotaWarning module={module} />
      {!embedded && module.intro && <module.intro />}
      <div className="kit-panel">
        {!neverUsed && (
          <div className="kit-toolbar sg-row sg-wrap sg-gap-8 sg-line-below">
            <SearchBox module={module} state={state} change={change} />
            <ListFilters definition={definition} state={state} change={change} />
            <span className="kit-toolbar-end sg-row sg-wrap sg-to-end sg-gap-8">
              <RowCount loading={!query.isSuccess || waiting} total={total} exact={exact} />
              {!isMobile && <ColumnChooser module={module} columns={columns} choose={chooseColumns} />}
              {embedded && actions}
            </span>
          </div>
        )}
        {canSelect && selection.ids.length > 0 && (
          <BulkBar module={module} selection={selection} filters={filters} totalCount={{ total, exact }} />
        )}
        <div ref={containerRef} />
        <ListBody
          loading={waiting}
          // Outdated rows are more useful than the error of a failed reload.
          error={query.isError && (!query.data || query.isPlaceholderData) ? query.error : null}
          retry={() => void query.refetch()}
          empty={total === 0}
          emptyState={
            neverUsed && props.emptyState ? (
              props.emptyState
            ) : neverUsed ? (
              <EmptyList module={module} create={() => edit('new')} />
            ) : (
              <NoMatches clear={() => change(withFirstPage(state, { q: '', filters: [] }))} />
            )
          }
        >
          {isMobile ? (
            <ListCards {...list} />
          ) : (
            containerWidth !== undefined && <ListTable {...list} containerWidth={containerWidth} />
          )}
        </ListBody>
        <ListPager state={state} change={change} total={pagerRowCount} ends={isStale ? {} : { first, last }} />
      </div>
      {editing && (
        <ResourceForm
          module={module}
          id={editing}
          preset={props.preset ?? {}}
          onClose={() => edit(null)}
          onSaved={(row, stays) => void (rowPageOf && !stays && navigate(rowPageOf(row)))}
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
  const rowsLabel = useRowsLabel();
  return (
    <span className="kit-count sg-soft" aria-live="polite">
      {!loading && rowsLabel({ total, exact })}
    </span>
  );
}
